#!/usr/bin/env bash
# Packages the program of `make release`: .build/deb/livegamed_VERSION_ARCH.deb. `make deb` runs it.
#
# dpkg-buildpackage needs ./debian and writes beside the sources, so it works in a copy of the files that it needs.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

version=$(packaging/version.sh)
program=$(realpath .build/livegamed)
folder=.build/deb
tree=$folder/livegamed-$version

rm -rf "$folder"
mkdir -p "$tree"
cp -r --parents Makefile CHANGELOG.md NOTICE livegamed.service livegamed.socket docs packaging "$tree"
cp -r packaging/debian "$tree/debian"

# The build needs of Swift were already checked; they cannot be build dependencies, because Debian has no such Swift.
log=$folder/build.log
if ! (cd "$tree" && PROGRAM=$program dpkg-buildpackage -b -us -uc -d) >"$log" 2>&1; then
  tail -n 40 "$log" >&2
  exit 1
fi
for package in "$folder"/*.deb; do
  printf '%s: %s\n' "$package" "$(numfmt --to=si --suffix=B --format='%.1f' "$(stat -c %s "$package")")"
done
