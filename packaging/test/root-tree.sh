#!/usr/bin/env bash
# Builds a minimal Debian 12 with systemd in a folder, for booted.py to boot.
#
#   packaging/test/root-tree.sh FOLDER
#
# Needs root and Debian's mirror; installs mmdebstrap where it is missing. A folder that is complete is left as it is,
# so that it can be kept from run to run. Exits 77, with one line, where a tree cannot be built.
set -euo pipefail

[ $# -eq 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
folder=$(realpath -m "$1")

# What livegamed depends on, and what a home server has: package installation must not need a network.
packages=systemd-sysv,dbus,libnss-systemd,libpam-systemd,ca-certificates,libcurl4,libsqlite3-0,libstdc++6,procps,tzdata

# The mark, beside a complete tree, says what is in it, so that another list of packages builds another tree.
mark=$folder.made
wanted="1 bookworm $packages"

skip() { echo "skipped: $1"; exit 77; }

[ "$EUID" -eq 0 ] || skip "a root tree needs root"
unshare --mount --pid --fork true 2>/dev/null || skip "a root tree needs unshare(2)"

# Several may want the same tree at one time: the first builds it.
mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock"
flock 9
if [ -d "$folder" ] && [ "$(cat "$mark" 2>/dev/null)" = "$wanted" ]; then
  echo "root tree: $folder"
  exit 0
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" \
    </dev/null >"$log" 2>&1
}
if ! command -v mmdebstrap >/dev/null; then
  command -v apt-get >/dev/null || skip "mmdebstrap is not there"
  apt_install mmdebstrap || { apt-get update -q </dev/null >/dev/null 2>&1 && apt_install mmdebstrap; } \
    || skip "mmdebstrap cannot be installed here"
fi

# Complete or not there: it is renamed at the end. Manuals of others would be half of it, but ours shall be installed.
rm -rf "$folder.new" "$folder" "$mark"
# shellcheck disable=SC2016 # mmdebstrap's shell expands $1
if ! mmdebstrap --quiet --mode=root --variant=minbase --include="$packages" \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' \
  --customize-hook='rm -f "$1"/etc/dpkg/dpkg.cfg.d/99mmdebstrap' \
  bookworm "$folder.new" </dev/null >"$log" 2>&1; then
  rm -rf "$folder.new"
  skip "Debian could not be fetched: $(grep -E '^(E|W|Err)[:]' "$log" | head -n 1)"
fi
mv "$folder.new" "$folder"
printf '%s\n' "$wanted" >"$mark"
echo "root tree: $folder"
