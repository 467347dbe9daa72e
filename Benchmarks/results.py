"""The figures of all benchmarks: `{name: {"value": ours, "unit": …, "peer": theirs, "ratio": …}}` in results.json.

A peer is another program, or a limit; it is null where there is none. A ratio above 1 says that ours is larger, unless
the name of the figure says what it compares. "low" and "high" are our least and greatest value where there were
several.
"""
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = os.path.join(HERE, "results.json")
# What only plots show: distributions and courses.
CURVES = os.path.join(HERE, "curves.json")
PAGE = os.path.join(HERE, "..", "docs", "performance.md")


def figure(value, unit, peer=None, ratio=None):
    return {"value": value, "unit": unit, "peer": peer, "ratio": ratio}


def over(value, unit, peer):
    """Returns a figure whose ratio is ours over theirs."""
    return figure(value, unit, peer, value / peer if peer else None)


def under(value, unit, peer):
    """Returns a figure whose ratio is theirs over ours."""
    return figure(value, unit, peer, peer / value if value else None)


def spread(entry, values):
    """Returns the figure with the least and the greatest of the values whose median it is."""
    return {**entry, "low": min(values), "high": max(values)} if values else entry


def known():
    """Returns the figures that were measured so far."""
    with open(RESULTS) as file:
        return json.load(file)


def short(value):
    """Formats three digits, and numbers from 1,000 on without fractions: 0.061, 45.1, 6185, 398 k, 5.02 M."""
    if value >= 1e6:
        return "%.3g M" % (value / 1e6)
    if value >= 1e5:
        return "%.3g k" % (value / 1e3)
    return "%d" % round(value) if value >= 1000 else "%.3g" % value


def ranged(each):
    """Returns the range of a figure in words; nothing where there was one value."""
    return "%s to %s" % (short(each["low"]), short(each["high"])) if "low" in each else ""


def put(begin, end, lines):
    """Replaces what stands between two marks of docs/performance.md."""
    with open(PAGE) as file:
        before, rest = file.read().split(begin)
    with open(PAGE, "w") as file:
        file.write(before + begin + "\n" + "\n".join(lines) + "\n" + end + rest.split(end)[1])


def keep(path, found):
    """Adds results to a file: one part can be measured again without the others."""
    before = {}
    if os.path.exists(path):
        with open(path) as file:
            before = json.load(file)
    with open(path, "w") as file:
        json.dump({**before, **found}, file, indent=1, sort_keys=True)
        file.write("\n")


def show(found):
    for name, each in sorted(found.items()):
        peer = "" if each["peer"] is None else "  beside %.4g, ratio %s" % (
            each["peer"], "-" if each["ratio"] is None else "%.2f" % each["ratio"])
        span = " (%s)" % ranged(each) if "low" in each else ""
        print("%-44s %10.4g %s%s%s" % (name, each["value"], each["unit"], span, peer), flush=True)
