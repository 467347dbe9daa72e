#!/usr/bin/env bash
# Installs what the build needs beside Swift itself; does nothing, and says nothing, where it is all there.
#
#   packaging/install-build-needs.sh [--tests | --bench | --decoding | --web | --man | --deb | --cluster | --image]
set -euo pipefail
cd "$(dirname "$0")/.."

apt_options=(-y --no-install-recommends -o DPkg::Lock::Timeout=300)

# has_command NAME | has_library PKG-CONFIG-NAME
has_command() { command -v "$1" >/dev/null 2>&1; }
has_pip() { python3 -m pip --version >/dev/null 2>&1; }
has_orjson() { PYTHONPATH=.build/bench-python python3 -c 'import orjson' 2>/dev/null; }
has_orjson_or_pip() { has_orjson || has_pip; }
has_inter() { compgen -G '/usr/share/fonts/*/inter' >/dev/null; }
has_nats_server() { has_command nats-server || [ -x /usr/sbin/nats-server ]; }
has_library() { pkg-config --exists "$1" 2>/dev/null; }

# package | how to see that it is there | why
build_needs=(
  'pkg-config|has_command pkg-config|finds the C libraries below'
  'libcurl4-openssl-dev|has_library libcurl|asks the leagues and posts to webhooks'
  'libnats-dev|has_library libnats|has the types of NATS, which is loaded when a cluster is configured'
  'libmosquitto-dev|has_library libmosquitto|publishes to brokers of MQTT'
  'libssl-dev|has_library libcrypto|signs messages to webhooks'
  'libsystemd-dev|has_library libsystemd|speaks to the service manager and the journal'
  'libsqlite3-dev|has_library sqlite3|keeps the log of events'
  'zlib1g-dev|has_library zlib|compresses recordings'
  'python3|has_command python3|selects the data of ICU for a release'
)
test_needs=(
  'python3|has_command python3|stands in for receivers in the tests'
  'gzip|has_command gzip|unpacks recorded games in the tests'
)
bench_needs=(
  'python3|has_command python3|runs the benchmarks'
  'redis-server|has_command redis-server|is what the socket is measured beside'
  'nodejs|has_command node|is what memory and decoding are measured beside'
)

decoding_needs=(
  'python3|has_command python3|runs the benchmarks'
  'g++|has_command g++|compiles the programs below'
  'nodejs|has_command node|is what the decoder is measured beside'
  'python3-pip|has_orjson_or_pip|installs orjson, which the decoder is measured beside'
  'libsimdjson-dev|has_library simdjson|is what the decoder is measured beside'
  'zlib1g-dev|has_library zlib|is what inflating costs'
  'libdeflate-dev|has_library libdeflate|is what inflating costs'
  'libisal-dev|has_library libisal|is what inflating costs'
)

web_needs=(
  'python3|has_command python3|runs the tests in a browser'
  'python3-pip|has_pip|installs the packages that drive the browser'
  'chromium|has_command chromium|is the browser'
  'fonts-inter|has_inter|is the font of the pictures'
)

# For `make install`, beside the program.
man_needs=(
  'lowdown|has_command lowdown|makes the man pages from docs'
)

deb_needs=(
  "${man_needs[@]}"
  'debhelper|has_command dh|makes the package'
  'dpkg-dev|has_command dpkg-buildpackage|makes the package'
  'lintian|has_command lintian|looks for faults in the package'
  'shellcheck|has_command shellcheck|looks for faults in its scripts'
)

# For `make image`, beside the package. Its test needs skopeo, umoci and crun too.
image_needs=(
  'python3|has_command python3|makes the image'
  'dpkg|has_command dpkg-deb|unpacks the packages with the libraries'
  'apt|has_command apt-get|downloads them'
  'binutils|has_command objcopy|reads which libraries the program loads'
)

# For `make cluster` and `make cluster-demo`.
cluster_needs=(
  'python3|has_command python3|runs the nodes'
  'nats-server|has_nats_server|is what the nodes share'
  'libnats3.4|has_library libnats|speaks to it'
)

needs=("${build_needs[@]}")
case "${1-}" in
  '') ;;
  --tests) needs+=("${test_needs[@]}") ;;
  --web) needs=("${web_needs[@]}") ;;
  --bench) needs+=("${bench_needs[@]}") ;;
  --decoding) needs+=("${decoding_needs[@]}") ;;
  --man) needs=("${man_needs[@]}") ;;
  --deb) needs=("${deb_needs[@]}") ;;
  --cluster) needs=("${cluster_needs[@]}") ;;
  --image) needs=("${image_needs[@]}") ;;
  *) echo "usage: $0 [--tests | --bench | --decoding | --web | --man | --deb | --cluster | --image]" >&2; exit 64 ;;
esac

if [[ ! "${1-}" =~ ^--(man|deb|web|image)$ ]] && ! has_command swift; then
  echo "swift: not found; install Swift 6.2 or later from https://www.swift.org/install/linux/" >&2
  exit 1
fi

want=${1-}
missing=()
reasons=()
for need in "${needs[@]}"; do
  IFS='|' read -r package check why <<<"$need"
  # shellcheck disable=SC2086 # a check is a command and its argument
  if ! $check; then
    missing+=("$package")
    reasons+=("  $package: $why")
  fi
done

# Python packages, in folders of their own. Those that drive the browser download no browser.
web_python=.build/web-python
bench_python=.build/bench-python
install_python_packages() {
  case $want in
    --web)
      PYTHONPATH="$web_python" python3 -c 'import playwright, axe_playwright_python, PIL' 2>/dev/null \
        || pip_install "$web_python" playwright axe-playwright-python pillow
      ;;
    --decoding) has_orjson || pip_install "$bench_python" orjson ;;
  esac
}

# pip_install FOLDER PACKAGE…
pip_install() {
  echo "Installing ${*:2} in $1 with pip."
  python3 -m pip install --quiet --disable-pip-version-check --target "$1" "${@:2}"
}

if [ ${#missing[@]} -eq 0 ]; then
  install_python_packages
  exit
fi

echo "These packages are missing:"
printf '%s\n' "${reasons[@]}"

as_root=()
if ! has_command apt-get; then
  echo "apt-get: not found; install the same libraries with your system's package manager" >&2
  exit 1
elif [ "$(id -u)" -ne 0 ]; then
  if ! has_command sudo || { [ ! -t 0 ] && ! sudo -n true 2>/dev/null; }; then
    echo "not root, and sudo cannot ask here; run: su -c 'apt-get update && apt-get install -y ${missing[*]}'" >&2
    exit 1
  fi
  as_root=(sudo)
fi

# A Debian frontend that asks would wait for ever where nobody sits.
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null; }

has_lists() { compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; }

install() { apt install -q "${apt_options[@]}" "${missing[@]}"; }

# A server that is only measured or tried shall not run as a service: apt asks this file whether it may start one.
policy=/usr/sbin/policy-rc.d
forbid_services() {
  [ ! -e "$policy" ] || return 0
  trap '"${as_root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
  "${as_root[@]}" chmod 755 "$policy"
}

# Nor from the next boot on.
disable_services() {
  has_command systemctl || return 0
  local server
  for server in redis-server nats-server; do
    [[ " ${missing[*]} " == *" $server "* ]] || continue
    "${as_root[@]}" systemctl disable --now --quiet "$server.service" 2>/dev/null || true
  done
}

echo "Installing them with apt-get."
[[ ! "${1-}" =~ ^--(bench|cluster)$ ]] || forbid_services
if ! has_lists || ! install; then
  apt update -q -o DPkg::Lock::Timeout=300
  install || {
    echo "apt-get could not install ${missing[*]}; its own words are above" >&2
    exit 1
  }
fi
disable_services
install_python_packages
