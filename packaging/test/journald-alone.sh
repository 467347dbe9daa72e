#!/usr/bin/env bash
# Runs a command with its own journald, in its own mount namespace; the machine's journal is not changed.
#
#   packaging/test/journald-alone.sh FOLDER COMMAND [ARGUMENT...]
#
# The journal is in FOLDER/journal afterwards: journalctl --directory FOLDER/journal -o json. Exits with the status of
# the command, or 77 without root or journald. The command gets LIVEGAMED_JOURNALD_ALONE=1.
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
journald=/lib/systemd/systemd-journald
if [ ! -x "$journald" ] || ! unshare --mount true 2>/dev/null; then
  echo "skipped: needs root and $journald" >&2
  exit 77
fi
mkdir -p "$1/journal"
folder=$(realpath "$1")
shift

export journald folder LIVEGAMED_JOURNALD_ALONE=1
# shellcheck disable=SC2016 # the inner shell expands
exec unshare --mount --propagation private -- bash -euo pipefail -c '
  mount -t tmpfs -o mode=0755 tmpfs /run
  mkdir -p /run/systemd/journal /run/log/journal
  if [ ! -s /etc/machine-id ]; then
    systemd-id128 new >/run/machine-id
    mount --bind /run/machine-id /etc/machine-id
  fi
  # A separate configuration: no limits, and no messages from or to the rest of the machine.
  printf "%s\n" "[Journal]" Storage=volatile RateLimitBurst=0 ForwardToSyslog=no Audit=no ReadKMsg=no >/run/journald.conf
  [ -e /etc/systemd/journald.conf ] && mount --bind /run/journald.conf /etc/systemd/journald.conf

  "$journald" >/run/journald.log 2>&1 &
  pid=$!
  for _ in $(seq 250); do
    [ -S /run/systemd/journal/socket ] && break
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.02
  done
  if [ ! -S /run/systemd/journal/socket ]; then
    cat /run/journald.log >&2
    echo "journald did not start" >&2
    exit 70
  fi

  status=0
  "$@" || status=$?
  # It stops only after all messages have been read and written.
  kill "$pid"
  wait "$pid" || true
  cp -r /run/log/journal/. "$folder/journal/"
  exit "$status"
' journald-alone "$@"
