#!/usr/bin/env bash
# Packs the program of `make release`: .build/deb/livegamed_VERSION_ARCH.deb. `make deb` runs it.
#
# dpkg-buildpackage wants ./debian and writes beside the sources. So it works in a copy of what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(packaging/version.sh)
program=$(realpath .build/livegamed)
folder=.build/deb
tree=$folder/livegamed-$version

rm -rf "$folder"
mkdir -p "$tree"
cp -r --parents Makefile CHANGELOG.md livegamed.service livegamed.socket docs packaging "$tree"
cp -r packaging/debian "$tree/debian"

# What Swift needs has been seen to; without Debian's own Swift no build dependency could say it.
log=$folder/build.log
if ! (cd "$tree" && PROGRAM=$program dpkg-buildpackage -b -us -uc -d) >"$log" 2>&1; then
  tail -n 40 "$log" >&2
  exit 1
fi
for package in "$folder"/*.deb; do
  printf '%s: %s\n' "$package" "$(numfmt --to=si --suffix=B --format='%.1f' "$(stat -c %s "$package")")"
done
