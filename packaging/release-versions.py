#!/usr/bin/env python3
"""The versions of the libraries that a release is built from: packaging/release-versions.json.

    packaging/release-versions.py check     fails if Package.resolved has other versions
    packaging/release-versions.py restore   writes a Package.resolved with these versions
    packaging/release-versions.py update    takes the versions of Package.resolved

SwiftPM writes Package.resolved with the newest versions that Package.swift allows, and the file is not in the repository.
A release must be the same on every machine, so it is built from these.
"""
import json
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
RESOLVED, PINNED = os.path.join(ROOT, "Package.resolved"), os.path.join(ROOT, "packaging/release-versions.json")


def load(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def save(path, value):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(value, f, indent=2, sort_keys=True)
        f.write("\n")


def resolved():
    """Returns name -> {location, revision, version} of Package.resolved; nothing if there is none."""
    if not os.path.exists(RESOLVED):
        return {}
    pins = load(RESOLVED)["pins"]
    return {x["identity"]: {"location": x["location"], "revision": x["state"]["revision"],
                            "version": x["state"].get("version", "")} for x in pins}


def check():
    wanted, found = load(PINNED), resolved()
    if not found:
        sys.exit("Package.resolved: does not exist; run packaging/release-versions.py restore")
    wrong = ["%s: %s is pinned, %s is resolved" % (
        x, wanted.get(x, {}).get("version", "nothing"), found.get(x, {}).get("version", "nothing"))
        for x in sorted(wanted.keys() | found.keys()) if wanted.get(x) != found.get(x)]
    if wrong:
        sys.exit("\n".join(wrong + ["a release is built from the pinned versions: packaging/release-versions.py restore; "
                                    "or pin the others: packaging/release-versions.py update"]))
    print("%d libraries have the pinned versions" % len(wanted))


def restore():
    pins = [{"identity": x, "kind": "remoteSourceControl", "location": y["location"],
             "state": {"revision": y["revision"], "version": y["version"]}} for x, y in sorted(load(PINNED).items())]
    save(RESOLVED, {"pins": pins, "version": 3})


def update():
    save(PINNED, resolved())


if __name__ == "__main__":
    commands = {"check": check, "restore": restore, "update": update}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]]()
