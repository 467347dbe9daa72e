#!/usr/bin/env bash
# Checks the man pages that are made from docs: mandoc and groff find no fault in them, they fit 80 columns, those of ours
# that they name exist, and two runs make the same bytes.
#
#   packaging/test/man-pages.sh
#
# Exits 77 where mandoc or lowdown is missing.
set -euo pipefail
export LC_ALL=C.UTF-8

for tool in mandoc lowdown; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not here (apt-get install $tool)"; exit 77; }
done
cd "$(dirname "$(realpath "$0")")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# complain PAGE TOOL: false if standard input holds a line.
complain() {
  local text
  text=$(cat)
  [ -z "$text" ] || { printf '%s: %s:\n%s\n' "$1" "$2" "$text"; failed=1; }
}

packaging/make-man.sh "$scratch/man"
packaging/make-man.sh "$scratch/again"
complain 'all pages' 'a second run makes others' < <(diff -r "$scratch/man" "$scratch/again" 2>&1)

cd "$scratch/man"
pages=(man[1-8]/*)
for name in livegamed.1 livegamed.yaml.5 livegamed-events.7; do
  complain "$name" 'is missing' < <(compgen -G "man?/$name" >/dev/null || echo "no page of docs says that it is $name")
done
for page in "${pages[@]}"; do
  complain "$page" 'mandoc -T lint' < <(mandoc -T lint -W warning "$page" 2>&1 || true)
  complain "$page" 'sections in this order' < <(
    grep -m 3 '^\.SH ' "$page" | tr '\n' ' ' | grep -vE '^\.SH NAME (\.SH SYNOPSIS )?\.SH DESCRIPTION ' || true)
  complain "$page" 'names a page that is not here' < <(
    { grep -oE 'livegamed[a-z.-]*(\\-[a-z]+)?(\\f[A-Z])?\([1-8]\)' "$page" || true; } \
      | sed -E 's/\\f.//; s/\\//' | sort -u | while IFS='()' read -r name section; do
        [ -e "man$section/$name.$section" ] || printf '%s(%s)\n' "$name" "$section"
      done)
  complain "$page" 'Markdown that was not translated' < <(
    mandoc -T utf8 "$page" | sed 's/.\x08//g' | grep -E '\*\*|\]\(|^ *\|.*\|$' || true)
  complain "$page" 'wider than 80 columns' < <(mandoc -T utf8 -O width=80 "$page" \
    | sed 's/.\x08//g' | grep -E '^.{81}' || true)
  if command -v groff >/dev/null; then
    # A path may be longer than what is left of a line.
    complain "$page" 'groff -man -ww' < <(
      groff -K utf8 -man -ww -T utf8 "$page" 2>&1 >/dev/null | grep -v "can't break line" || true)
  fi
  if command -v lexgrog >/dev/null; then
    complain "$page" 'whatis would not find it' < <(lexgrog "$page" 2>&1 | grep -v ' - ' || true)
  fi
done

[ "$failed" = 0 ] && printf '%d man pages, without a complaint\n' "${#pages[@]}"
exit "$failed"
