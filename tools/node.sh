#!/bin/sh
# Makes .node/ with the pinned tools that are written for Node. A machine without node goes without them, CI excepted.
set -eu
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null 2>&1; then
    echo "There is no npm here: the tests that need Node are skipped." >&2
    [ -z "${CI:-}" ]
    exit
fi
mkdir -p .node
cp tools/node/package.json tools/node/package-lock.json .node/
npm ci --prefix .node --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
touch .node/.ready
