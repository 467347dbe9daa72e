#!/usr/bin/env bash
# Makes the man pages FOLDER/man1/livegamed.1 and so on from the pages of docs whose first line says so:
#
#   <!-- man page: livegamed.yaml(5) - configuration of livegamed -->
#
#   packaging/make-man.sh FOLDER
#
# `make man` and `make install` run it. packaging/man/markdown.awk gives a page the form of a man page, lowdown translates
# it, and packaging/man/roff.awk corrects details. The date is that of the release: the same sources give the same pages.
set -euo pipefail
export LC_ALL=C
folder=$(realpath -m "${1:?usage: $0 FOLDER}")
cd "$(dirname "$(realpath "$0")")/.."

command -v lowdown >/dev/null || {
  echo "lowdown: not found, and it makes the man pages; install the package lowdown: apt-get install lowdown" >&2
  exit 69
}

changelog=packaging/debian/changelog
version=$(sed -n '1s/^livegamed (\(.*\)) .*/\1/p' "$changelog")
day=$(date -u -d "$(sed -n 's/^ -- .*>  //p' "$changelog" | head -n 1)" +%F)

mark='^<!-- man page: ([^ ]+)\(([1-8])\) - (.*) -->$'
# The pages of docs that are man pages: `configuration.md livegamed.yaml 5`.
known=
for page in docs/*.md; do
  if [[ $(head -n 1 "$page") =~ $mark ]]; then known+="${page#docs/} ${BASH_REMATCH[1]} ${BASH_REMATCH[2]};"; fi
done

for page in docs/*.md; do
  [[ $(head -n 1 "$page") =~ $mark ]] || continue
  name=${BASH_REMATCH[1]} section=${BASH_REMATCH[2]} description=${BASH_REMATCH[3]}
  target=$folder/man$section/$name.$section
  install -d "$(dirname "$target")"
  {
    printf '.\\" Made from %s by packaging/make-man.sh.\n' "$page"
    printf '.TH "%s" "%s" "%s" "livegamed %s"\n' "${name^^}" "$section" "$day" "$version"
    # Names and commands keep their hyphens, and lines their spaces.
    printf '.nr HY 0\n.nh\n.ad l\n'
    awk -v name="$name" -v description="$description" -v known="$known" -f packaging/man/markdown.awk "$page" \
      | lowdown -t man --parse-no-metadata --parse-no-super --parse-no-autolink --out-no-smarty \
      | awk -f packaging/man/roff.awk
  } >"$target"
  chmod 0644 "$target"
done
