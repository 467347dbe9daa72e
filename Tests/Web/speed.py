"""From the log to the screen: how long a play takes until a page has painted it."""
import statistics

import plays

# In ms. The budget is 250 for 95 of 100 plays on a quiet machine, and the figure is printed. That a busy machine needs
# longer is no defect; only a page that fetches itself again and again, or polls, does not keep this.
BOUND = 20_000
FEWEST = 15


def latencies(events, page):
    """Returns the ms between the daemon's observation of each play, which is before its entry in the log, and its
    painting. Plays that the page had when it was loaded are left out."""
    log = plays.histories(events)
    opened = page.evaluate("performance.timeOrigin + performance.getEntriesByType('navigation')[0].loadEventEnd")
    found = []
    for name, notes in page.evaluate("shown").items():
        seen = 1000 * plays.instant(log[name][0]["observedAt"]) if name in log else 0
        if seen > opened and notes[0]["painted"]:
            found.append(notes[0]["painted"] - seen)
    return sorted(found)


def report(check, took):
    if not check("there are plays to measure", len(took) >= FEWEST, len(took)):
        return
    p95 = took[int(len(took) * 0.95)]
    check("a play is painted soon after it is observed", p95 < BOUND,
          "median %.0f ms, p95 %.0f ms, worst %.0f ms of %d; the budget is a p95 of 250 ms"
          % (statistics.median(took), p95, took[-1], len(took)))
