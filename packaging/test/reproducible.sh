#!/usr/bin/env bash
# Makes the files of a release twice, in folders of different names and with another umask, time zone and language, and
# compares them byte by byte.
#
#   packaging/test/reproducible.sh          with a stand-in for the program; takes a minute
#   packaging/test/reproducible.sh --full   builds the program twice too; takes two whole builds
set -euo pipefail
cd "$(dirname "$0")/../.."

program=/bin/true
case "${1-}" in
  '') ;;
  --full) program= ;;
  *) echo "usage: $0 [--full]" >&2; exit 64 ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
epoch=$(git log -1 --format=%ct)

# build FOLDER ENVIRONMENT...: makes the files in a copy of the sources.
build() {
  local folder=$scratch/$1
  mkdir -p "$folder"
  git ls-files -z | xargs -0 cp --parents --target-directory="$folder"
  packaging/release-versions.py check >/dev/null 2>&1 && cp Package.resolved "$folder"
  if ! env "${@:2}" SOURCE_DATE_EPOCH="$epoch" make -C "$folder" release-files PROGRAM="$program" >"$folder.log" 2>&1; then
    tail -n 40 "$folder.log" "$folder"/.build/deb/build.log >&2 || true
    exit 1
  fi
}

(umask 022 && build one LC_ALL=C.UTF-8 TZ=UTC)
(umask 077 && build another/with-a-longer-name LC_ALL=C TZ=Asia/Tokyo)

one=$scratch/one/.build/release-files another=$scratch/another/with-a-longer-name/.build/release-files
ls "$one"
test "$(find "$one" -name '*.deb' -o -name '*.tar.gz' -o -name '*.spdx.json' -o -name SHA256SUMS | wc -l)" -eq 4
(cd "$one" && sha256sum --check --quiet SHA256SUMS)
if ! diff -r "$one" "$another"; then
  echo "the two builds differ; diffoscope shows where: diffoscope $one $another" >&2
  trap - EXIT
  exit 1
fi
if grep -aq "$scratch" "$one"/*; then
  echo "a file names the folder of its build" >&2
  exit 1
fi
echo 'two builds in different folders are the same, byte for byte'
