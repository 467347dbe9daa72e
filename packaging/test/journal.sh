#!/usr/bin/env bash
# Runs a livegamed with its own journald, to which its output goes as that of a service does, and checks the journal
# afterwards.
#
#   packaging/test/journal.sh COMMAND [ARGUMENT...]
#
# The command must end by itself with status 0:
#   packaging/test/journal.sh timeout --preserve-status 15 .build/debug/livegamed run --config FILE
# Exits 77 without root or journald.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
here=$(dirname "$(realpath "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shellcheck disable=SC2016 # the inner shell expands
"$here/journald-alone.sh" "$folder" systemd-cat --identifier livegamed bash -c '
  # The variable as systemd sets it for a service (systemd.exec(5)).
  JOURNAL_STREAM=$(stat --dereference --format %d:%i /proc/self/fd/2) exec "$@"' journal "$@"
journalctl --directory "$folder/journal" --verify --quiet
"$here/journal.py" "$folder/journal"

# The texts that `journalctl -x` finds once the catalogue is installed.
mkdir -p "$folder/root/usr/lib/systemd/catalog"
cp "$here/../catalog/livegamed.catalog" "$folder/root/usr/lib/systemd/catalog/"
journalctl --root "$folder/root" --update-catalog
journalctl --root "$folder/root" --list-catalog | grep -c ' livegamed: ' \
  | xargs printf '%s entries in the catalogue\n'
