#!/bin/sh
# Makes .venv/ with the pinned requirements and pnp itself; sees to Pango. Usage: tools/setup.sh requirements.txt
set -eu
cd "$(dirname "$0")/.."

find_python() {
    for name in python3.13 python3.12 python3.11 python3 python3.14; do
        if command -v "$name" >/dev/null 2>&1 \
            && "$name" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    echo "pnp needs Python 3.11 or later with its venv module (Debian and Ubuntu: apt install python3 python3-venv;" \
        "macOS: brew install python)." >&2
    return 1
}

# WeasyPrint itself is asked: it looks for libraries in its own way, and prints advice of its own where one is missing.
has_pango() {
    .venv/bin/python -W ignore -c 'import weasyprint' >/dev/null 2>&1
}

# Without this one WeasyPrint works, but slower.
has_subset() {
    .venv/bin/python -W ignore -c 'import sys; from weasyprint.text import ffi
sys.exit(getattr(ffi, "harfbuzz_subset", True) is None)' >/dev/null 2>&1
}

DEBIAN_PACKAGES="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

apt_install() {
    # shellcheck disable=SC2086  # a list of words is meant
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q $DEBIAN_PACKAGES >/dev/null 2>&1 </dev/null
}

how_to_get_pango() {
    if [ "$(uname -s)" = Darwin ]; then
        if [ -e /opt/homebrew/lib/libpango-1.0.dylib ]; then
            echo "it is installed, but this Python does not look there; run: brew install python, then: make clean"
        else
            echo "brew install pango"
        fi
    elif command -v apt-get >/dev/null 2>&1; then echo "sudo apt-get install $DEBIAN_PACKAGES"
    elif command -v dnf >/dev/null 2>&1; then echo "sudo dnf install pango"
    elif command -v pacman >/dev/null 2>&1; then echo "sudo pacman -S pango"
    elif command -v zypper >/dev/null 2>&1; then echo "sudo zypper install libpango-1_0-0"
    elif command -v apk >/dev/null 2>&1; then echo "sudo apk add pango"
    else echo "install Pango 1.44 or later"; fi
}

see_to_pango() {
    has_pango && has_subset && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "Installing Pango …" >&2
        apt_install || { apt-get update -q >/dev/null 2>&1 </dev/null && apt_install; } || true
    fi
    has_pango || echo "Rulebooks need Pango, which WeasyPrint cannot load here (all else builds without it): $(how_to_get_pango)" >&2
}

python=$(find_python)
[ -x .venv/bin/python ] && .venv/bin/python -c 'import pip' >/dev/null 2>&1 || { rm -rf .venv; "$python" -m venv .venv; }
echo "Setting up .venv (the first time takes a minute) …" >&2
.venv/bin/python -m pip install -q --require-hashes -r "$1"
.venv/bin/python -m pip install -q --no-deps --no-build-isolation -e .
see_to_pango
