#!/usr/bin/env bash
# compress-deb.sh PACKAGE: compresses a package that `dpkg-deb -Znone` has made. `debian/rules` runs it.
#
# The program is almost all of the package. Before it compresses, xz can turn the relative addresses of jumps into absolute
# ones, which repeat: that makes the package a tenth smaller. dpkg-deb cannot ask for it, but every dpkg unpacks it. The
# filter for arm64 is too new: dpkg of Ubuntu 22.04 cannot unpack it. dpkg needs 64 MiB for the largest dictionary.
set -euo pipefail
package=$(realpath "$1")
case $(dpkg-deb --field "$package" Architecture) in
  amd64) filters=(--x86) ;;
  *) filters=() ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
ar x "$package"
xz --threads=1 "${filters[@]}" --lzma2=preset=9e,dict=64MiB data.tar
xz --threads=1 control.tar
ar rcD package.deb debian-binary control.tar.xz data.tar.xz
# Writes into the existing file, so that its owner and mode stay.
cat package.deb >"$package"
