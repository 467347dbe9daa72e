#!/usr/bin/env python3
"""Checks the entries of livegamed in a journal: those of events against the catalogue and each other, and those of
its own log.

    packaging/test/journal.py FOLDER      FOLDER is for journalctl --directory

Prints the number of entries of each kind, and exits 1 with one line for each fault.
"""
import json
import pathlib
import re
import subprocess
import sys

CATALOG = pathlib.Path(__file__).parent.parent / "catalog" / "livegamed.catalog"
ALWAYS = ["MESSAGE", "MESSAGE_ID", "PRIORITY", "LIVEGAME_SEQ", "LIVEGAME_LOG", "LIVEGAME_TYPE", "LIVEGAME_FACT",
          "LIVEGAME_REVISION", "LIVEGAME_LEAGUE", "LIVEGAME_GAME_PK"]
OWN = ["MESSAGE", "PRIORITY", "CODE_FILE", "CODE_LINE", "CODE_FUNC"]


def entries(folder):
    """Returns the entries of livegamed, oldest first: those of events, and those of its own log."""
    command = ["journalctl", "--directory", folder, "--output", "json", "--all", "SYSLOG_IDENTIFIER=livegamed",
               "_TRANSPORT=journal"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = [json.loads(line) for line in output.splitlines()]
    return [x for x in found if "MESSAGE_ID" in x], [x for x in found if "MESSAGE_ID" not in x]


def own_faults(found):
    """Returns one line for each fault of an entry of its own log."""
    for entry in found:
        # A message with control characters is an array of numbers.
        message = entry.get("MESSAGE")
        if not isinstance(message, str) or "\n" in message:
            yield f"{message!r}: is not one line"
        missing = [field for field in OWN if field not in entry]
        if missing:
            yield f"{message!r}: has no {', '.join(missing)}"
        elif entry["PRIORITY"] not in "234567" or not entry["CODE_LINE"].isdigit():
            yield f"{message!r}: has PRIORITY {entry['PRIORITY']!r} and CODE_LINE {entry['CODE_LINE']!r}"


def faults(found):
    """Returns one line for each fault of an entry of an event."""
    known = set(re.findall(r"^-- ([0-9a-f]{32})$", CATALOG.read_text(), re.MULTILINE))
    newest = {}
    for entry in found:
        name = entry["LIVEGAME_ID"]
        missing = [field for field in ALWAYS if field not in entry]
        if missing:
            yield f"{name}: has no {', '.join(missing)}"
            continue
        if entry["MESSAGE_ID"] not in known:
            yield f"{name}: {entry['MESSAGE_ID']} is not in {CATALOG.name}"
        if name != f"{entry['LIVEGAME_FACT']}@{entry['LIVEGAME_REVISION']}":
            yield f"{name}: is not its fact and revision"
        sequence, log = int(entry["LIVEGAME_SEQ"]), entry["LIVEGAME_LOG"]
        if sequence <= newest.get(log, 0):
            yield f"{name}: sequence {sequence} comes after {newest[log]}"
        newest[log] = sequence


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    events, own = entries(sys.argv[1])
    wrong = [*faults(events), *own_faults(own)] if events or own else ["no entry"]
    print(f"{len(events)} entries of events, {len(own)} of its own log")
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
