#!/usr/bin/env bash
# Checks the man pages: mandoc and groff find nothing to say of them, they fit 80 columns, and those of ours that they
# name are there.
#
#   packaging/test/man-pages.sh
#
# Exits 77 where there is no mandoc.
set -euo pipefail
export LC_ALL=C.UTF-8

command -v mandoc >/dev/null || { echo 'skipped: mandoc is not here (apt-get install mandoc)'; exit 77; }
cd "$(dirname "$(realpath "$0")")/../man"
failed=0

# complain PAGE TOOL: false if standard input holds a line.
complain() {
  local text
  text=$(cat)
  [ -z "$text" ] || { printf '%s: %s:\n%s\n' "$1" "$2" "$text"; failed=1; }
}

pages=(*.[1-8])
for page in "${pages[@]}"; do
  # Whether the pages of others are installed on this machine is not their matter.
  complain "$page" 'mandoc -T lint' < <(mandoc -T lint -W style "$page" 2>&1 \
    | grep -vE 'STYLE: referenced manual not found|outdated mandoc.db' || true)
  complain "$page" 'names a page that is not here' < <(
    { grep -oE '^\.Xr livegamed[^ ]* [1-8]' "$page" || true; } | while read -r _ name section; do
      [ -e "$name.$section" ] || printf '%s(%s)\n' "$name" "$section"
    done)
  complain "$page" 'wider than 80 columns' < <(mandoc -T utf8 -O width=80 "$page" \
    | sed 's/.\x08//g' | grep -E '^.{81}' || true)
  if command -v groff >/dev/null; then
    complain "$page" 'groff -mandoc -ww' < <(groff -K utf8 -mandoc -ww -T utf8 "$page" 2>&1 >/dev/null)
  fi
  if command -v lexgrog >/dev/null; then
    complain "$page" 'whatis would not find it' < <(lexgrog "$page" 2>&1 | grep -v ' - ' || true)
  fi
done

[ "$failed" = 0 ] && printf '%d man pages, without a complaint\n' "${#pages[@]}"
exit "$failed"
