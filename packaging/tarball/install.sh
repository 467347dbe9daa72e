#!/usr/bin/env bash
# Installs livegamed from the folder of this script, or removes it.
#
#   ./install.sh [--prefix FOLDER]              the default is /usr/local
#   ./install.sh [--prefix FOLDER] --uninstall  keeps /etc/livegamed and /var/lib/livegamed
#
# DESTDIR is put before every path, for building packages: then files are only copied or removed.
set -euo pipefail
here=$(dirname "$(realpath "$0")")

usage() { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; }

prefix=/usr/local
uninstall=
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) prefix=${2:?--prefix takes a folder}; shift 2 ;;
    --prefix=*) prefix=${1#*=}; shift ;;
    --uninstall) uninstall=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 64 ;;
  esac
done
[[ $prefix == /* ]] || { echo "--prefix takes an absolute path, not '$prefix'" >&2; exit 64; }
destination=${DESTDIR-}
configuration=/etc/livegamed/livegamed.yaml
units=(livegamed.socket livegamed.service)

# Whether the running system is changed, and not the root of a package.
is_live() { [ -z "$destination" ]; }
has_systemd() { is_live && [ -d /run/systemd/system ]; }

if is_live && [ "$(id -u)" -ne 0 ]; then
  echo "run it as root: sudo $0" >&2
  exit 77
fi

# place FILE: prints the destination of a file of the archive. systemd reads unit folders only in /usr and /usr/local.
place() {
  local unit_prefix=/usr/local
  [ "$prefix" != /usr ] || unit_prefix=/usr
  case $1 in
    usr/local/lib/systemd/*) printf '%s\n' "$destination$unit_prefix/${1#usr/local/}" ;;
    usr/local/*) printf '%s\n' "$destination$prefix/${1#usr/local/}" ;;
    *) printf '%s\n' "$destination/$1" ;;
  esac
}

cd "$here/files"

if [ -n "$uninstall" ]; then
  if has_systemd; then systemctl disable --now --quiet "${units[@]}" 2>/dev/null || true; fi
  while read -r file; do
    [[ $file == etc/* ]] || rm -f "$(place "$file")"
  done < <(find . -type f -printf '%P\n')
  documentation=$destination$prefix/share/doc/livegamed
  rmdir --ignore-fail-on-non-empty "$documentation"/{examples,pictures} "$documentation" 2>/dev/null || true
  if has_systemd; then
    rmdir --ignore-fail-on-non-empty /run/livegamed 2>/dev/null || true
    systemctl daemon-reload
    journalctl --update-catalog
  fi
  echo "livegamed is removed. Yours are still /etc/livegamed and /var/lib/livegamed, and the group livegame-clients."
  exit 0
fi

# Fails, and says why, if the program is for another machine.
ldd usr/local/bin/livegamed >/dev/null
# The program loads libcurl by name; with LD_PRELOAD, ldd lists it too.
later=libcurl.so.4
libraries=$(LD_PRELOAD=$later ldd usr/local/bin/livegamed 2>/dev/null)
missing=$(sed -n 's/^\s*\(\S*\) => not found$/\1/p' <<<"$libraries")
grep -q "^\s*$later => /" <<<"$libraries" || missing=${missing:+$missing$'\n'}$later
if is_live && [ -n "$missing" ]; then
  echo "these libraries are missing: ${missing//$'\n'/ }; INSTALL.md says in which packages they are" >&2
  exit 69
fi

# Modes do not depend on the umask with which the archive was unpacked, and existing folders keep theirs.
mode_of() {
  case $1 in
    etc/livegamed/credentials) echo 0700 ;;
    */bin/*) echo 0755 ;;
    *) if [ -d "$1" ]; then echo 0755; else echo 0644; fi ;;
  esac
}
while read -r folder; do
  [ -d "$destination/$folder" ] || install -d -m "$(mode_of "$folder")" "$destination/$folder"
done < <(find etc -type d)
while read -r file; do
  target=$(place "$file")
  [ "$file" != "${configuration#/}" ] || [ ! -e "$target" ] || continue
  install -D -m "$(mode_of "$file")" "$file" "$target"
done < <(find . -type f -printf '%P\n')
sed -i "s|/usr/local/bin/livegamed|$prefix/bin/livegamed|g" "$(place usr/local/lib/systemd/system/livegamed.service)"

if has_systemd; then
  systemd-sysusers /usr/lib/sysusers.d/livegamed.conf
  journalctl --update-catalog
  systemctl daemon-reload
  # An upgrade: the socket stays open meanwhile.
  systemctl try-restart livegamed.service
fi
echo "livegamed is installed under $destination$prefix; its configuration is $destination$configuration."
! has_systemd || echo "Start it, now and at each boot: systemctl enable --now ${units[*]}"
