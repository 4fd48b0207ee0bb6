# Two commands are all a newcomer needs: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run hub test lint format bench soak firmware flash lock clean help install upgrade uninstall test-install test-arm64

help: ## Say what there is
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed 's/:.*## /\t/'

run: $(VENV)/run.done ## Start the companion (a simulated table unless companion.toml says otherwise)
	$(BIN)/companion run --port $(or $(PORT),8000)

hub: $(VENV)/hub.done ## Set up and start the hub of a game night: make hub HUB="--broker mqtts://localhost …"
	$(BIN)/companion hub $(HUB)

test: $(VENV)/dev.done ## Set up what tests need and run them
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

lint: $(VENV)/dev.done ## Check style and types only
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

format: $(VENV)/dev.done ## Put the code into its one form
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

install: ## Make this Raspberry Pi a table: user, service, names for the board (sudo make install)
	$(PYTHON) -m companion.appliance install

upgrade: ## Use this checkout's version, or go back by itself if it is not well (sudo make upgrade)
	$(PYTHON) -m companion.appliance upgrade

uninstall: ## Take the program away; games, profile and config stay (sudo make uninstall)
	$(PYTHON) -m companion.appliance uninstall

test-install: ## Install, a broken upgrade and uninstall in a throw-away Debian root (as root; needs debootstrap)
	$(PYTHON) -m tests.appliance.throwaway

test-arm64: $(VENV)/dev.done ## The whole test suite under 64-bit ARM emulation (as root; needs debootstrap, qemu-user-static; hours)
	$(BIN)/python -m tests.appliance.arm64

bench: $(VENV)/dev.done ## Measure, each figure beside a reference of the same run
	$(BIN)/python benchmarks/run.py

soak: $(VENV)/dev.done ## The long runs: whole random games by the thousand, bad wires by the hour
	$(BIN)/python benchmarks/run.py --soak

firmware: ## Build the firmware of the serial board (needs gcc-avr, avr-libc)
	$(MAKE) -C hardware/firmware

flash: ## Write it to the board: make flash PORT=/dev/ttyUSB0
	$(MAKE) -C hardware/firmware flash PORT=$(PORT)

# The virtual environment. Debian keeps pip for it in a package of its own (python3-venv).
$(BIN)/python:
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
	  echo "Python's venv is missing; installing python3-venv"; \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -q && apt-get install -qy python3-venv; \
	  else sudo apt-get update -q && sudo apt-get install -qy python3-venv; fi && $(PYTHON) -m venv $(VENV); }

$(VENV)/run.done: .locks/run.txt pyproject.toml | $(BIN)/python
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r .locks/run.txt
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/hub.done: .locks/hub.txt $(VENV)/run.done
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r .locks/hub.txt
	@touch $@

$(VENV)/dev.done: .locks/dev.txt $(VENV)/run.done
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r .locks/dev.txt
	@touch $@

lock: ## Choose the newest versions of everything we depend on and write them down
	uv pip compile -q --universal --generate-hashes --no-emit-index-url pyproject.toml .locks/build.in -o .locks/run.txt
	uv pip compile -q --universal --generate-hashes --no-emit-index-url pyproject.toml .locks/build.in --extra dev -c .locks/run.txt -o .locks/dev.txt
	uv pip compile -q --universal --generate-hashes --no-emit-index-url pyproject.toml .locks/build.in --extra hub -c .locks/dev.txt -o .locks/hub.txt
	uv pip compile -q --universal --generate-hashes --no-emit-index-url .locks/pi.in -c .locks/run.txt -o .locks/pi.txt

clean: ## Forget the virtual environment and caches; games in data/ stay
	rm -rf --one-file-system $(VENV) .mypy_cache .ruff_cache .pytest_cache build *.egg-info
