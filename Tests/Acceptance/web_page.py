#!/usr/bin/env python3
"""The web page over HTTP: who may open it, what each page answers, and streams that resume, end and stay within bounds.

    web_page.py --livegamed .build/debug/livegamed
"""
import argparse
import email.utils
import os
import re
import select
import socket
import time
import urllib.parse

from lib import harness, simulated
from lib.page_site import Site, free_port

TOKEN = "kq2Zr8v1Xw5Lm9Tn3Yb7Cd"


class Stream:
    """One open stream, read on demand."""

    def __init__(self, port, query, receive=None, **headers):
        self.s = socket.socket()
        if receive:
            self.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.s.connect(("127.0.0.1", port))
        head = "".join("%s: %s\r\n" % (k.replace("_", "-"), v) for k, v in headers.items())
        self.s.sendall(("GET /live?%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (query, head)).encode())
        self.data, self.closed = b"", False

    def read(self, seconds, until=None):
        """Reads for so long, or until a text has come. Returns all text so far."""
        end = time.monotonic() + seconds
        while not self.closed and time.monotonic() < end and not (until and until.encode() in self.data):
            if select.select([self.s], [], [], max(0, end - time.monotonic()))[0]:
                try:
                    chunk = self.s.recv(1 << 16)
                except ConnectionResetError:
                    chunk = b""
                self.closed, self.data = not chunk, self.data + chunk
        return self.data.decode(errors="replace")

    def ids(self):
        return [int(x) for x in re.findall(rb"id: [0-9a-f]+\.(\d+)", self.data)]

    def close(self):
        self.s.close()


def cursor_of(site, path):
    """Returns the place in a page, such as `9f2c61aa.2117`, and the address of its stream."""
    page = site.ask(path)[2]
    live = re.search(r'data-live="([^"]+)"', page).group(1).replace("&amp;", "&")
    return re.search(r'data-cursor="([^"]+)"', page).group(1), live.split("?", 1)[1]


def pages(check, site):
    games = re.findall(r'<li id="g-(\d+)"', site.ask("/mlb")[2])
    check("the scoreboard shows the three games", len(games) == 3, games)
    check("/ leads to the scoreboard", site.ask("/")[0] == 303 and site.ask("/")[1]["location"] == "/mlb")
    for path in ["/mlb?only=live", "/mlb?date=2026-04-20&scores=hidden", "/mlb/players?pos=C", "/mlb/players?q=iba",
                 "/mlb/teams", "/mlb/teams/136", "/mlb/teams/136.ics", "/daemon", "/settings"]:
        check("%s is there" % path, site.status(path) == 200)
    for path in ["/nothing", "/mlb/teams/999999", "/mlb/players/999999999", "/mlb/teams/x.ics", "/assets/0/app.css",
                 "/mlb/../../etc/passwd", "/%2e%2e/x", "/a/b/c/d/e/f/g/h/i/j"]:
        check("%s is not" % path, site.status(path) == 404)
    status, headers, page = site.ask("/mlb")
    check("a page may not be framed, and runs no foreign script",
          "default-src 'none'" in headers["content-security-policy"] and headers["x-content-type-options"] == "nosniff")
    check("it says when it was made", abs(email.utils.parsedate_to_datetime(headers["date"]).timestamp() - time.time()) < 5,
          headers["date"])
    check("nothing is inline", " style=" not in page and not re.search(r"<[^>]* on\w+=", page))
    check("a known page is not sent again",
          site.status("/settings", If_None_Match=site.ask("/settings")[1]["etag"]) == 304)
    check("HEAD has no body", site.ask("/settings", "HEAD")[2] == "" and site.status("/settings", method="HEAD") == 200)
    check("other methods are refused", site.status("/mlb", method="DELETE") == 405)
    for name in re.findall(r'(?:href|src)="(/assets/[^"]+)"', page):
        status, headers, _ = site.ask(name)
        check("%s is kept for ever" % name.split("/")[-1], status == 200 and "immutable" in headers["cache-control"])


def visitors(check, site):
    check("a foreign name is refused, with the line to add",
          site.status("/mlb", Host="evil.example") == 421 and "hosts: [evil.example]" in site.ask("/mlb", Host="evil.example")[2])
    check("so is its stream", site.status("/live?view=daemon", Host="evil.example") == 421)
    check("another site may not read a stream", site.status("/live?view=daemon", Sec_Fetch_Site="cross-site") == 403)
    check("nor send a form", site.status("/settings", method="POST", body="delay=9", Sec_Fetch_Site="cross-site") == 403
          and site.status("/settings", method="POST", body="delay=9", Origin="https://evil.example") == 403)
    status, headers, _ = site.ask("/settings", "POST", "theme=dark&scores=hidden&delay=35&back=%2Fmlb")
    check("settings are kept in a cookie", status == 303 and headers["location"] == "/mlb"
          and headers["set-cookie"].startswith("livegamed_choices=t=dark&s=0&d=35&a=0&k=0; Path=/; ")
          and "HttpOnly; SameSite=Strict" in headers["set-cookie"])
    page = site.ask("/mlb", Cookie="livegamed_choices=t=dark&s=0")[2]
    check("and are used", 'data-theme="dark"' in page and 'Show scores' in page
          and not re.search(r'class="score[^"]*">\d', page))
    for back in ["https://evil.example/", "//evil.example", "\\\\evil.example", ""]:
        where = site.ask("/settings", "POST", "back=" + urllib.parse.quote(back))[1]["location"]
        check("a form leads to no other site (%r)" % back, where == "/")
    status, headers, _ = site.ask("/favourites", "POST", "team=mlb/136&on=1&back=/mlb/teams")
    check("a favourite is kept", "f=mlb/136" in headers["set-cookie"])
    check("a long form is refused", site.status("/settings", method="POST", body="a=" + "x" * 5000) == 413)
    many = [site.status("/settings") for _ in range(90)]
    check("too many pages are refused for a moment", many.count(429) > 0 and many[0] == 200, many.count(429))
    time.sleep(3)


def logins(check, program, base, url):
    port = free_port()
    config = 'web: {listen: "127.0.0.1:%d", token: "%s", path: /ball, hosts: [scores.lan]}' % (port, TOKEN)
    with harness.Daemon(program, base, url, 0.2, more=config) as daemon:
        site = Site(port)
        check("the page with a login is served", harness.wait_for(
            lambda: site_status(site, "/ball/icon.svg") == 200, 30), daemon.text()[-500:])
        status, _, page = site.ask("/ball/daemon")
        check("a visitor gets the form", status == 401 and 'type="password"' in page and 'action="/ball/login"' in page)
        check("and no stream", site.status("/ball/live?view=daemon") == 401)
        check("nothing outside the path is served", site.status("/daemon") == 404)
        check("a wrong token opens nothing",
              site.ask("/ball/login", "POST", "token=wrong&back=/ball/daemon")[0] == 401)
        status, headers, _ = site.ask("/ball/login", "POST", "token=%s&back=/ball/daemon" % TOKEN)
        cookie = headers.get("set-cookie", "").split(";")[0]
        check("the token does", status == 303 and headers["location"] == "/ball/daemon" and TOKEN not in cookie
              and "Path=/ball/" in headers["set-cookie"])
        check("the cookie is the login", site.status("/ball/daemon", Cookie=cookie) == 200)
        check("a program sends the token itself",
              site.status("/ball/daemon", Authorization="Bearer " + TOKEN) == 200
              and site.status("/ball/daemon", Authorization="Bearer x") == 401)
        check("a configured name is allowed",
              site.status("/ball/daemon", Host="scores.lan", Cookie=cookie) == 200)
        tries = [site.ask("/ball/login", "POST", "token=wrong")[0] for _ in range(8)]
        check("guessing is slow", tries.count(429) >= 3, tries)
        check("the token is in no log", TOKEN not in daemon.text())


def site_status(site, path):
    try:
        return site.status(path)
    except OSError:
        return 0


def streams(check, site, daemon):
    place, query = cursor_of(site, "/mlb")
    # Without the digest of the page's groups: a game that begins meanwhile changes them, and the page is fetched again.
    query = re.sub("&(amp;)?as=[^&]*", "", query)
    first = Stream(site.port, query + "&after=" + place)
    text = first.read(8, until="event: html")
    check("a stream greets and shows the present", "text/event-stream" in text and "event: hello" in text
          and "event: html" in text and "x-accel-buffering: no" in text.lower(), text[:300])
    text = first.read(20, until="\nid: ")
    check("facts arrive by themselves", bool(first.ids()), text[-200:])
    seen = first.ids()[-1]
    first.close()
    log = place.split(".")[0]
    time.sleep(2)
    again = Stream(site.port, query + "&after=" + place, Last_Event_ID="%s.%d" % (log, seen))
    again.read(8, until="event: html")
    check("the header wins over the address, and what was missed is sent once",
          again.ids() and min(again.ids()) > seen and len(set(again.ids())) == len(again.ids()), again.ids())
    again.close()
    other = Stream(site.port, query + "&after=deadbeef.5")
    check("the place of another log reloads the page", "event: reload" in other.read(5, until="event: reload"))
    other.close()
    daemon.kill()
    check("after kill -9 the page is served again", harness.wait_for(site.serves, 30))
    resumed = Stream(site.port, query + "&after=%s.%d" % (log, seen))
    text = resumed.read(20, until="event: html")
    check("and a stream resumes in the same log", "event: html" in text and "reload" not in text, text[-200:])
    resumed.close()


def bounds(check, site, daemon):
    _, query = cursor_of(site, "/daemon")
    held = [Stream(site.port, query) for _ in range(8)]
    check("eight streams are open", all("event: hello" in s.read(5, until="event: hello") for s in held))
    more = Stream(site.port, query)
    text = more.read(5, until="\r\n\r\n")
    check("the ninth is told to come back", " 503 " in text and "retry-after" in text.lower(), text[:100])
    more.close()
    held.pop().close()
    check("a client that hangs up makes room", harness.wait_for(lambda: opens(site.port, query), 10))
    # Who reads nothing costs little: the daemon keeps a place in the log for it, and no queue.
    before = resident(daemon)
    time.sleep(5)
    check("slow clients cost little memory", resident(daemon) - before < 20_000, "%d kB" % (resident(daemon) - before))
    start = time.monotonic()
    status = daemon.stop()
    check("a stop ends the streams at once", status == 0 and time.monotonic() - start < 10,
          "%.1f s" % (time.monotonic() - start))
    check("and says so", all("event: bye" in s.read(3) and s.closed for s in held))
    for s in held:
        s.close()


def opens(port, query):
    stream = Stream(port, query)
    try:
        return "event: hello" in stream.read(2, until="event: hello")
    finally:
        stream.close()


def resident(daemon):
    return next(int(x.split()[1]) for x in daemon.memory() if x.startswith("VmRSS"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--livegamed", required=True)
    options = parser.parse_args()
    check = harness.Checks()
    with harness.Scratch(check) as base, simulated.Simulated(options.livegamed, base, speed=30) as games:
        port = free_port()
        site = Site(port)
        config = 'web: {listen: "127.0.0.1:%d", clients: 8}' % port
        with harness.Daemon(options.livegamed, base, games.url, 0.2, more=config) as daemon:
            check("the page is served", harness.wait_for(site.serves, 60), daemon.text()[-500:])
            harness.wait_for(lambda: 'id="g-' in site.ask("/mlb")[2], 30, pause=0.5)
            pages(check, site)
            streams(check, site, daemon)
            visitors(check, site)
            bounds(check, site, daemon)
        os.mkdir(base + "/login")
        logins(check, options.livegamed, base + "/login", games.url)
    check.exit()


if __name__ == "__main__":
    main()
