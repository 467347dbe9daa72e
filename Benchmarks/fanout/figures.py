"""Computes figures from measurements: `{name: {"value": ours, "unit": …, "peer": theirs, "ratio": …}}`.

A figure uses medians over the rounds. For deliveries a second the ratio is ours over theirs; for processor time for
each delivery theirs over ours against redis and ours over theirs against send(2); for latency and all else ours over
theirs.
"""
import os
import statistics
import sys

import matrix

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from results import figure, over, spread, under  # noqa: E402


def fanout(rows):
    figures = {}
    for subscribers in matrix.SUBSCRIBERS:
        for mode in matrix.MODES:
            for place in matrix.PLACES:
                name = "fanout_%s_%d%s" % (mode, subscribers, "" if place == "pinned" else "_unpinned")
                figures.update(cell(name, [row for row in rows if (row["subscribers"], row["mode"], row["place"])
                                           == (subscribers, mode, place)]))
    figures["fanout_burst_cpu_vs_send"] = figures["fanout_burst_1000_vs_send_cpu"]
    figures["fanout_single_cpu_vs_send"] = figures["fanout_single_1000_vs_send_cpu"]
    figures["fanout_p99_vs_redis"] = figures["fanout_single_1000_vs_redis_p99"]
    return figures


def cell(name, rows):
    def median(server, key):
        return statistics.median(row[key] for row in rows if row["server"] == server)

    def compared(compare, key, unit, peer):
        ours = [row[key] for row in rows if row["server"] == "livegamed"]
        return spread(compare(statistics.median(ours), unit, median(peer, key)), ours)

    return {
        name + "_vs_redis": compared(over, "rate", "deliveries/s", "redis"),
        name + "_vs_redis_cpu": compared(under, "cpu", "ns", "redis"),
        name + "_vs_redis_p50": compared(over, "p50", "ms", "redis"),
        name + "_vs_redis_p99": compared(over, "p99", "ms", "redis"),
        name + "_vs_redis_rss": compared(over, "hwm_mb", "MB", "redis"),
        name + "_vs_send": compared(over, "rate", "deliveries/s", "send"),
        name + "_vs_send_cpu": compared(over, "cpu", "ns", "send"),
        name + "_vs_send_p99": compared(over, "p99", "ms", "send"),
    }


def crowd(rows):
    clean = [row for row in rows if not row["hostile"]]
    beset = [row for row in rows if row["hostile"]]

    def compared(key, unit):
        ours = [row[key] for row in beset]
        return spread(over(statistics.median(ours), unit, statistics.median(row[key] for row in clean)), ours)

    p99 = [row["p99"] for row in clean]
    return {
        "crowd_p99_vs_clean": compared("p99", "ms"),
        "crowd_volley_p99_vs_clean": compared("volley_p99", "ms"),
        # The slowest clean run over the fastest: the effect of the machine alone on the figure above.
        "crowd_clean_p99_spread": over(max(p99), "ms", min(p99)),
        "crowd_rss_mb": compared("hwm_mb", "MB"),
        "crowd_anonymous_mb": compared("anonymous_mb", "MB"),
    }


def connects(run):
    def grown(key, since):
        return run["after"][key] - run[since][key]

    return {
        "connects_leaked_descriptors": figure(grown("descriptors", "fresh"), "descriptors"),
        "connects_rss_growth_mb": figure(grown("rss_mb", "before"), "MB"),
        "connects_first_rss_growth_mb": figure(run["before"]["rss_mb"] - run["fresh"]["rss_mb"], "MB"),
    }
