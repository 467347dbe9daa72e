#!/usr/bin/env python3
"""The web page behind nginx and Caddy, configured as docs/configuration.md says: pages, streams, logins and names.

    web_proxies.py --livegamed .build/debug/livegamed [--only nginx|caddy]

Needs the programs nginx and caddy: `apt-get install --no-install-recommends nginx-light caddy`. One that is missing is
skipped, and the exit status is then 77. Both run as child processes, with files and ports of their own.
"""
import argparse
import base64
import contextlib
import http.server
import os
import re
import threading
import time

from lib import harness, proxies, simulated
from lib.visitor import Visitor, free_port

TOKEN = "kq2Zr8v1Xw5Lm9Tn3Yb7Cd"
HOST = "scores.lan"
# Seconds for which a stream has nothing to send. The shortest time-out of the proxies is 60 s.
IDLE = 75
CLIENTS = 12


class Page(harness.Daemon):
    """A daemon with its page at a port of its own."""

    def __init__(self, program, base, url, more):
        self.port = free_port()
        os.makedirs(base)
        super().__init__(program, base, url, 0.2, more='web: {listen: "127.0.0.1:%d", %s}' % (self.port, more))
        self.visitor = Visitor(self.port)

    def serves(self, path="/icon.svg"):
        return harness.wait_for(lambda: self.visitor.status(path) == 200, 60, 0.2)


class Front:
    """One proxy in front of the three daemons, and its sites for visitors."""

    def __init__(self, proxy, pages, echo):
        plain, login, trusting = pages
        self.proxy = proxy
        self.plain = proxy.add(plain.port, HOST)
        self.foreign = proxy.add(plain.port, "other.lan")
        self.login = proxy.add(login.port, HOST, path="/ball/")
        self.trusting = proxy.add(trusting.port, HOST, has_login=True)
        self.echo = proxy.add(echo, HOST, has_login=True)
        proxy.start()

    def visitor(self, site, host=None):
        return self.proxy.visitor(site, host)


def live(page):
    """Returns the address of the stream of a page, behind the place of the page."""
    address = re.search(r'data-live="([^"]+)"', page).group(1).replace("&amp;", "&")
    return address + "&after=" + re.search(r'data-cursor="([^"]+)"', page).group(1)


def pages(check, visitor):
    answer = visitor.ask("/mlb", Accept_Encoding="gzip")
    check("a page is there", answer.status == 200 and "</html>" in answer.text)
    sizes = (len(answer.raw), len(answer.text))
    check("it is compressed", answer.headers.get("content-encoding") == "gzip" and sizes[0] < sizes[1] / 2,
          "%d of %d bytes" % sizes)
    check("its headers are there", "default-src 'none'" in answer.headers.get("content-security-policy", ""))
    answer = visitor.ask("/settings", Accept_Encoding="gzip")
    tag = answer.headers.get("etag", "")
    check("a known page is not sent again", tag and visitor.status(
        "/settings", Accept_Encoding="gzip", If_None_Match=tag) == 304, tag)
    for path in re.findall(r'(?:href|src)="(/assets/[^"]+)"', answer.text):
        asset = visitor.ask(path)
        check("%s is kept for ever" % path.split("/")[-1],
              asset.status == 200 and "immutable" in asset.headers.get("cache-control", ""))
    check("a page that is not there", visitor.status("/nothing") == 404)


def cookies(check, visitor):
    form = "theme=dark&back=%2Fmlb"
    answer = visitor.ask("/settings", "POST", form, Origin=visitor.origin, Sec_Fetch_Site="same-origin")
    cookie = answer.headers.get("set-cookie", "")
    check("settings are kept", answer.status == 303 and answer.headers.get("location") == "/mlb" and "t=dark" in cookie)
    check("the cookie is for https alone" if visitor.tls else "the cookie is for http too",
          ("; Secure" in cookie) == bool(visitor.tls), cookie)
    check("the cookie is for this site alone", "HttpOnly; SameSite=Strict" in cookie, cookie)
    check("and is used", 'data-theme="dark"' in visitor.ask("/mlb", Cookie=cookie.split(";")[0]).text)
    check("a form of another site is refused", visitor.status(
        "/settings", "POST", form, Origin="https://evil.example", Sec_Fetch_Site="cross-site") == 403)


def names(check, front):
    visitor = front.visitor(front.foreign)
    answer = visitor.ask("/mlb")
    check("a name that is not listed gets the line to add",
          answer.status == 421 and "hosts: [%s]" % visitor.host in answer.text, answer.status)
    check("so does its stream", visitor.status("/live?view=daemon") == 421)


def game_page(page):
    """Returns the path of the page of the first live game."""
    found = []

    def is_found():
        found[:] = re.findall(r'href="(/mlb/games/\d+)"', page.visitor.ask("/mlb?only=live").text)
        return found

    harness.wait_for(is_found, 60, 1)
    return found[0]


def streams(check, page, visitor):
    """A stream through the proxy, beside one without it."""
    address = live(visitor.ask(game_page(page)).text)
    with visitor.stream(address, Accept_Encoding="gzip") as far, page.visitor.stream(address) as near:
        far.read(5, until="event: hello")
        check("the first byte comes at once", "event: hello" in far.text and time.monotonic() - far.began < 3,
              "%.2f s" % (time.monotonic() - far.began))
        check("a stream is neither compressed nor kept", "content-encoding" not in far.head and "gzip" not in far.head
              and "text/event-stream" in far.head and "no-store" in far.head, "" if far.status == 200 else far.head)
        common = lambda: sorted(set(far.times) & set(near.times))
        end = time.monotonic() + 60
        while len(common()) < 10 and time.monotonic() < end and not far.closed:
            near.read(0.05)
            far.read(0.05)
        lags = [far.times[x] - near.times[x] for x in common()]
        # A proxy that buffers holds several facts back, for seconds.
        check("facts come as soon as without the proxy", len(lags) >= 10 and sorted(lags)[5] < 0.5 and max(lags) < 5,
              "%d facts, at most %.3f s later" % (len(lags), max(lags, default=9)))
    return address, max(far.times, default=0)


def resumes(check, page, visitor, address, seen):
    """What a stream missed comes once, also after a kill of the daemon."""
    log = re.search(r"&after=([^.&]+)", address)[1]
    with page.visitor.stream(address, Last_Event_ID="%s.%d" % (log, seen)) as near:
        check("there is something new", bool(near.ids() or near.read(30, until="\nid: ")) and max(near.ids()) > seen)
    with visitor.stream(address, Last_Event_ID="%s.%d" % (log, seen)) as again:
        again.read(8, until="\nid: ")
        check("a stream resumes behind the place of the header", again.ids() and min(again.ids()) > seen
              and len(set(again.ids())) == len(again.ids()), "%d: %r" % (seen, again.ids()))
        page.kill()
        again.read(10)
        check("a kill of the daemon ends it", again.closed)
        seen = max(again.ids(), default=seen)
    check("the page is back", page.serves() and harness.wait_for(lambda: visitor.status("/mlb") == 200, 30, 0.2))
    with visitor.stream(address, Last_Event_ID="%s.%d" % (log, seen)) as again:
        again.read(20, until="event: html")
        check("and the stream resumes in the same log", "event: html" in again.text and "other_log" not in again.text
              and min(again.ids(), default=seen + 1) > seen,
              "%d: %r %r" % (seen, again.ids(), re.findall(r"^event: .*\n.{,30}", again.text, re.MULTILINE)))


def seats(check, page, visitor):
    """A client that hangs up behind the proxy makes room."""
    address = live(visitor.ask("/daemon").text)
    held = [visitor.stream(address) for _ in range(CLIENTS)]
    opened = [x for x in held if "event: hello" in x.read(5, until="event: hello")]
    with visitor.stream(address) as more:
        more.read(5, until="</html>")
        check("one too many is told to come back", len(opened) == CLIENTS and more.status == 503
              and "retry-after: 30" in more.head, "%d open, %d" % (len(opened), more.status))
    for each in held:
        each.close()

    def has_room():
        with visitor.stream(address) as one:
            return "event: hello" in one.read(2, until="event: hello")

    check("those that hang up make room", harness.wait_for(has_room, 10, 0.2))


def idle(check, visitors):
    """Streams without news stay open for longer than the proxies' time-outs."""
    held = {name: visitor.stream("/live?view=scores&date=2020-07-01") for name, visitor in visitors.items()}
    end = time.monotonic() + IDLE
    while time.monotonic() < end:
        for stream in held.values():
            stream.read(0.2)
    for name, stream in held.items():
        beats = stream.text.count("event: beat")
        check("%s: a stream without news is open after %d s" % (name, IDLE),
              not stream.closed and beats >= IDLE // 15 - 1, "%d beats" % beats)
        stream.close()


def login(check, visitor):
    check("nothing outside the path is served", visitor.status("/daemon") in (200, 404)
          and "livegamed" not in visitor.ask("/daemon").text)
    status = visitor.status("/ball")
    check("the path without its slash leads to the page", status in (301, 401), status)
    answer = visitor.ask("/ball/daemon")
    check("a visitor gets the form", answer.status == 401 and 'action="/ball/login"' in answer.text)
    assets = re.findall(r'(?:href|src)="([^"]+/assets/[^"]+)"', answer.text)
    check("files are below the path", assets and all(visitor.status(x) == 200 for x in assets), assets)
    check("and no stream", visitor.status("/ball/live?view=daemon") == 401)
    answer = visitor.ask("/ball/login", "POST", "token=%s&back=/ball/daemon" % TOKEN, Origin=visitor.origin,
                         Sec_Fetch_Site="same-origin")
    cookie = answer.headers.get("set-cookie", "")
    check("the token opens the page", answer.status == 303 and answer.headers.get("location") == "/ball/daemon"
          and "Path=/ball/;" in cookie and ("; Secure" in cookie) == bool(visitor.tls), cookie)
    cookie = cookie.split(";")[0]
    page = visitor.ask("/ball/daemon", Cookie=cookie)
    links = re.findall(r'<a [^>]*href="(/[^"]*)"', page.text)
    check("the cookie is the login, and all links are below the path",
          page.status == 200 and links and all(x.startswith("/ball/") for x in links), page.status)
    with visitor.stream(live(page.text), Cookie=cookie) as stream:
        check("a stream opens", "event: hello" in stream.read(5, until="event: hello"))
    check("a program sends the token itself", visitor.status("/ball/daemon", Authorization="Bearer " + TOKEN) == 200)


def password(name, secret):
    return "Basic " + base64.b64encode(("%s:%s" % (name, secret)).encode()).decode()


def trust(check, front, page):
    visitor, right = front.visitor(front.trusting), password(*proxies.USER)
    check("the proxy asks for a password", visitor.status("/mlb") == 401
          and "basic" in visitor.ask("/mlb").headers.get("www-authenticate", "").lower())
    check("a visitor's own header opens nothing", visitor.status("/mlb", Remote_User="mallory") == 401
          and visitor.status("/mlb", Remote_User="mallory", Authorization=password("alice", "wrong")) == 401)
    answer = visitor.ask("/daemon", Authorization=right)
    check("a visitor of the proxy is logged in", answer.status == 200)
    with visitor.stream(live(answer.text), Authorization=right) as stream:
        check("a stream opens", "event: hello" in stream.read(5, until="event: hello"))
    echo = front.visitor(front.echo)
    got = [echo.ask("/", Authorization=right, **more).text for more in ({}, {"Remote_User": "mallory"})]
    check("the proxy replaces a visitor's header", got == ["alice", "alice"], got)
    elsewhere = Visitor(page.port, source="127.0.0.2")
    check("the header opens nothing from elsewhere", elsewhere.status("/daemon", Remote_User="alice") == 401
          and elsewhere.status("/live?view=daemon", Remote_User="alice") == 401)
    check("the proxy's address alone opens nothing", page.visitor.status("/daemon") == 401
          and page.visitor.status("/daemon", Remote_User="") == 401)


def stops(check, page, visitors):
    held = {name: visitor.stream("/live?view=daemon") for name, visitor in visitors.items()}
    for stream in held.values():
        stream.read(5, until="event: hello")
    began = time.monotonic()
    check("the daemon stops at once", page.stop() == 0 and time.monotonic() - began < 10,
          "%.1f s" % (time.monotonic() - began))
    for name, stream in held.items():
        stream.read(5)
        check("%s: the stream says so and ends" % name, "event: bye" in stream.text and stream.closed)
        stream.close()
        check("%s: without the daemon there is an error of the proxy" % name, visitors[name].status("/mlb") == 502)
    page.start()
    page.serves()
    for name, visitor in visitors.items():
        check("%s: the page is back" % name, harness.wait_for(lambda: visitor.status("/mlb") == 200, 20, 0.2))


@contextlib.contextmanager
def echo():
    """Serves the values of `Remote-User`. Yields the port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = ",".join(self.headers.get_all("remote-user") or []).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def checked(checks, name):
    return lambda what, holds, detail="": checks("%s: %s" % (name, what), holds, detail)


def pace():
    """Waits until the allowance of 60 pages at once is full again; all visitors have one address here."""
    time.sleep(3)


def run(options, checks, kinds):
    with contextlib.ExitStack() as stack:
        base = stack.enter_context(harness.Scratch(checks, options.keep))
        games = stack.enter_context(simulated.Simulator(options.livegamed, 3, 30, 7, "--plain"))
        start = lambda name, more: stack.enter_context(Page(options.livegamed, base + "/" + name, games.url, more))
        plain = start("plain", "hosts: [%s], clients: %d" % (HOST, CLIENTS))
        token = start("token", 'hosts: [%s], token: "%s", path: /ball' % (HOST, TOKEN))
        trusting = start("trust", "hosts: [%s], trust: {header: Remote-User, from: [127.0.0.1]}" % HOST)
        checks("the pages are served", plain.serves() and token.serves("/ball/icon.svg") and trusting.serves())
        port = stack.enter_context(echo())
        fronts = {}
        for kind in kinds:
            fronts[kind.name] = Front(stack.enter_context(kind(base)), (plain, token, trusting), port)
        if "caddy" in fronts:
            checks("caddy: the snippets are whole files", all(map(fronts["caddy"].proxy.adapts, proxies.snippets()[1])))
        harness.wait_for(lambda: 'id="g-' in plain.visitor.ask("/mlb").text, 30, 0.5)
        for name, front in fronts.items():
            check, visitor = checked(checks, name), front.visitor(front.plain)
            pages(check, visitor)
            cookies(check, visitor)
            names(check, front)
            pace()
            resumes(check, plain, visitor, *streams(check, plain, visitor))
            pace()
            seats(check, plain, visitor)
            login(check, front.visitor(front.login))
            trust(check, front, trusting)
        visitors = {name: front.visitor(front.plain) for name, front in fronts.items()}
        idle(checks, visitors)
        stops(checks, plain, visitors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--livegamed", required=True)
    parser.add_argument("--only", choices=["nginx", "caddy"])
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    checks = harness.Checks()
    kinds = [x for x in (proxies.Nginx, proxies.Caddy) if options.only in (None, x.name)]
    for kind in kinds:
        if not kind.program():
            checks.skip("%s is not installed" % kind.name)
    kinds = [x for x in kinds if x.program()]
    if kinds:
        run(options, checks, kinds)
    checks.exit()


if __name__ == "__main__":
    main()
