#!/usr/bin/env python3
"""Checks time zones, URLs, names and letters with a program. A release has only a part of ICU's data.

    packaging/test/zones_and_names.py PROGRAM

- Time zones: a daemon with one sink for each zone says when the quiet hours end, at four dates in summer and winter.
  The results are those of Python's zoneinfo with the system's tzdata. Unknown zones are refused.
- URLs with international hosts in their encoded form are read, wrong ones are refused.
- Players are found by their names without accents, in any case, composed or not.
- Letters beyond ASCII become upper and lower case in a sink's format.

A preloaded library sets the clock of the daemon. It needs a C compiler; without one the offsets of the zones are not
checked, and a line says so.
"""
import datetime
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
import unicodedata
import zoneinfo

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE + "/../../Tests/Acceptance")

from lib import harness  # noqa: E402
from lib.clock_offset import ClockOffset  # noqa: E402
from lib.harness import Checks, Daemon, Scratch  # noqa: E402
from lib.json_source import JSONSource  # noqa: E402

# Both hemispheres, offsets of quarters of an hour, and zones without summer time. `US/Pacific` and `Asia/Calcutta` are
# links to other names.
ZONES = ("America/New_York", "America/Los_Angeles", "America/Phoenix", "America/St_Johns", "America/Sao_Paulo",
         "America/Argentina/Buenos_Aires", "US/Pacific", "Europe/Berlin", "Europe/London", "Europe/Kyiv", "Asia/Tokyo",
         "Asia/Kathmandu", "Asia/Calcutta", "Australia/Lord_Howe", "Australia/Sydney", "Pacific/Auckland",
         "Pacific/Chatham", "Pacific/Honolulu", "Africa/Cairo", "Etc/UTC")
UNKNOWN_ZONES = ("Mars/Olympus", "America/New York", "Europe/", "EST5EDX")

# Winter and summer of the north, and the days before and after the change in America, at noon UTC.
DATES = ("2031-01-15", "2031-03-08", "2031-03-10", "2031-07-15")

# A host beyond ASCII is written in its encoded form (RFC 3492).
URLS = ("https://example.org/hook?q=%C3%BC", "https://xn--bcher-kva.example/hook",
        "https://xn--r8jz45g.xn--zckzah/a?b=c", "https://xn--fa-hia.example/", "https://XN--BCHER-KVA.example:8443/x",
        "https://[2606:4700:4700::1111]/")
BAD_URLS = ("https://", "https://exa mple.org/", "https://bücher.example/", "https://example.org/é",
            "https://example.org:99999/", "ftp://xn--bcher-kva.example/")

NAMES = {1: ("Ana", "Muñoz"), 2: ("Søren", "Łukasz"), 3: ("Đorđe", "Ōta"), 4: ("Þór", "Großmann"),
         5: ("José", "ÁNGEL"), 6: ("Zoë", unicodedata.normalize("NFD", "Núñez")), 7: ("Eve", "Munday")}
SEARCHES = (("munoz", {1}), ("MUÑOZ", {1}), (unicodedata.normalize("NFD", "muñoz"), {1}), ("soren lukasz", {2}),
            ("SØREN", {2}), ("dorde", {3}), ("ota", {3}), ("grossmann", {4}), ("GROSSMANN thor", {4}),
            ("jose angel", {5}), ("JOSÉ ángel", {5}), ("nunez", {6}), ("NÚÑEZ zoe", {6}), ("mun", {1, 7}))

YEAR = datetime.date.today().year


def answer(path):
    """Returns what StatsAPI answers to the question for players, teams and games."""
    if "/players" in path:
        found = {"people": [
            {"id": number, "fullName": " ".join(name), "firstName": name[0], "lastName": name[1], "active": True,
             "currentTeam": {"id": 111}, "primaryPosition": {"code": "6", "abbreviation": "SS"}}
            for number, name in NAMES.items()]}
    elif "/teams" in path:
        found = {"teams": [{"id": 111, "name": "Boston Red Sox", "abbreviation": "BOS", "sport": {"id": 1},
                            "division": {"name": "American League East"}}]}
    else:
        found = {"dates": []}
    return 200, json.dumps(found).encode()


def sinks_of(values):
    return "sinks:\n" + "".join("  s%d: {type: webhook, %s}\n" % pair for pair in enumerate(values))


def checked(program, base, line):
    """Returns status and output of check-config for a file with one sink."""
    path = base + "/checked.yaml"
    with open(path, "w", encoding="utf-8") as f:
        f.write(sinks_of([line]))
    done = subprocess.run([program, "check-config", "--config", path], capture_output=True, text=True, timeout=30)
    return done.returncode, done.stdout + done.stderr


def quiet_in(zone):
    return 'url: "https://example.org/", quiet_hours: {from: "00:00", to: "23:59", time_zone: "%s"}' % zone


def judge_configurations(checks, program, base):
    for zone in UNKNOWN_ZONES:
        status, text = checked(program, base, quiet_in(zone))
        checks("the zone %s is refused" % zone, status == 78 and zone in text, text.strip())
    for url in URLS:
        status, text = checked(program, base, 'url: "%s"' % url)
        checks("the URL %s is read" % url, status == 0, text.strip() if status else "")
    for url in BAD_URLS:
        status, text = checked(program, base, 'url: "%s"' % url)
        checks("the URL %s is refused" % url, status == 78, text.strip() if status != 78 else "")


class DatedDaemon(Daemon):
    """A daemon with a wall clock of its own."""

    def __init__(self, clock, *arguments, **more):
        self.clock = clock
        super().__init__(*arguments, **more)

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "run", "--config", self.config], stdout=self.log, stderr=self.log,
            env=self.clock.environment if self.clock else None)


def quiet_end(zone, now):
    """Returns when 23:59 comes next in the zone, by Python and the system's tzdata."""
    local = datetime.datetime.fromtimestamp(now, zoneinfo.ZoneInfo(zone))
    return local.replace(hour=23, minute=59, second=0, microsecond=0).timestamp()


def judge_zones(checks, program, base, source):
    clock = ClockOffset(base)
    for date in DATES:
        noon = datetime.datetime.fromisoformat(date + "T12:30:00+00:00").timestamp()
        clock.set(noon - datetime.datetime.now().timestamp())
        folder = base + "/" + date
        os.mkdir(folder)
        with DatedDaemon(clock, program, folder, source.url, 0.5, more=sinks_of(map(quiet_in, ZONES))) as daemon:
            harness.wait_for(lambda: harness.listens(daemon.socket), 30)
            done = subprocess.run([program, "sink", "list", "--json", "--socket", daemon.socket], capture_output=True,
                                  text=True, timeout=30)
            listed = {x["name"]: x for x in json.loads(done.stdout)["sinks"]} if done.returncode == 0 else {}
            wrong = []
            for number, zone in enumerate(ZONES):
                sink, end = listed.get("s%d" % number, {}), quiet_end(zone, noon)
                if sink.get("state") != "quiet" or harness.epoch(sink["until"]) != end:
                    right = datetime.datetime.fromtimestamp(end, datetime.timezone.utc)
                    wrong.append("%s: %s, not %s" % (zone, sink.get("until"), right))
            checks("%s: %d zones have the offsets of tzdata" % (date, len(ZONES)), not wrong, wrong or "")


def judge_names(checks, program, base, source):
    with Daemon(program, base, source.url, 0.5) as daemon:
        harness.wait_for(lambda: harness.listens(daemon.socket), 30)
        for words, ids in SEARCHES:
            done = subprocess.run([program, "player", "search", words, "--json", "--socket", daemon.socket],
                                  capture_output=True, text=True, timeout=30)
            found = {x["id"]: x for x in json.loads(done.stdout)["players"]} if done.returncode == 0 else {}
            checks("'%s' finds players %s" % (words, sorted(ids)), set(found) == ids, sorted(found) or done.stderr)


class Messages(http.server.ThreadingHTTPServer):
    """A server of ntfy that keeps the texts of the messages."""

    daemon_threads = True

    def __init__(self):
        texts = self.texts = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                texts.append(json.loads(self.rfile.read(int(self.headers["content-length"])))["message"])
                self.send_response(200)
                self.send_header("content-length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def judge_letters(checks, program, base):
    receiver, path = Messages(), base + "/letters.yaml"
    with open(path, "w", encoding="utf-8") as f:
        f.write("""sinks:
  letters:
    type: ntfy
    url: "http://127.0.0.1:%d"
    topic: letters
    allow_http: true
    format: "|{{summary}}|{{uppercased(summary)}}|{{lowercased(summary)}}|"
""" % receiver.server_port)
    done = subprocess.run([program, "demo", "--config", path, "--duration", "25"], capture_output=True, text=True,
                          timeout=90)
    receiver.shutdown()
    rows = [text.split("|")[1:4] for text in receiver.texts if text.count("|") == 4]
    foreign = [row for row in rows if not row[0].isascii()]
    checks("messages have letters beyond ASCII", foreign, foreign[0][0] if foreign else done.stderr[-500:])
    wrong = [row for row in rows if row[1:] != [row[0].upper(), row[0].lower()]]
    checks("upper and lower case of %d messages are right" % len(rows), rows and not wrong, wrong or "")


def main():
    if len(sys.argv) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        sys.exit(64)
    program, checks, source = os.path.abspath(sys.argv[1]), Checks(), JSONSource(answer)
    has_compiler = any(shutil.which(x) for x in ("cc", "gcc", "clang"))
    with Scratch(checks) as base:
        judge_configurations(checks, program, base)
        judge_names(checks, program, base, source)
        judge_letters(checks, program, base)
        if has_compiler:
            judge_zones(checks, program, base, source)
    if not has_compiler:
        print("NOT CHECKED, for no C compiler is here: the offsets of time zones")
    checks.exit()


if __name__ == "__main__":
    main()
