# Duplicato's commands. `make run` is all a newcomer needs: Python 3.11 or later, make and git.
# Variables: PORT (8000), HOST (0.0.0.0), PYTHON (python3), and those of duplicato/environment.py.

PYTHON ?= python3
HOST ?= 0.0.0.0
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
MANAGE := $(BIN)/python manage.py
INSTALL_INPUTS := pyproject.toml constraints.txt setup.py $(wildcard lexicon/*.pxd tournaments/engine/*.pxd) \
	$(patsubst %.pxd,%.py,$(wildcard lexicon/*.pxd tournaments/engine/*.pxd))

export DUPLICATO_TEST_POSTGRES_URL ?= postgresql://postgres@127.0.0.1:5432/duplicato
export DUPLICATO_TEST_REDIS_URL ?= redis://127.0.0.1:6379/15

# The tests that need more than Python: chromium, a schema fuzzer, the binaries of PostgreSQL and Redis.
NEEDS_MORE := tests/browser tests/service tests/faults
PYTEST := $(BIN)/python -m pytest -q
ON_POSTGRES := DATABASE_URL=$(DUPLICATO_TEST_POSTGRES_URL) REDIS_URL=$(DUPLICATO_TEST_REDIS_URL) \
	DUPLICATO_SECRET_KEY=for-the-tests-only-and-for-nothing-else

.PHONY: help setup run test test-all check constraints clean prepare
.DEFAULT_GOAL := help
.NOTPARALLEL:

help:
	@echo "make run       set everything up and serve on port $(PORT)"
	@echo "make setup     the set-up alone: environment, messages, database, lexicon"
	@echo "make test      every test that needs nothing but Python"
	@echo "make test-all  also those that need PostgreSQL, Redis, chromium and docker-compose"
	@echo "make check     ruff, mypy, migrations, import layers, known vulnerabilities"

setup: $(VENV)/installed prepare

# One process sets up what is missing and then serves: a later start takes a second or two.
run: $(VENV)/installed
	$(MANAGE) serve --set-up --host $(HOST) --port $(PORT)

test: $(VENV)/installed-dev prepare
	$(PYTEST) -n 2 $(addprefix --ignore=,$(NEEDS_MORE)) -m "not postgres and not redis" $(if $(CI),--fail-on-skip)

# What `test` ran is not run again on SQLite; on PostgreSQL it is.
test-all: $(VENV)/installed-all test
	$(PYTEST) -n 2 --fail-on-skip -m "not postgres" tests/browser tests/service
	$(ON_POSTGRES) $(PYTEST) -n 2 --fail-on-skip tests/tournaments
	$(ON_POSTGRES) $(PYTEST) --fail-on-skip -m postgres --ignore=tests/browser --ignore=tests/faults tests
	$(PYTEST) -n 2 --fail-on-skip tests/faults

check: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(MANAGE) makemigrations --check --dry-run
	$(BIN)/python -m pytest -q tests/test_layers.py
	$(BIN)/python .ci/audit.py

# Messages, database and lexicon: each does nothing when it is up to date.
prepare: | $(VENV)/installed
	@$(MANAGE) compile_catalogues
	@$(MANAGE) migrate --verbosity 0
	@if [ -f lexicon/management/commands/build_lexicon.py ]; then $(MANAGE) build_lexicon it --if-missing; fi

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Duplicato needs Python 3.11 or later; '$(PYTHON)' is missing or older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; \
		exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
		echo "Python cannot make a virtual environment here. On Debian and Ubuntu: apt install python3-venv"; \
		rm -rf $(VENV); exit 1; }

# Each level installs the ones below it in the same step, so that the compiled modules are built once.
$(VENV)/installed: $(INSTALL_INPUTS) | $(VENV)/bin/python
	$(PIP) install --quiet -c constraints.txt -e .
	@touch $@

$(VENV)/installed-dev: $(INSTALL_INPUTS) | $(VENV)/bin/python
	$(PIP) install --quiet -c constraints.txt -e ".[dev]"
	@touch $(VENV)/installed $@

$(VENV)/installed-all: $(INSTALL_INPUTS) | $(VENV)/bin/python
	$(PIP) install --quiet -c constraints.txt -e ".[dev,browser,service]"
	@touch $(VENV)/installed $(VENV)/installed-dev $@

# Exact versions of what is installed now, without the addresses that it came from.
constraints: $(VENV)/installed-all
	@echo "# Exact versions for every install: pip install -c constraints.txt. Made by 'make constraints'." > constraints.new
	@$(PIP) list --format=freeze --exclude-editable --exclude pip --exclude setuptools | sort -f >> constraints.new
	@mv constraints.new constraints.txt

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
	rm -f lexicon/*.so lexicon/*.c tournaments/engine/*.so tournaments/engine/*.c
	@echo "The data folder (database, lexicons, secret key) was left alone."
