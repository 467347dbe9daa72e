#!/usr/bin/env python3
"""Writes Sources/LiveOdds/HalfInningTables.swift from the tables of ../shared/data/predict, which were made from Retrosheet's
event files of 2010 to 2017.

    Benchmarks/odds/tables.py [--check]

With --check it writes nothing, and exits with 1 if the file differs. Exits with 77, with one line, if the tables are missing.
"""
import csv
import os
import sys

import generated

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.normpath(HERE + "/../../../shared/data/predict")
TARGET = os.path.normpath(HERE + "/../../Sources/LiveOdds/HalfInningTables.swift")

HEAD = '''/// Runs and plays of half-innings, measured in all regular-season games of 2010 to 2017, innings 1 to 8.
///
/// Made by Benchmarks/odds/tables.py. The information used here was obtained free of charge from and is copyrighted by
/// Retrosheet. Interested parties may contact Retrosheet at "www.retrosheet.org".
enum HalfInningTables {
'''


def state(row, outs="outs", bases="bases"):
    """Returns the number of a base-out state."""
    return int(row[outs]) * 8 + int(row[bases])


def lines(numbers, width=118):
    """Returns the numbers of a literal in lines."""
    text, line = [], "   "
    for number in numbers:
        if len(line) + len(str(number)) + 2 > width:
            text.append(line)
            line = "   "
        line += " %d," % number
    return text + [line]


def rows(name):
    with open("%s/%s" % (DATA, name), newline="") as f:
        return list(csv.DictReader(f))


def swift():
    runs = {(int(r["half"]), state(r)): [round(float(r["p%d" % n]) * 100_000) for n in range(13)] for r in rows("runs_to_end.csv")}
    steps = sorted((int(r["half"]), state(r), 24 if r["outs2"] == "3" else state(r, "outs2", "bases2"), int(r["runs"]),
                    round(float(r["p"]) * 100_000)) for r in rows("transitions.csv"))
    text = [HEAD + "  /// The chances, in units of 0.00001, of 0 to 12 runs from a base-out state to the end of the half-inning. The states of",
            "  /// the top come first, those of the bottom second, in the order of `BaseOutState.number`.",
            "  static let runsToEnd: [UInt32] = ["]
    text += lines(p for half in (0, 1) for number in range(24) for p in runs[half, number])
    text += ["  ]", "",
             "  /// The possible results of one play, four numbers each: the state before it, plus 24 in the bottom; the state after",
             "  /// it, 24 for the end of the half-inning; the runs; the chance in units of 0.00001.",
             "  static let plays: [UInt32] = ["]
    text += lines(x for half, before, after, scored, p in steps for x in (half * 24 + before, after, scored, p))
    return "\n".join(text + ["  ]", "}", ""])


if __name__ == "__main__":
    sys.exit(generated.main(DATA, TARGET, swift))
