#!/usr/bin/env python3
"""Puts tables and plots of how the cost grows, of the delays of facts and of the memory over a season into
docs/performance.md and docs/pictures, from Benchmarks/results.json and Benchmarks/curves.json. What was not measured is
left out.

    Benchmarks/growth.py
"""
import json
import os

import plot
import results

PICTURES = os.path.join(results.HERE, "..", "docs", "pictures")
BEGIN, END = "<!-- growth: Benchmarks/growth.py -->", "<!-- end of growth -->"
DELAYS_BEGIN, DELAYS_END = "<!-- delays: Benchmarks/growth.py -->", "<!-- end of delays -->"
# What grows, and the figures of each number: the beginning and the end of the name, and words for people.
SUBJECTS = {
    "games": ("Games, each polled every 5 s", [
        ("cpu_", "_games_cores", "processors"), ("rss_", "_games_mb", "resident memory, MB"),
        ("polls_", "_games_per_s", "answers a second")]),
    "subscribers": ("Subscribers of the socket, pinned", [
        ("fanout_single_", "_vs_redis", "lines one at a time, deliveries a second"),
        ("fanout_single_", "_vs_redis_p99", "their p99, ms"),
        ("fanout_burst_", "_vs_redis", "bursts of 16, deliveries a second"),
        ("fanout_burst_", "_vs_redis_rss", "most memory, MB")]),
    "streams": ("Streams of the web page, 15 games at ten times their speed", [
        ("cpu_", "_streams_cores", "processors"), ("rss_", "_streams_mb", "resident memory, MB"),
        ("anon_", "_streams_mb", "anonymous memory, MB")]),
    "sinks": ("Webhooks that get every event, 15 games at ten times their speed", [
        ("webhook_p99_", "_sinks_ms", "poll to webhook, p99, ms"), ("cpu_", "_sinks_cores", "processors"),
        ("rss_", "_sinks_mb", "resident memory, MB")]),
    "events": ("Events in the log", [
        ("ready_", "_events_ms", "from exec to ready, ms"),
        ("last_page_", "_events_ms", "`livegamed log`, ms"), ("game_page_", "_events_ms", "`livegamed log --game`, ms"),
        ("socket_p50_", "_events_ms", "poll to socket, p50, ms"), ("rss_", "_events_mb", "resident memory, MB"),
        ("file_", "_events_mb", "file, MB")]),
}
# Subject, file, title, and which of its figures are drawn.
PLOTS = [
    ("games", "growth-processors", "Processors by games at 5 s, cores", [0]),
    ("games", "growth-memory", "Resident memory by games, MB", [1]),
    ("subscribers", "growth-subscribers", "Deliveries a second by subscribers", [2, 0]),
    ("streams", "growth-streams-processors", "Processors by streams of the page, cores", [0]),
    ("streams", "growth-streams-memory", "Memory by streams of the page, MB", [1, 2]),
    ("sinks", "growth-sinks-delay", "Poll to webhook, p99, by webhooks, ms", [0]),
    ("sinks", "growth-sinks-processors", "Processors by webhooks, cores", [1]),
    ("events", "growth-log-times", "Times by events in the log, ms", [0, 1, 3]),
    ("events", "growth-log-memory", "Resident memory by events in the log, MB", [4]),
]


def points(figures, start, end):
    """Returns (number, figure) of all figures `<start><number><end>`."""
    found = [(int(name[len(start):len(name) - len(end)]), each) for name, each in figures.items()
             if name.startswith(start) and name.endswith(end) and name[len(start):len(name) - len(end)].isdigit()]
    # Fifteen games are polled at the default intervals.
    return sorted((x for x in found if (start, x[0]) not in (("cpu_", 15), ("rss_", 15)) or "games" not in end),
                  key=lambda x: x[0])


def cell(each):
    if each is None:
        return ""
    span = " (%s)" % results.ranged(each).replace(" to ", "–") if "low" in each else ""
    return results.short(each["value"]) + span + (
        "" if each["peer"] is None else "; %s" % results.short(each["peer"]))


def table(figures, subject):
    """Returns a table with a row for each number; nothing if no figure was measured."""
    title, columns = SUBJECTS[subject]
    series = [dict(points(figures, start, end)) for start, end, _ in columns]
    numbers = sorted(set().union(*series))
    if not numbers:
        return []
    heads = [title] + [words for _, _, words in columns]
    lines = ["", "| %s |" % " | ".join(heads), "| %s |" % " | ".join(["---:"] * len(heads))]
    for number in numbers:
        lines.append("| %s |" % " | ".join([format(number, ",")] + [cell(x.get(number)) for x in series]))
    return lines


def plots(figures, subject):
    lines, columns = [], SUBJECTS[subject][1]
    for of, name, title, chosen in PLOTS:
        if of != subject:
            continue
        series = [(columns[i][2].replace("`", "").split(", ms")[0],
                   [(x, each["value"]) for x, each in points(figures, *columns[i][:2])]) for i in chosen]
        series = [x for x in series if len(x[1]) > 1]
        if series:
            plot.draw("%s/%s.svg" % (PICTURES, name), title, series)
            lines += ["", "![%s](pictures/%s.svg)" % (title, name)]
    return lines


def season(curves):
    if "season" not in curves:
        return []
    rows = curves["season"]
    spaced = [(i * rows[-1][0] / (len(rows) - 1), row) for i, row in enumerate(rows)]
    title = "Memory over %d simulated games, MB" % rows[-1][0]
    most = rows[-1][0]
    plot.draw(PICTURES + "/season-memory.svg", title, [
        ("resident", [(x, row[1]) for x, row in spaced]), ("anonymous", [(x, row[2]) for x, row in spaced])],
        is_logarithmic=False, ticks=[0, most / 3, most * 2 / 3, most], has_points=False)
    return ["", "![%s](pictures/season-memory.svg)" % title]


def delays(figures, curves):
    """Returns the table and the plot of how long facts take from the feed to the daemon."""
    lines = ["| | median | quartiles | p95 | mean |", "| --- | ---: | ---: | ---: | ---: |"]
    series = []
    for name, words in (("push", "with a push service"), ("push_off", "the same without it"),
                        ("polls", "polls, as recorded"), ("fixed", "a fixed timer, as recorded")):
        values = curves.get("delays", {}).get(name)
        if not values:
            continue
        mean = figures.get({"push": "push_mean_s", "polls": "polling_mean_s"}.get(name))
        mean = mean["value"] if mean else figures["polling_mean_s"]["peer"] if name == "fixed" else None
        lines.append("| %s | %.2f | %.2f to %.2f | %.2f | %s |" % (
            words, values[49], values[24], values[74], values[94], "" if mean is None else "%.2f" % mean))
        if name != "polls":
            series.append((words, [(value, share) for share, value in enumerate(values, 1)]))
    if not series:
        return []
    title = "Facts known after so many seconds, %"
    most = max(x for _, places in series for x, _ in places)
    plot.draw(PICTURES + "/delays.svg", title, [(name, [(0, 0)] + places) for name, places in series],
              is_logarithmic=False, ticks=range(0, int(most) + 1, 2), has_points=False)
    return ["Seconds from the feed to us, all facts of all recorded games.", ""] + lines + [
        "", "![%s](pictures/delays.svg)" % title]


def main():
    figures, curves = results.known(), {}
    if os.path.exists(results.CURVES):
        with open(results.CURVES) as file:
            curves = json.load(file)
    lines = []
    for subject in SUBJECTS:
        lines += table(figures, subject) + plots(figures, subject)
    results.put(BEGIN, END, lines[1:] + season(curves))
    results.put(DELAYS_BEGIN, DELAYS_END, delays(figures, curves))


if __name__ == "__main__":
    main()
