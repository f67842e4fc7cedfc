# `make pdf` and `make test` set everything up by themselves, in .venv/ and, for tests that need Node, in .node/. Nothing is
# installed elsewhere, except Pango (for WeasyPrint) with apt where this runs as root and it is missing.

VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests start pnp many times; where nothing is kept of a compiled module, each start compiles them all.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help pdf pdf-all check test soak bench setup setup-dev lint types lock clean

help:
	@echo "make pdf      the flagship game into output/"
	@echo "make pdf-all  every bundled game"
	@echo "make check    say what is wrong with the content"
	@echo "make test     lint, types and tests; make soak: the heavy ones; make bench: the clock"
	@echo "make clean    take away .venv, .bench and what was built"

pdf: setup
	$(BIN)/pnp build legend-of-robin-hood

pdf-all: setup
	$(BIN)/pnp build

check: setup
	$(BIN)/pnp check --strict

test: setup-dev lint types
	$(BIN)/python -m pytest -n 2

lint: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup-dev
	$(BIN)/mypy

soak: setup-dev
	$(BIN)/python -m pytest -n 2 -m soak

bench: setup
	sh tools/bench.sh
	.bench/bin/python bench/run.py
	.bench/bin/python bench/reading.py
	.bench/bin/python bench/play.py kernel flagship jobs memory

setup: $(VENV)/.ready
setup-dev: $(VENV)/.ready-dev .node/.ready

# Each stamp is written last, so an interrupted set-up starts again.
$(VENV)/.ready: requirements.txt pyproject.toml tools/setup.sh
	sh tools/setup.sh requirements.txt
	touch $@

$(VENV)/.ready-dev: requirements-dev.txt pyproject.toml tools/setup.sh
	sh tools/setup.sh requirements-dev.txt
	touch $@ $(VENV)/.ready

.node/.ready: tools/node/package.json tools/node/package-lock.json tools/node.sh
	sh tools/node.sh

# For whoever moves a dependency: needs uv, which nothing else here does. Pins stay unless their line is taken out.
# A new hatchling goes into pyproject.toml too; a test says so.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header requirements.in -o requirements.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -c requirements.txt requirements-dev.in -o requirements-dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -c requirements-dev.txt bench/requirements.in -o bench/requirements.txt

clean:
	rm -rf $(VENV) .bench .node .mypy_cache .ruff_cache .pytest_cache dist
	find output -mindepth 1 ! -name .gitignore -delete
