#!/usr/bin/env bash
# The client's tests: installs what they need, checks and builds the extension, runs its unit tests, and then drives it
# in a real VS Code.
#
# Usage: tests/editor/run.sh [SUITE …]     default: every suite in tests/editor/suites
#   REPEAT=10   runs them that often
#   TRIES=2     runs a suite that failed once more
#   SKIP_BUILD=1  uses the extension as it was built last
set -euo pipefail

HERE=$(cd "$(dirname "$0")" && pwd)
CLIENT=$HERE/../../vscode-client
FOLDER=${MEMSERVER_EDITOR:-${XDG_CACHE_HOME:-$HOME/.cache}/memserver-editor}
export MEMSERVER_EDITOR=$FOLDER

build() {
  [ -x "$FOLDER/python/bin/python" ] || python3 -m venv "$FOLDER/python"
  export PYTHON=$FOLDER/python/bin/python
  cd "$CLIENT"
  if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --no-audit --no-fund --loglevel=error
  fi
  npm run --silent check
  npm test --silent
  npm run --silent package
  "$PYTHON" -m pip install --quiet --disable-pip-version-check server/*.whl
  "$PYTHON" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps server/*.whl
  node scripts/build-editor-tests.mjs
}

"$HERE/install.sh" "$FOLDER"
export PATH=$FOLDER/node/bin:$PATH
[ -n "${SKIP_BUILD:-}" ] || (build)

SUITES=("$@")
if [ ${#SUITES[@]} -eq 0 ]; then
  for file in "$HERE"/suites/*.mjs; do SUITES+=("$(basename "$file" .mjs)"); done
fi
# A browser on a busy machine may miss a beat: with TRIES=2 a suite that fails is run once more, and said to have been.
run_suite() {
  for ((try = 1; try <= ${TRIES:-1}; try++)); do
    if node "$HERE/suites/$1.mjs"; then return 0; fi
    echo "editor suite $1 failed in try $try of ${TRIES:-1}"
  done
  return 1
}

FAILED=()
for ((round = 1; round <= ${REPEAT:-1}; round++)); do
  for name in "${SUITES[@]}"; do
    run_suite "$name" || FAILED+=("$name (round $round)")
  done
done
if [ ${#FAILED[@]} -gt 0 ]; then
  echo "editor tests failed: ${FAILED[*]}"
  exit 1
fi
echo "editor tests passed: ${SUITES[*]}, ${REPEAT:-1} time(s)"
