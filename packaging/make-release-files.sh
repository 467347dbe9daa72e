#!/usr/bin/env bash
# Puts what a release consists of into .build/release-files: package, archive, bill of materials and checksums. `make
# release-files` runs it after `make release`. The same commit gives the same bytes in every folder.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022

version=$(packaging/version.sh)
# https://reproducible-builds.org/specs/source-date-epoch/
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
folder=.build/release-files

rm -rf "$folder"
mkdir -p "$folder"
packaging/make-deb.sh >/dev/null
packaging/make-tarball.sh >/dev/null
cp ".build/deb/livegamed_${version}_$(dpkg --print-architecture).deb" ".build/livegamed-$version-linux-$(uname -m).tar.gz" "$folder"
packaging/make-sbom.py "$version" .build/livegamed "$folder"/* >"$folder.spdx.json"
mv "$folder.spdx.json" "$folder/livegamed-$version-$(uname -m).spdx.json"
(cd "$folder" && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
touch --date="@$SOURCE_DATE_EPOCH" "$folder"/*
printf '%s:\n' "$folder"
cat "$folder/SHA256SUMS"
