#!/usr/bin/env python3
"""Writes Sources/LiveMLB/Predict/ParkTable.swift from the table of ../shared/data/predict, which was made from Retrosheet's
games of 2021 to 2024.

    Benchmarks/odds/parks.py [--check]

With --check it writes nothing, and exits with 1 if the file differs. Exits with 77, with one line, if the table is missing.
"""
import csv
import os
import sys

import generated

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.normpath(HERE + "/../../../shared/data/predict/park_f5_2021_2024.csv")
TARGET = os.path.normpath(HERE + "/../../Sources/LiveMLB/Predict/ParkTable.swift")

# StatsAPI's ids of the ballparks that Retrosheet names in its own way.
VENUES = {
    "ANA01": 1, "BAL12": 2, "BOS07": 3, "CHI12": 4, "CLE08": 5, "KAN06": 7, "OAK01": 10, "STP01": 12, "TOR02": 14, "PHO01": 15,
    "CHI11": 17, "DEN02": 19, "LOS03": 22, "PIT08": 31, "MIL06": 32, "SEA03": 680, "HOU03": 2392, "DET05": 2394, "SFO03": 2395,
    "CIN09": 2602, "SAN02": 2680, "PHI13": 2681, "STL10": 2889, "NYC20": 3289, "WAS11": 3309, "MIN04": 3312, "NYC21": 3313,
    "MIA02": 4169, "ATL03": 4705, "ARL03": 5325,
}

HEAD = '''/// How a ballpark changes the runs of the first five innings: measured in the games of 2021 to 2024, and drawn towards the
/// average park.
///
/// Made by Benchmarks/odds/parks.py. The information used here was obtained free of charge from and is copyrighted by
/// Retrosheet. Interested parties may contact Retrosheet at "www.retrosheet.org".
enum ParkTable {
  /// Returns the logarithm of the factor of a ballpark, by StatsAPI's id; nil for one that is not in the table.
  static func factor(of venue: Int) -> Double? { factors[venue].map { Double($0) / 10_000 } }

  /// In units of 0.0001.
  private static let factors: [Int: Int] = [
'''


def swift():
    with open(DATA, newline="") as f:
        parks = sorted((VENUES[row["site"]], round(float(row["log_pf_shrunk"]) * 10_000)) for row in csv.DictReader(f))
    lines, line = [], "   "
    for venue, factor in parks:
        item = " %d: %d," % (venue, factor)
        if len(line) + len(item) > 118:
            lines.append(line)
            line = "   "
        line += item
    return HEAD + "\n".join(lines + [line]) + "\n  ]\n}\n"


if __name__ == "__main__":
    sys.exit(generated.main(DATA, TARGET, swift))
