"""Budgets: bytes of pages and assets, requests, shifts of the layout, memory of the script."""
import gzip
import re

import browser
import evening as evenings

KB = 1000
PAGE, ASSETS = (48 * KB, 10 * KB), (32 * KB, 9 * KB)
FIRST_REQUESTS, NEXT_REQUESTS = 5, 1
HEAP = 5_000_000
SHIFTS = """() => { globalThis.shifts = []; new PerformanceObserver(list => shifts.push(...list.getEntries().map(e =>
    `${e.value.toFixed(4)} ${e.sources.map(s => s.node?.nodeName + '.' + (s.node?.className ?? '')).join(' ')}`)))
    .observe({type: 'layout-shift', buffered: true}) }"""


def sizes(text):
    body = text.encode()
    return len(body), len(gzip.compress(body, 6))


def over(name, got, most):
    if got[0] <= most[0] and got[1] <= most[1]:
        return []
    return ["%s: %.1f KB, %.1f KB compressed" % (name, got[0] / KB, got[1] / KB)]


def bytes_of(check, evening, addresses):
    """Compares each page and the assets with their budgets."""
    found, largest = [], (0, 0, "")
    for name, path in addresses.items():
        got = sizes(evening.fetch(path))
        largest = max(largest, (*got, name))
        found += over(name, got, PAGE)
    check.none("a page has at most 48 KB, 10 KB compressed; the largest is %s with %.1f and %.1f KB"
               % (largest[2], largest[0] / KB, largest[1] / KB), found)
    html = evening.fetch("/mlb")
    names = re.findall(r'(?:href|src)="(/(?:assets/[^"]+|icon\.svg))"', html)
    parts = [sizes(evening.ask(x)[2]) for x in names]
    total = tuple(map(sum, zip(*parts)))
    check.none("the assets have at most 32 KB, 9 KB compressed (%.1f and %.1f KB)" % (total[0] / KB, total[1] / KB),
               over("all", total, ASSETS))


class Requests:
    """The addresses that a page asks the daemon for: not those that the browser has kept, and not streams."""

    def __init__(self, page):
        self.asked, self.kept = {}, set()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", lambda x: self.asked.update({x["requestId"]: x["request"]["url"]}))
        session.on("Network.requestServedFromCache", lambda x: self.kept.add(x["requestId"]))
        session.on("Network.responseReceived", self.answered)

    def answered(self, event):
        if event["response"].get("fromDiskCache"):
            self.kept.add(event["requestId"])

    def take(self):
        """Returns the addresses since the last time."""
        found = [url for key, url in self.asked.items() if key not in self.kept and "/live?" not in url]
        self.asked.clear()
        return found


def requests(check, chromium, evening, game):
    """Counts the requests of a first page and of the next one."""
    page = browser.context(chromium, "phone").new_page()
    requests = Requests(page)
    browser.visit(page, evening.url + "/mlb")
    browser.pause(page)
    asked = requests.take()
    check("a first page takes at most %d requests" % FIRST_REQUESTS, 4 <= len(asked) <= FIRST_REQUESTS, asked)
    browser.visit(page, "%s/mlb/games/%s" % (evening.url, game))
    browser.pause(page)
    asked = requests.take()
    check("the next takes one", len(asked) == NEXT_REQUESTS, asked)
    page.context.close()


def shifts(check, chromium, evening, addresses):
    """Watches for parts that move while a page loads and goes live."""
    # A page that goes live shows no news here, because there is no game on its day. The others have no stream: a play
    # that comes now moves what is below it.
    addresses = dict(addresses, live="/mlb?date=2026-12-25")
    context = browser.context(chromium, "phone")
    found = []
    for name, path in addresses.items():
        page = context.new_page()
        page.add_init_script("(%s)()" % SHIFTS)
        if name != "live":
            page.route("**/live?*", lambda route: route.abort())
        browser.visit(page, evening.url + path)
        if page.locator("[data-link]").count():
            page.locator("[data-link]", has_text="Live" if name == "live" else "Reconnecting").wait_for()
        found += ["%s: %s" % (name, x) for x in page.evaluate("shifts")]
        page.close()
    context.close()
    check.none("nothing moves while a page loads", found)


def heap(check, page):
    """Measures the memory of a page's script after the garbage is collected."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    check("the script of a page that was long open uses at most 5 MB", used <= HEAP, "%.1f MB" % (used / 1e6))


def run(check, chromium, evening, game):
    addresses = evenings.pages(evening, game)
    bytes_of(check, evening, addresses)
    requests(check, chromium, evening, game)
    shifts(check, chromium, evening, {x: addresses[x] for x in ("scores", "game", "player", "teams", "daemon")})
