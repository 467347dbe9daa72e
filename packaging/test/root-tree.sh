#!/usr/bin/env bash
# Builds a minimal Debian 12 with systemd in a folder for booted.py, and prints its path in the last line.
#
#   packaging/test/root-tree.sh [FOLDER]       the default is /var/cache/livegamed-root-tree-HASH
#
# Needs root and Debian's mirror; installs mmdebstrap if it is missing. A complete folder is reused; the hash is that
# of its list of packages. Exits 64 if the folder has content that this script has not created, and 77, with one line,
# if a tree cannot be built.
set -euo pipefail

if [ $# -gt 1 ] || [[ ${1-} == -* ]]; then
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 64
fi

# The dependencies of livegamed, and the usual packages of a home server: package installation must not need a
# network.
packages=systemd-sysv,dbus,libnss-systemd,libpam-systemd,ca-certificates,libcurl4,libmosquitto1,libsqlite3-0,zlib1g,procps,tzdata,jq,openssl,socat

# The mark beside a tree shows that this script created it, and its packages, so that another list builds another
# tree.
wanted="1 bookworm $packages"
folder=$(realpath -m "${1:-/var/cache/livegamed-root-tree-$(sha256sum <<<"$wanted" | head -c 8)}")
mark=$folder.made

if [ -e "$folder" ] && ! grep -qsE '^[0-9]+ [a-z]+ systemd-sysv,' "$mark" \
  && { [ ! -d "$folder" ] || [ -n "$(ls -A "$folder")" ]; }; then
  echo "$folder is no root tree of ours and would be lost: name a folder that is empty or not there" >&2
  exit 64
fi

skip() { echo "skipped: $1"; exit 77; }

[ "$EUID" -eq 0 ] || skip "a root tree needs root"
unshare --mount --pid --fork true 2>/dev/null || skip "a root tree needs unshare(2)"

finish_if_complete() {
  [ -d "$folder" ] && [ "$(cat "$mark" 2>/dev/null)" = "$wanted" ] || return 0
  echo "root tree: $folder"
  exit 0
}

# Several runs may need the same tree at once: the first builds it. booted.py shares the lock while a machine uses it.
mkdir -p "$(dirname "$folder")"
exec 9>>"$folder.lock"
flock --shared 9
finish_if_complete
flock --nonblock 9 || { echo "waiting for those who use $folder" >&2; flock 9; }
finish_if_complete

log=$(mktemp)
new=
trap 'rm -rf --one-file-system "$log" ${new:+"$new"}' EXIT
apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" \
    </dev/null >"$log" 2>&1
}
if ! command -v mmdebstrap >/dev/null; then
  command -v apt-get >/dev/null || skip "mmdebstrap is not there"
  apt_install mmdebstrap || { apt-get update -q </dev/null >/dev/null 2>&1 && apt_install mmdebstrap; } \
    || skip "mmdebstrap cannot be installed here"
fi

# The tree is complete or absent, because it is renamed at the end. Man pages of other packages are excluded, but ours
# are installed.
new=$(mktemp -d "$folder.new.XXXXXX")
# shellcheck disable=SC2016 # mmdebstrap's shell expands $1
if ! mmdebstrap --quiet --mode=root --variant=minbase --include="$packages" \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' \
  --customize-hook='rm -f "$1"/etc/dpkg/dpkg.cfg.d/99mmdebstrap' \
  bookworm "$new" </dev/null >"$log" 2>&1; then
  skip "Debian could not be fetched: $(grep -E '^(E|W|Err)[:]' "$log" | head -n 1)"
fi
chmod 0755 "$new"
rm -rf --one-file-system "$folder"
# The mark comes first, so that an interruption never leaves a folder without one.
printf '%s\n' "$wanted" >"$mark"
mv -T "$new" "$folder"
echo "root tree: $folder"
