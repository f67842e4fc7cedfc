#!/bin/sh
# Makes .bench/, where the clock runs: pnp as it is installed, not as it is worked on, and what it is measured against. The
# system's own Python is taken where it will do: distributions build theirs guided by a profile, and what somebody compiled
# without one runs everything a tenth slower. Needs .venv/.
set -eu
cd "$(dirname "$0")/.."

find_python() {
    for one in /usr/bin/python3 .venv/bin/python; do
        if "$one" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$one"
            return
        fi
    done
}

install() {
    .venv/bin/python -m pip --python .bench/bin/python install -q "$@"
}

[ -x .bench/bin/python ] || { rm -rf .bench; "$(find_python)" -m venv --without-pip .bench; }
cat requirements-dev.txt bench/requirements.txt >.bench/asked.new
if ! cmp -s .bench/asked.new .bench/asked; then
    echo "Setting up .bench (the first time takes a minute) …" >&2
    install --require-hashes -r requirements-dev.txt -r bench/requirements.txt
    mv .bench/asked.new .bench/asked
fi
install --no-deps --no-build-isolation --force-reinstall .
