# Everything is set up in .venv, from what the requirements*.lock files name, and set up again only when one of them changes.
# `make PYTHON=/path/to/python3` picks the Python that .venv is made with.

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip -qq --disable-pip-version-check
INSTALL := $(PIP) install --require-hashes -r
COMPILE = $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes $(if $(UPGRADE),--upgrade) \
	--custom-compile-command "make lock"
JOBS ?= auto
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

# The page is built by Node: the machine's, or else one from PyPI, which is put into .venv and so comes first.
# It trusts whom the machine trusts, as pip does.
NPM := cd client && NODE_USE_SYSTEM_CA=1 PATH="$(CURDIR)/$(VENV)/bin:$$PATH" npm
MODULES := client/node_modules/.installed
PAGE := client/node_modules/.built
# folders too: they change when a file goes
PAGE_SOURCES := $(shell find client/src client/public) $(wildcard src/texcoco/games/*/data.json src/texcoco/bots/text.*.json) client/index.html client/package.json client/vite.config.ts client/svelte.config.js client/tsconfig.json

.PHONY: help play terminal page dev wheel test test-long lint lint-page format golden types icons docs release-database bench lock clean
.SUFFIXES:

help:
	@echo "make play        build the page, serve it and open it in a browser"
	@echo "make terminal    play a game in the terminal"
	@echo "make page        build the page"
	@echo "make dev         serve the page with live reload, over a running server"
	@echo "make wheel       build the page, and the Python packages into dist/"
	@echo "make test        check style, types and imports, then run the tests"
	@echo "make test-long   the same, with the tests that take long"
	@echo "make lint        only the checks of style, types and imports"
	@echo "make format      format the code, and fix what can be fixed automatically"
	@echo "make golden      rewrite the golden playthroughs, after an intended change of rules or words"
	@echo "make types       regenerate the page's types of messages and views, after a change of the API"
	@echo "make icons       regenerate the page's PNG icons, after a change of their SVGs"
	@echo "make docs        the documentation as a site, with a reference of the Python API, in build/docs"
	@echo "make release-database   write the database that later releases must open, once for each release"
	@echo "make bench       compare with other engines, side by side"
	@echo "make lock        rewrite the requirements*.lock files (UPGRADE=1: with the newest versions)"
	@echo "make clean       remove .venv, caches and built files"
	@echo
	@echo "ARGS=... is passed on by play, terminal, test, test-long and bench. JOBS=2 runs the tests on two cores; by default on all."

play: $(VENV)/.run $(PAGE)
	@$(VENV)/bin/texcoco serve --open $(ARGS)

terminal: $(VENV)/.run
	@$(VENV)/bin/texcoco play $(ARGS)

page: $(PAGE)

dev: $(MODULES)
	@$(NPM) run --silent dev

wheel: $(VENV)/.run $(PAGE)
	@rm -rf dist
	@$(PY) -m hatchling build

test: lint $(PAGE)
	@$(PY) tests/programs.py
	@echo "tests"
	@$(PY) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

test-long: lint $(PAGE)
	@$(PY) tests/programs.py
	@echo "tests, the long ones too"
	@$(PY) -m pytest -n $(JOBS) --dist worksteal -m "long or not long" $(ARGS)

lint: lint-page $(VENV)/.dev
	@echo "style"
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --quiet --check .
	@echo "types"
	@$(PY) -m pyright
	@echo "imports"
	@$(VENV)/bin/lint-imports --no-logo
	@$(PY) -c "$$GAMES_NEED_ONLY_PYTHON"

lint-page: $(MODULES)
	@echo "style, types, rules and small tests of the page"
	@$(NPM) run --silent style
	@$(NPM) run --silent check
	@$(NPM) run --silent lint
	@$(NPM) run --silent test

format: $(VENV)/.dev $(MODULES)
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@$(NPM) run --silent format

golden: $(VENV)/.dev
	@$(PY) tests/contract/test_golden.py
	@$(PY) tests/research/write_playthroughs.py

types: $(VENV)/.dev $(MODULES)
	@$(PY) tests/page/test_generated_types.py

icons: $(VENV)/.dev
	@$(PY) tests/icons.py

docs: $(VENV)/.dev
	@$(PY) docs/site.py build/docs
	@echo "build/docs/index.html"

release-database: $(VENV)/.dev
	@$(PY) tests/upgrade/write.py

bench: $(VENV)/.bench
	@test -f benchmarks/__main__.py || { echo "There is no benchmarks/__main__.py to run."; exit 1; }
	@$(PY) -m benchmarks $(ARGS)

lock: $(VENV)/.dev
	@$(COMPILE) pyproject.toml --group build -o requirements.lock
	@$(COMPILE) --group page -o requirements-page.lock
	@$(COMPILE) pyproject.toml --group build --group dev -c requirements.lock -c requirements-page.lock -o requirements-dev.lock
	@$(COMPILE) pyproject.toml --group build --group bench -c requirements-dev.lock -o requirements-bench.lock
	@if grep -nE '://|^ *-|[[:alnum:]] @ ' requirements*.lock | grep -vE ':    --hash=sha256:[0-9a-f]{64}( \\)?$$'; \
		then echo "A lock holds names, versions and hashes, and no address."; exit 1; fi
	@if grep -n '"resolved"' client/package-lock.json; then echo "client/.npmrc keeps addresses out of package-lock.json."; exit 1; fi
	@echo "requirements*.lock are up to date"

clean:
	rm -rf $(VENV) client/node_modules src/texcoco/web/client dist build .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage htmlcov
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

# Vite 8 needs Node 20.19, 22.12 or newer; npm 10 fails to install it on some machines.
define NODE_WILL_DO
const [major, minor] = process.versions.node.split(".").map(Number);
process.exit(major >= 24 || (major == 22 && minor >= 12) || (major == 20 && minor >= 19) ? 0 : 1);
endef
export NODE_WILL_DO

$(VENV)/.node: $(VENV)/.made requirements-page.lock
	@rm -f $@
	@if node -e "$$NODE_WILL_DO" 2>/dev/null && npm --version 2>/dev/null | grep -Eq '^(1[1-9]|[2-9][0-9])[.]'; then :; else \
		echo "Installing Node in $(VENV)"; \
		$(INSTALL) requirements-page.lock; \
	fi
	@touch $@

$(MODULES): $(VENV)/.node client/package-lock.json client/package.json client/.npmrc
	@echo "Installing what the page is built with in client/node_modules"
	@$(NPM) ci --loglevel=error
	@touch $@

# The mark is not in the built folder: whatever is there is served.
ifeq ($(wildcard src/texcoco/web/client/index.html),)
.PHONY: $(PAGE)
endif

$(PAGE): $(MODULES) $(PAGE_SOURCES)
	@echo "Building the page"
	@rm -f $@
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@
