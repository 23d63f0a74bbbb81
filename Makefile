# The two commands of the README (run, test) and the developers' check. Everything lives in .venv, made from the lock files.
.PHONY: run clean-demo test test-embedded check
bin := .venv/bin

run: .venv/base.ok            # a club with a tournament under way, in the browser; PORT=8001 if 8000 is taken
	@$(bin)/python manage.py demo --port $(or $(PORT),8000)

clean-demo: .venv/base.ok     # forget that club and start over
	@$(bin)/python manage.py demo --clean

test: .venv/dev.ok            # everything, on real servers; ARGS="-k mano" picks some
	$(bin)/python -m pytest -n 2 $(ARGS)

test-embedded: .venv/dev.ok   # what touches the database once more, on SQLite and without Redis
	DATABASE_URL= REDIS_URL= $(bin)/python -m pytest -n 2 -m "not browser and not slow" tests/games/api tests/games/pages \
	  tests/tournaments tests/test_races.py tests/test_permissions.py --ignore=tests/tournaments/rules $(ARGS)

check: export DATABASE_URL =
check: export REDIS_URL =
check: export VAR_DIR = .venv/check
check: .venv/dev.ok           # style, who may import whom, types, missing migrations, the API's schema
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/lint-imports --no-cache
	$(bin)/mypy
	$(bin)/python manage.py makemigrations --check --dry-run
	$(bin)/python manage.py spectacular --validate --fail-on-warn --file /dev/null

.venv/%.ok: requirements/%.txt requirements/install.sh
	@sh requirements/install.sh $<
	@touch $@
