# The two commands of the README (run, test) and the developers' check. Everything lives in .venv, made from the lock files.
.PHONY: run clean-demo test test-embedded check catalogues
.NOTPARALLEL:
bin := .venv/bin
catalogues := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))

run: .venv/base.ok $(catalogues) # a club with a tournament under way, in the browser; PORT=8001 if 8000 is taken
	@$(bin)/python manage.py demo --port $(or $(PORT),8000)

clean-demo: .venv/base.ok     # forget that club and start over
	@$(bin)/python manage.py demo --clean

test: .venv/dev.ok $(catalogues) # everything, on real servers; ARGS="-k mano" picks some
	$(bin)/python -m pytest -n 2 $(ARGS)

test-embedded: .venv/dev.ok $(catalogues) # what touches the database once more, on SQLite and without Redis
	DATABASE_URL= REDIS_URL= $(bin)/python -m pytest -n 2 -m "not browser and not slow" tests/games/api tests/games/pages \
	  tests/tournaments tests/races tests/test_permissions.py --ignore=tests/tournaments/rules $(ARGS)

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

catalogues: $(catalogues)     # the translations as the service reads them

%.mo: %.po
	@$(bin)/python -c "import polib, sys; polib.pofile(sys.argv[1]).save_as_mofile(sys.argv[2])" $< $@
