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

# The same libraries that WeasyPrint loads.
has_pango() {
    .venv/bin/python - <<'PY'
import ctypes, ctypes.util, sys
wanted = (("gobject-2.0", "libgobject-2.0.so.0", "libgobject-2.0.dylib"),
          ("pango-1.0", "libpango-1.0.so.0", "libpango-1.0.dylib"),
          ("harfbuzz-subset", "libharfbuzz-subset.so.0", "libharfbuzz-subset.dylib"),
          ("pangoft2-1.0", "libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"))
def loads(name):
    try:
        ctypes.CDLL(name)
        return True
    except OSError:
        return False
for short, *files in wanted:
    found = ctypes.util.find_library(short)
    homes = [f"{home}/{file}" for home in ("/opt/homebrew/lib", "/usr/local/lib") for file in files if file.endswith("dylib")]
    if not any(loads(name) for name in filter(None, [found, *files, *homes])):
        sys.exit(1)
PY
}

see_to_pango() {
    has_pango && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        apt-get install -y -q libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 >/dev/null 2>&1 \
            || { apt-get update -q >/dev/null 2>&1 \
                && apt-get install -y -q libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 >/dev/null; } \
            || true
        has_pango && return
    fi
    case "$(uname -s)" in
        Darwin) how="brew install pango" ;;
        *)
            if command -v apt-get >/dev/null 2>&1; then
                how="sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
            elif command -v dnf >/dev/null 2>&1; then how="sudo dnf install pango"
            elif command -v pacman >/dev/null 2>&1; then how="sudo pacman -S pango"
            elif command -v apk >/dev/null 2>&1; then how="sudo apk add pango"
            else how="install Pango 1.44 or later"; fi ;;
    esac
    echo "Rulebooks need Pango, which is not on this machine (everything else builds without it): $how" >&2
}

python=$(find_python)
[ -x .venv/bin/python ] && .venv/bin/python -c 'import pip' >/dev/null 2>&1 || { rm -rf .venv; "$python" -m venv .venv; }
echo "Setting up .venv (the first time takes a minute) …" >&2
.venv/bin/python -m pip install -q --require-hashes -r "$1"
.venv/bin/python -m pip install -q --no-deps --no-build-isolation -e .
see_to_pango
