# Everything is set up in .venv, from what the requirements*.lock files name, and set up again only when one of them changes.
# `make PYTHON=/path/to/python3` picks the Python that .venv is made with.

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip -qq --disable-pip-version-check
INSTALL := $(PIP) install --require-hashes -r
COMPILE = $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes $(if $(UPGRADE),--upgrade) \
	--custom-compile-command "make lock" pyproject.toml --group build
JOBS ?= auto
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.PHONY: help play test test-long lint format golden bench lock clean
.SUFFIXES:

help:
	@echo "make play        play a game in the terminal"
	@echo "make test        check style, types and imports, then run the tests"
	@echo "make test-long   the same, with the tests that take long"
	@echo "make lint        only the checks of style, types and imports"
	@echo "make format      lay out the code and mend what can be mended"
	@echo "make golden      write the golden playthroughs anew, after a change of rules or words that is meant"
	@echo "make bench       compare with other engines, side by side"
	@echo "make lock        write the requirements*.lock files anew (UPGRADE=1: with the newest versions)"
	@echo "make clean       remove .venv, caches and built files"
	@echo
	@echo "ARGS=... goes to what play, test, test-long and bench start. JOBS=2 tests on two cores; all of them by default."

play: $(VENV)/.run
	@$(VENV)/bin/texcoco play $(ARGS)

test: lint
	@echo "tests"
	@$(PY) -m pytest -n $(JOBS) $(ARGS)

test-long: lint
	@echo "tests, the long ones too"
	@$(PY) -m pytest -n $(JOBS) -m "long or not long" $(ARGS)

lint: $(VENV)/.dev
	@echo "style"
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --quiet --check .
	@echo "types"
	@$(PY) -m pyright
	@echo "imports"
	@$(VENV)/bin/lint-imports --no-logo
	@$(PY) -c "$$GAMES_NEED_ONLY_PYTHON"

format: $(VENV)/.dev
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

golden: $(VENV)/.dev
	@$(PY) tests/contract/test_golden.py

bench: $(VENV)/.bench
	@test -f benchmarks/__main__.py || { echo "There is no benchmarks/__main__.py to run."; exit 1; }
	@$(PY) -m benchmarks $(ARGS)

lock: $(VENV)/.dev
	@$(COMPILE) -o requirements.lock
	@$(COMPILE) --group dev -c requirements.lock -o requirements-dev.lock
	@$(COMPILE) --group bench -c requirements-dev.lock -o requirements-bench.lock
	@if grep -nE '://|^ *-|[[:alnum:]] @ ' requirements*.lock | grep -vE ':    --hash=sha256:[0-9a-f]{64}( \\)?$$'; \
		then echo "A lock holds names, versions and hashes, and no address."; exit 1; fi
	@echo "requirements.lock, requirements-dev.lock and requirements-bench.lock are up to date"

clean:
	rm -rf $(VENV) dist build .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage htmlcov
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The games use the standard library only: import-linter can forbid packages by name, not all but some.
define GAMES_NEED_ONLY_PYTHON
import grimp, sys
graph = grimp.build_graph("texcoco", include_external_packages=True, cache_dir=None)
ours = [module for module in graph.modules if (module + ".").startswith("texcoco.games.")]
used = {(module, other) for module in ours for other in graph.find_modules_directly_imported_by(module)}
foreign = sorted((module, other) for module, other in used if other.split(".")[0] not in sys.stdlib_module_names | {"texcoco"})
for module, other in foreign: print(module, "imports", other, "but a game may use the standard library only")
sys.exit(bool(foreign))
endef
export GAMES_NEED_ONLY_PYTHON

# Set-up. Each step leaves its mark only when all of it went well. A .venv whose Python is gone, or that has been moved, is made again.
ifneq ($(shell test "`cat $(VENV)/.made 2>/dev/null`" = "$(CURDIR)" && $(PY) -c 'print("sound")' 2>/dev/null),sound)
.PHONY: $(VENV)/.made
endif

$(VENV)/.made:
	@for python in $(or $(PYTHON),python3 python3.13 python3.12 python3.11 python); do \
		if $$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			echo "Making $(VENV) with `$$python --version`"; \
			$$python -m venv --clear $(VENV) && pwd >$@; exit; \
		fi; \
	done; \
	echo "Texcoco needs Python 3.11 or newer, with its venv module (on Debian and Ubuntu: packages python3 and python3-venv)."; \
	echo "If you have one that was not found: make PYTHON=/path/to/python3"; \
	exit 1

$(VENV)/.run: $(VENV)/.made requirements.lock pyproject.toml
	@echo "Installing Texcoco in $(VENV)"
	@rm -f $@
	@$(INSTALL) requirements.lock
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@echo "Installing the tools for tests in $(VENV)"
	@rm -f $@
	@$(INSTALL) requirements-dev.lock
	@touch $@

$(VENV)/.bench: $(VENV)/.run requirements-bench.lock
	@echo "Installing what the benchmarks compare with in $(VENV)"
	@rm -f $@
	@$(INSTALL) requirements-bench.lock
	@touch $@
