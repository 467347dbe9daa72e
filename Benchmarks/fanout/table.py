#!/usr/bin/env python3
"""Puts the figures of Benchmarks/results.json into docs/performance.md, between the existing marks.

Run it on the machine of the measurements, which the page names:

    make bench && Benchmarks/fanout/table.py
"""
import datetime
import os
import platform
import subprocess
import sys

import matrix

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import results  # noqa: E402

BEGIN, END = "<!-- figures: Benchmarks/fanout/table.py -->", "<!-- end of figures -->"
PLACES = {"pinned": ("", "Pinned: the server on one processor, its clients on another."),
          "free": ("_unpinned", "Not pinned.")}
MODES = {"single": "one at a time", "burst": "bursts of 16"}


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
    redis = subprocess.run(["redis-server", "--version"], capture_output=True, text=True, check=True).stdout.split()
    version = next(word[2:] for word in redis if word.startswith("v="))
    return "Measured on %s: %d processors (%s), Linux %s, redis %s." % (
        datetime.date.today(), os.cpu_count(), model, platform.release(), version)


def short(number):
    """Formats three digits: 7.72 M, 653 k, 45.1, 0.061."""
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return "%s%s" % (digits(number / size), unit)
    return digits(number)


def digits(number):
    places = 0 if number >= 100 else 1 if number >= 10 else 2 if number >= 1 else 3
    return "%.*f" % (places, number)


def times(ratio):
    return "–" if ratio is None else "%.2f" % ratio


def rows(columns, body):
    return ["| %s |" % " | ".join(line) for line in [columns, ["---"] + ["---:"] * (len(columns) - 1)] + body]


def compared(figures, suffix, key):
    """Returns ours, its range, redis's, send(2)'s and the ratio to redis for every cell; `key` is the end of the names
    of the figures. A number of subscribers that was not measured is left out."""
    body = []
    for mode, words in MODES.items():
        for subscribers in matrix.SUBSCRIBERS:
            name = "fanout_%s_%d%s" % (mode, subscribers, suffix)
            if name + "_vs_redis" not in figures:
                continue
            redis, send = figures[name + "_vs_redis" + key], figures[name + "_vs_send" + key]
            span = "%s to %s" % (short(redis["low"]), short(redis["high"])) if "low" in redis else ""
            body.append(["%s, %s" % (words, format(subscribers, ",")), short(redis["value"]), span,
                         short(redis["peer"]), short(send["peer"]), times(redis["ratio"])])
    return body


def fanout(figures):
    out = []
    for suffix, words in PLACES.values():
        for title, key, meaning in (("Deliveries a second", "", "livegamed over redis"),
                                    ("Server's processor time a delivery, ns", "_cpu", "redis over livegamed"),
                                    ("Latency, p99, ms", "_p99", "livegamed over redis")):
            columns = [title, "livegamed", "range", "redis", "`send(2)`", meaning]
            out += (["", words] if not key else []) + [""] + rows(columns, compared(figures, suffix, key))
    peak = figures["fanout_burst_10000_vs_redis_rss"]
    return out + ["", "Most memory that the server held with 10,000 subscribers: livegamed %s MB, redis %s MB." % (
        short(peak["value"]), short(peak["peer"]))]


def crowd(figures):
    names = (("p99 of a paced line, ms", "crowd_p99_vs_clean"),
             ("p99 of a volley of 16, ms", "crowd_volley_p99_vs_clean"),
             ("most memory, MB", "crowd_rss_mb"), ("anonymous memory at the end, MB", "crowd_anonymous_mb"))
    body = [[words, short(figures[name]["value"]), short(figures[name]["peer"]), times(figures[name]["ratio"])]
            for words, name in names]
    spread = figures["crowd_clean_p99_spread"]
    return ["", *rows(["7,900 healthy subscribers", "beside 2,100 hostile ones", "alone", "ratio"], body), "",
            "The runs alone had a p99 of %s to %s ms." % (short(spread["peer"]), short(spread["value"]))]


def connects(figures):
    return ["", "100,000 connections that end at random instants left %d descriptors open and %.1f MB behind." % (
        figures["connects_leaked_descriptors"]["value"], figures["connects_rss_growth_mb"]["value"])]


def main():
    figures = results.known()
    # Each part of the page, and a figure that is there if the part was measured.
    parts = ((fanout, "fanout_p99_vs_redis"), (crowd, "crowd_p99_vs_clean"), (connects, "connects_rss_growth_mb"))
    lines = [line for part, name in parts if name in figures for line in part(figures)]
    if lines:
        results.put(BEGIN, END, [machine()] + lines)


if __name__ == "__main__":
    main()
