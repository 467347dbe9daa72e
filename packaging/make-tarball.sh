#!/usr/bin/env bash
# Packs the program of `make release` for other distributions: .build/livegamed-VERSION-linux-ARCH.tar.gz. `make
# tarball` runs it. The same program gives the same archive, byte for byte.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(packaging/version.sh)
name=livegamed-$version-linux-$(uname -m)
folder=.build/tarball
# The date of the commit for `make release-files`, else of the release, from Debian's changelog.
epoch=${SOURCE_DATE_EPOCH:-$(date -d "$(sed -n 's/^ -- .*>  //p' packaging/debian/changelog | head -n 1)" +%s)}
umask 022

rm -rf "$folder"
mkdir -p "$folder/$name"
make --no-print-directory install DESTDIR="$PWD/$folder/$name/files" PREFIX=/usr/local >/dev/null
install -m 0755 packaging/tarball/install.sh "$folder/$name/install.sh"
install -m 0644 LICENSE packaging/tarball/INSTALL.md "$folder/$name/"
# Linked libraries have authors and licences, too.
install -m 0644 packaging/debian/copyright "$folder/$name/COPYRIGHT"

archive=.build/$name.tar.gz
tar --create --directory "$folder" --format=gnu --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner "$name" \
  | gzip -9n >"$archive"
printf '%s: %s\n' "$archive" "$(numfmt --to=si --suffix=B --format='%.1f' "$(stat -c %s "$archive")")"
