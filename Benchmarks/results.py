"""The figures of all benchmarks: `{name: {"value": ours, "unit": …, "peer": theirs, "ratio": …}}` in results.json.

A peer is another program, or a limit; it is null where there is none. A ratio above 1 says that ours is larger, unless
the name of the figure says what it compares.
"""
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = os.path.join(HERE, "results.json")


def figure(value, unit, peer=None, ratio=None):
    return {"value": value, "unit": unit, "peer": peer, "ratio": ratio}


def over(value, unit, peer):
    """Returns a figure whose ratio is ours over theirs."""
    return figure(value, unit, peer, value / peer if peer else None)


def under(value, unit, peer):
    """Returns a figure whose ratio is theirs over ours."""
    return figure(value, unit, peer, peer / value if value else None)


def keep(path, found):
    """Adds results to a file: one part can be measured again without the others."""
    known = {}
    if os.path.exists(path):
        with open(path) as file:
            known = json.load(file)
    with open(path, "w") as file:
        json.dump({**known, **found}, file, indent=1, sort_keys=True)
        file.write("\n")


def show(found):
    for name, each in sorted(found.items()):
        peer = "" if each["peer"] is None else "  beside %.4g, ratio %s" % (
            each["peer"], "-" if each["ratio"] is None else "%.2f" % each["ratio"])
        print("%-44s %10.4g %s%s" % (name, each["value"], each["unit"], peer), flush=True)
