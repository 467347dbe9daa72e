#!/usr/bin/env bash
# Prints the version of this release; fails if the program and the Debian package disagree.
#
#   packaging/version.sh
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/.*static let current = "\(.*\)"$/\1/p' Sources/LiveModel/Version.swift)
packaged=$(sed -n '1s/^livegamed (\(.*\)) .*/\1/p' packaging/debian/changelog)
if [ -z "$version" ] || [ "$version" != "$packaged" ]; then
  echo "the version is '$version' in Version.swift, but '$packaged' in packaging/debian/changelog; add an entry there" >&2
  exit 1
fi
echo "$version"
