"""Pages that are kept up to date: a lost network, a killed daemon and too many streams lose no play."""
import os
import re
import time

import browser
import plays
import web_page
from lib import harness

with open(os.path.dirname(os.path.abspath(__file__)) + "/recorder.js") as f:
    RECORDER = f.read()

LIVE = re.compile("^Live$")


def opened(chromium, url, device="desktop"):
    """Returns a page that notes what it shows, and its complaints about the policy and errors of its script."""
    page = browser.context(chromium, device).new_page()
    # A connection that is cut is no defect of the page.
    complaints = browser.complaints_of(page, ["net::ERR_", "status of 503", "status of 429"])
    page.add_init_script(RECORDER)
    browser.visit(page, url)
    return page, complaints


def says(page, text, within):
    """Returns whether the page says so about its connection, soon enough."""
    shown = page.locator("[data-link]").filter(has_text=re.compile(text))
    try:
        shown.wait_for(timeout=within * 1000)
        return True
    except Exception as error:
        if "Timeout" not in type(error).__name__:
            raise
        return False


def html_of(page):
    return page.evaluate("document.getElementById('plays')?.outerHTML ?? ''")


def differences(evening, game, page):
    """Returns how the plays of an open page differ from those of a fresh one."""
    fresh = plays.texts(evening.fetch("/mlb/games/%s?plays=all" % game))
    kept = plays.texts(html_of(page))
    return (["missing: " + x for x in fresh if x not in kept] + ["only there: " + x for x in kept if x not in fresh]
            + ["%s: %r instead of %r" % (x, kept[x], fresh[x]) for x in fresh if x in kept and kept[x] != fresh[x]]
            + (["another order"] if sorted(kept) == sorted(fresh) and list(kept) != list(fresh) else []))


def twice(page):
    found = plays.ids(html_of(page))
    return sorted({x for x in found if found.count(x) > 1})


def same_as_fresh(check, name, evening, game, page, within=30):
    """Checks that an open page shows what a fresh one does. Games go on, so they agree at one moment, not at each."""
    last = []

    def agree():
        last[:] = differences(evening, game, page)
        return not last

    harness.wait_for(agree, within, pause=0.3)
    check.none(name + ": the plays are those of a page that is loaded anew", last)
    check.none(name + ": no play is there twice", twice(page))


def more_events(evening, game, number, within=60):
    """Waits until the log has so many more events of a game."""
    before = len(evening.events_of(game))
    return harness.wait_for(lambda: len(evening.events_of(game)) >= before + number, within)


def arrives(check, evening, game, page):
    check("a page says that it is live", says(page, LIVE, 10))
    # On a slow machine the end of the loading comes after the connection.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: false}))")
    before = set(plays.ids(html_of(page)))
    check("plays arrive by themselves", harness.wait_for(
        lambda: len(set(plays.ids(html_of(page))) - before) >= 3, 60, pause=0.2))
    same_as_fresh(check, "live", evening, game, page)
    # A page fetches itself again, and connects anew, when the server asks it to: where too much is new at once, as on a
    # slow machine, or when the page gets another part.
    states, reloads = page.evaluate("[states, reloads]")
    check("the page stays connected meanwhile", states.count("Live") <= 1 + len(reloads), (states, reloads))
    lives = states.count("Live")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    check("a page from the browser's cache connects anew", harness.wait_for(
        lambda: page.evaluate("states").count("Live") > lives, 10, pause=0.2), page.evaluate("states"))


def offline(check, evening, game, page):
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    check("without a network the page says since when", says(page, r"^Offline, as of \d+:\d\d", 10),
          page.evaluate("states.at(-1)"))
    before = html_of(page)
    check("events come meanwhile", more_events(evening, game, 3))
    check("the page shows what it had", html_of(page) == before)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    check("with a network it is live again", says(page, LIVE, 10), page.evaluate("states"))
    same_as_fresh(check, "after being offline", evening, game, page)


def killed(check, evening, game, page):
    page.evaluate("states.length = 0")
    evening.daemon.kill()
    check("a page of a killed daemon is live again", harness.wait_for(
        lambda: page.evaluate("states.includes('Reconnecting') && states.at(-1) === 'Live'"), 45, pause=0.2),
        page.evaluate("states"))
    check("events come after the start", more_events(evening, game, 3))
    same_as_fresh(check, "after kill -9", evening, game, page)


def house(check, chromium, evening, game, page):
    """Takes every seat but one; the page that is open has that one. The streams are of a day without games."""
    query = evening.stream_of("/mlb?date=2026-12-25")
    held = []
    for _ in range(63):
        held.append(web_page.Stream(evening.port, query))
        # No more pages a second than one address may ask for.
        time.sleep(0.02)
    open_ones = sum("event: hello" in x.read(10, until="event: hello") for x in held)
    # With the page, and the two pages of overturned.py if that part runs, there are 64.
    check("64 streams are open", open_ones in (len(held), len(held) - 2), open_ones)
    more = web_page.Stream(evening.port, query)
    answer = more.read(5, until="\r\n\r\n")
    check("one more is told to come back", " 503 " in answer and "retry-after: " in answer.lower(), answer[:20])
    more.close()
    late, complaints = opened(chromium, "%s/mlb/games/%s" % (evening.url, game), "phone")
    check("a page without a stream is complete",
          late.locator("#plays li").count() > 3 and late.locator("#score").is_visible())
    check("and says that it reconnects", says(late, "^Reconnecting$", 10), late.evaluate("states"))
    # A page that is not seen gives its seat back.
    hide(page, True)
    check("a hidden page gives its stream to the next", says(late, LIVE, 40), late.evaluate("states"))
    check.none("a page that waits has no complaint", complaints)
    late.context.close()
    for stream in held:
        stream.close()
    hide(page, False)
    check("a page that is seen again is live", says(page, LIVE, 20))
    same_as_fresh(check, "after being hidden", evening, game, page)


def hide(page, hidden):
    """Lets a page believe that it is hidden. A headless browser shows all its pages."""
    page.evaluate("""hidden => {
        const state = hidden ? "hidden" : "visible";
        Object.defineProperty(document, "visibilityState", {get: () => state, configurable: true});
        Object.defineProperty(document, "hidden", {get: () => hidden, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));
    }""", hidden)


def run(check, chromium, evening, game):
    page, complaints = opened(chromium, "%s/mlb/games/%s?plays=all" % (evening.url, game), "phone")
    arrives(check, evening, game, page)
    offline(check, evening, game, page)
    killed(check, evening, game, page)
    house(check, chromium, evening, game, page)
    check.none("a live page has no complaint", complaints)
    page.context.close()
