#!/usr/bin/env bash
# Runs a livegamed with a journald of its own and checks what the journal holds afterwards.
#
#   packaging/test/journal.sh COMMAND [ARGUMENT...]
#
# The command has to end by itself: packaging/test/journal.sh .build/debug/livegamed demo --duration 15
# Exits 77 where there is no root or no journald.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
here=$(dirname "$(realpath "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$here/journald-alone.sh" "$folder" "$@"
journalctl --directory "$folder/journal" --verify --quiet
"$here/journal.py" "$folder/journal"

# What `journalctl -x` would find once the catalogue is installed.
mkdir -p "$folder/root/usr/lib/systemd/catalog"
cp "$here/../catalog/livegamed.catalog" "$folder/root/usr/lib/systemd/catalog/"
journalctl --root "$folder/root" --update-catalog
journalctl --root "$folder/root" --list-catalog | grep -c ' livegamed: ' \
  | xargs printf '%s entries in the catalogue\n'
