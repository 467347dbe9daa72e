#!/usr/bin/env bash
# Checks the shell completions of a livegamed: each shell reads its own, and bash and fish offer the right words.
#
#   packaging/test/completions.sh PROGRAM
#
# A shell that is not installed is skipped, and named in the last line.
set -euo pipefail

[ $# -eq 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
program=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Files to complete.
touch "$folder/hook.yaml" "$folder/notes.txt"
failed=0

# Prints the words that a shell offers after a line, one on each line and without their descriptions.
offered_by_bash() {
  bash -c '
    source "$1"
    COMP_LINE=$2 COMP_POINT=${#2} COMP_TYPE=9 COMP_KEY=9
    read -ra COMP_WORDS <<<"$2"
    [[ $2 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    # The arguments of a completion function: the command, the current word, and the one before it.
    _livegamed livegamed "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf "%s\n" "${COMPREPLY[@]}"
  ' bash "$folder/bash" "$1"
}
# shellcheck disable=SC2016 # fish expands
offered_by_fish() { fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$folder/fish" "$1" | cut -f1; }

# offers SHELL LINE WORD...: checks that exactly these are offered.
offers() {
  local found wanted
  found=$(cd "$folder" && "offered_by_$1" "$2" | sed 's/ *$//' | LC_ALL=C sort -u)
  wanted=$(printf '%s\n' "${@:3}" | LC_ALL=C sort -u)
  [ "$found" != "$wanted" ] || return 0
  printf "%s: '%s' offers %s, not %s\n" "$1" "$2" "${found//$'\n'/ }" "${wanted//$'\n'/ }" >&2
  failed=1
}

checked=() left_out=()
for shell in bash zsh fish; do
  command -v "$shell" >/dev/null || { left_out+=("$shell"); continue; }
  "$program" --generate-completion-script "$shell" >"$folder/$shell"
  "$shell" -n "$folder/$shell"
  checked+=("$shell")
  # Completion in zsh needs a terminal.
  [ "$shell" != zsh ] || continue
  offers "$shell" 'livegamed wa' watch
  offers "$shell" 'livegamed run --con' --config
  offers "$shell" 'livegamed run --config hook' hook.yaml
  offers "$shell" 'livegamed check-config --config no' ''
  offers "$shell" 'livegamed run --log-level no' notice
  offers "$shell" 'livegamed watch --since o' oldest
  offers "$shell" 'livegamed watch --team BO' BOS
  offers "$shell" 'livegamed watch --type pl' play
  offers "$shell" 'livegamed watch --tag grand' grand_slam
  offers "$shell" 'livegamed watch --exec no' notes.txt
  offers "$shell" 'livegamed route test ho' hook.yaml
done
[ "$failed" -eq 0 ] || exit 1
summary="completions are right: ${checked[*]}"
[ ${#left_out[@]} -eq 0 ] || summary+="; NOT CHECKED, for these shells are not here: ${left_out[*]}"
echo "$summary"
