#!/usr/bin/env python3
"""Puts the figures of the daemon, and plots of how they grow, from Benchmarks/results.json into docs/performance.md and
docs/pictures. Figures that were not measured are left out.

    Benchmarks/daemon/table.py
"""
import math
import os
import platform
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE + "/..")
import results  # noqa: E402

ROOT = HERE + "/../.."
BEGIN, END = "<!-- daemon: Benchmarks/daemon/table.py -->", "<!-- end of daemon -->"
# The figure, its name for people, and what stands beside it.
ROWS = [
    ("program_mb", "Program, stripped", "Node with its libraries"),
    ("package_mb", "Package", "limit"),
    ("ready_ms", "From exec to ready, warm", "limit"),
    ("rss_15_games_mb", "Resident memory, 15 games", "a bot's loop in Node"),
    ("anon_15_games_mb", "Anonymous memory, 15 games", "a bot's loop in Node"),
    ("cpu_15_games_cores", "Processors, 15 games", "a bot's loop in Node"),
    ("kept_per_game_max_bytes", "Kept of the largest game", "limit"),
    ("idle_wakeups_per_s", "Wake-ups a second without a game", "limit"),
    ("idle_cpu", "Processors without a game", ""),
    ("bytes_vs_full", "Received, as a share of full bodies", "limit"),
    ("socket_p50_ms", "Poll to socket, p50", "limit"), ("socket_p99_ms", "Poll to socket, p99", "limit"),
    ("webhook_p50_ms", "Poll to webhook, p50", "limit"), ("webhook_p99_ms", "Poll to webhook, p99", "limit"),
    ("socket_backlog_p99_ms", "Poll to socket while a backlog drains, p99", "limit"),
    ("webhook_backlog_p99_ms", "Poll to webhook while a backlog drains, p99", "limit"),
    ("cpu_1000_games_cores", "Processors, 1,000 games at 5 s", "limit"),
    ("rss_1000_games_mb", "Resident memory, 1,000 games", "limit"),
]


def short(value):
    return "%d" % value if value >= 1000 and value == int(value) else "%.3g" % value


def rows(figures):
    lines = ["| | livegamed | beside | |", "| --- | ---: | ---: | --- |"]
    for name, words, beside in ROWS:
        if name not in figures:
            continue
        each = figures[name]
        peer = "" if each["peer"] is None else "%s %s" % (short(each["peer"]), each["unit"])
        lines.append("| %s | %s %s | %s | %s |" % (words, short(each["value"]), each["unit"], peer, beside if peer else ""))
    return lines


def growth(figures, start, end):
    """Returns (number, value) of all figures `<start><number><end>`."""
    found = [(int(name[len(start):-len(end)]), each["value"]) for name, each in figures.items()
             if name.startswith(start) and name.endswith(end) and name[len(start):-len(end)].isdigit()]
    return sorted(found)


def plot(path, title, unit, points):
    """Draws a line over a logarithmic axis of numbers, as SVG that follows the reader's colours."""
    width, height, left, bottom, top = 480, 260, 56, 36, 34
    highest = max(y for _, y in points) * 1.1 or 1
    decades = max(1, math.log10(points[-1][0] / points[0][0]))
    place = lambda x, y: (left + (width - left - 16) * math.log10(x / points[0][0]) / decades,
                          height - bottom - (height - bottom - top) * y / highest)
    shapes = []
    for share in (0, 0.5, 1):
        y = height - bottom - (height - bottom - top) * share / 1.1
        shapes.append('<line x1="%d" y1="%.1f" x2="%d" y2="%.1f" class="grid"/>' % (left, y, width - 16, y))
        shapes.append('<text x="%d" y="%.1f" text-anchor="end">%s</text>' % (left - 6, y + 4, short(highest / 1.1 * share)))
    for number, value in points:
        x, y = place(number, value)
        shapes.append('<circle cx="%.1f" cy="%.1f" r="3.5"/>' % (x, y))
        shapes.append('<text x="%.1f" y="%d" text-anchor="middle">%s</text>' % (x, height - 14, format(number, ",")))
    line = " ".join("%.1f,%.1f" % place(*point) for point in points)
    with open(path, "w") as file:
        file.write("""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">
<style>text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;fill:#24292f}.grid{stroke:#d0d7de}
polyline{fill:none;stroke:#0969da;stroke-width:2}circle{fill:#0969da}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}
polyline{stroke:#4493f8}circle{fill:#4493f8}}</style>
<text x="%d" y="20" class="title">%s, %s</text>
%s
<polyline points="%s"/>
</svg>
""" % (width, height, title, left, title, unit, "\n".join(shapes), line))


def plots(figures):
    lines = []
    for start, end, title, unit, name in (
            ("cpu_", "_games_cores", "Processors by games at 5 s", "cores", "growth-processors"),
            ("rss_", "_games_mb", "Resident memory by games", "MB", "growth-memory")):
        points = [x for x in growth(figures, start, end) if x[0] != 15]
        if len(points) > 1:
            plot("%s/docs/pictures/%s.svg" % (ROOT, name), title, unit, points)
            lines += ["", "![%s](pictures/%s.svg)" % (title, name)]
    return lines


def main():
    figures = results.known()
    machine = "Measured on %s: %d processors, Linux %s." % (
        time.strftime("%Y-%m-%d"), os.cpu_count(), platform.release())
    results.put(BEGIN, END, [machine, ""] + rows(figures) + plots(figures))


if __name__ == "__main__":
    main()
