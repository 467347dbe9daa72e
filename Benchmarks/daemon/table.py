#!/usr/bin/env python3
"""Puts the figures of the daemon from Benchmarks/results.json into docs/performance.md. Figures that were not measured
are left out.

    Benchmarks/daemon/table.py
"""
import os
import platform
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE + "/..")
import results  # noqa: E402

BEGIN, END = "<!-- daemon: Benchmarks/daemon/table.py -->", "<!-- end of daemon -->"
# The figure, its name for people, and what stands beside it.
ROWS = [
    ("program_mb", "Program, stripped", "Node with its libraries"),
    ("package_mb", "Package", "limit"),
    ("ready_ms", "From exec to ready, warm", "limit"),
    ("ready_new_log_ms", "The same at the first start, which makes the log", "limit"),
    ("rss_15_games_mb", "Resident memory, 15 games", "a bot's loop in Node"),
    ("anon_15_games_mb", "Anonymous memory, 15 games", "a bot's loop in Node"),
    ("cpu_15_games_cores", "Processors, 15 games", "a bot's loop in Node"),
    ("kept_per_game_max_bytes", "Kept of the largest game", "limit"),
    ("idle_wakeups_per_s", "Wake-ups a second without a game", "limit"),
    ("idle_cpu", "Processors without a game", ""),
    ("bytes_vs_full", "Received, as a share of full bodies", "limit"),
    ("received_mb_per_game_hour", "Received, a game and hour", "the same polls for full bodies"),
    ("socket_p50_ms", "Poll to socket, p50", "limit"), ("socket_p99_ms", "Poll to socket, p99", "limit"),
    ("webhook_p50_ms", "Poll to webhook, p50", "limit"), ("webhook_p99_ms", "Poll to webhook, p99", "limit"),
    ("socket_backlog_p99_ms", "Poll to socket while ten sinks drain a backlog, p99", "limit"),
    ("webhook_backlog_p99_ms", "Poll to webhook while ten sinks drain a backlog, p99", "limit"),
    ("socket_backlog_60_sinks_p99_ms", "Poll to socket while sixty sinks drain a backlog, p99", "limit"),
    ("webhook_backlog_60_sinks_p99_ms", "Poll to webhook while sixty sinks drain a backlog, p99", "limit"),
    ("socket_p50_vs_raw", "Poll to socket, p50", "write, fdatasync and send alone"),
    ("socket_p99_vs_raw", "Poll to socket, p99", "write, fdatasync and send alone"),
    ("cpu_1000_games_cores", "Processors, 1,000 games at 5 s", "limit"),
    ("rss_1000_games_mb", "Resident memory, 1,000 games", "limit"),
    ("rss_season_mb", "Resident memory, last third of a season", "its second third"),
    ("anon_season_mb", "Anonymous memory, last third of a season", "its second third"),
    ("cluster_processor_ms_per_fact", "Processor time for a fact, a cluster of four nodes with NATS", "one machine"),
    ("cluster_facts_per_s", "Facts a second meanwhile", ""),
    ("cluster_copied_per_s", "Facts a second that a new node copies, with its start", ""),
    ("cluster_take_over_p50_s", "Take-over after a kill, p50", "limit"),
    ("cluster_take_over_max_s", "Take-over after a kill, longest", "limit"),
    ("cluster_polls_per_s", "Polls of three nodes, 1,000 games at 5 s", "needed"),
    ("cluster_cpu_watcher_cores", "Processors of one of them", ""),
    ("cluster_rss_watcher_mb", "Resident memory of one of them", ""),
    ("cluster_cpu_deliverer_cores", "Processors of the node that delivers meanwhile", ""),
    ("cluster_cpu_server_cores", "Processors of nats-server meanwhile", ""),
    ("decode_vs_jsondecoder", "A whole body decoded", "JSONDecoder"),
    ("decode_vs_node", "A whole body decoded", "Node"),
    ("decode_vs_orjson", "A whole body decoded", "Python with orjson"),
    ("decode_vs_simdjson", "The values of a whole body added up", "simdjson"),
    ("snapshot_vs_simdjson_sum", "A whole body decoded", "simdjson, which only adds up"),
]


def rows(figures):
    short = results.short
    lines = ["| | livegamed | range | beside | |", "| --- | ---: | ---: | ---: | --- |"]
    for name, words, beside in ROWS:
        if name not in figures:
            continue
        each = figures[name]
        peer = "" if each["peer"] is None else "%s %s" % (short(each["peer"]), each["unit"])
        lines.append("| %s | %s %s | %s | %s | %s |" % (
            words, short(each["value"]), each["unit"], results.ranged(each), peer, beside if peer else ""))
    return lines


def main():
    figures = results.known()
    machine = "Measured on %s: %d processors, Linux %s." % (
        time.strftime("%Y-%m-%d"), os.cpu_count(), platform.release())
    results.put(BEGIN, END, [machine, ""] + rows(figures))


if __name__ == "__main__":
    main()
