#!/bin/sh
# Makes .venv with any Python >= 3.11 (or uv) unless it is there, and installs one lock file: install.sh requirements/base.txt
set -eu
cd "$(dirname "$0")/.."
lock=$1

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
  if [ -n "${PYTHON:-}" ]; then echo "$PYTHON"; return; fi
  for name in python3 python3.14 python3.13 python3.12 python3.11 python "$HOME"/.pyenv/versions/3.1[1-9]*/bin/python3; do
    if new_enough "$name"; then echo "$name"; return; fi
  done
}

refuse() { echo "$1" >&2; exit 1; }

make_venv() {
  rm -rf .venv
  python=$(find_python)
  if [ -n "$python" ] && "$python" -m venv .venv >/dev/null 2>&1; then return; fi
  rm -rf .venv
  if command -v uv >/dev/null && uv venv --quiet --seed --python "${python:-3.13}" .venv; then return; fi
  if [ -n "$python" ]; then refuse "$python cannot make a virtual environment here (on Debian and Ubuntu: apt install python3-venv)."; fi
  refuse "Python 3.11 or newer is needed; found: $(python3 --version 2>/dev/null || echo none). PYTHON=/path/to/python names another."
}

# A Python that is asked for by name is never replaced by another in silence.
if [ -n "${PYTHON:-}" ] && ! new_enough "$PYTHON"; then
  refuse "PYTHON=$PYTHON does not run, or is older than Python 3.11."
fi
if ! new_enough .venv/bin/python || [ ! -e .venv/bin/pip ]; then make_venv; fi
echo "Installing $lock into .venv ..."
if command -v uv >/dev/null; then
  uv pip install --quiet --python .venv/bin/python --require-hashes -r "$lock"
else
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock"
fi
