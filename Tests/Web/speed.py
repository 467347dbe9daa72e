"""From the log to the screen: how long a play takes until a page has painted it."""
import statistics

import corrections
import live
from lib import harness

# In ms. The budget is 250 for 95 of 100 plays on a quiet machine; the figure is printed. A busy machine is no defect.
BOUND = 2000
FEWEST = 30


def latencies(evening, game, page):
    """Returns the ms between the daemon's observation of each play, which is before its entry in the log, and its
    painting. Plays of the loaded page are left out."""
    log = corrections.histories(evening.events_of(game))
    opened = page.evaluate("performance.timeOrigin + performance.getEntriesByType('navigation')[0].loadEventEnd")
    found = []
    for name, notes in page.evaluate("shown").items():
        seen = 1000 * corrections.instant(log[name][0]["observedAt"]) if name in log else 0
        if seen > opened and notes[0]["painted"]:
            found.append(notes[0]["painted"] - seen)
    return sorted(found)


def run(check, chromium, evening, game):
    page, complaints = live.opened(chromium, "%s/mlb/games/%s?plays=all" % (evening.url, game), "phone")
    check("there are plays to measure", harness.wait_for(
        lambda: len(latencies(evening, game, page)) >= FEWEST, 90, pause=0.5))
    report(check, latencies(evening, game, page))
    check.none("the measured page has no complaint", complaints)
    page.context.close()


def report(check, took):
    p95 = took[int(len(took) * 0.95)]
    check("a play is painted soon after it is logged", p95 < BOUND,
          "median %.0f ms, p95 %.0f ms, worst %.0f ms of %d; the budget is a p95 of 250 ms"
          % (statistics.median(took), p95, took[-1], len(took)))
