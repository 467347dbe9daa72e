#!/usr/bin/env python3
"""Checks the entries of livegamed in a journal against the catalogue and against each other.

    packaging/test/journal.py FOLDER      FOLDER is what journalctl --directory takes

Prints how many entries there are, and exits 1 with a line for everything that is wrong.
"""
import json
import pathlib
import re
import subprocess
import sys

CATALOG = pathlib.Path(__file__).parent.parent / "catalog" / "livegamed.catalog"
ALWAYS = ["MESSAGE", "MESSAGE_ID", "PRIORITY", "LIVEGAME_SEQ", "LIVEGAME_LOG", "LIVEGAME_TYPE", "LIVEGAME_FACT",
          "LIVEGAME_REVISION", "LIVEGAME_LEAGUE", "LIVEGAME_GAME_PK"]


def entries(folder):
    """The entries of events, oldest first."""
    command = ["journalctl", "--directory", folder, "--output", "json", "--all", "SYSLOG_IDENTIFIER=livegamed"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [entry for entry in map(json.loads, output.splitlines()) if "LIVEGAME_ID" in entry]


def faults(found):
    """One line for each thing that is wrong."""
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
    found = entries(sys.argv[1])
    wrong = list(faults(found)) if found else ["no entry of an event"]
    print(f"{len(found)} entries of events")
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
