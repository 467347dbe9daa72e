"""A daemon with a page, on simulated games."""
import os
import re
import subprocess

import web_page
from lib import harness

# The page shows an error of the program with this status, and the browser reports it.
MISSING = "/nothing"


class Games:
    """`livegamed simulate`: games with rain, reviews and corrections, which those of a demo do not have."""

    def __init__(self, program, base, games, speed, seed):
        self.errors = open(base + "/simulate.log", "w+")
        self.process = subprocess.Popen(
            [program, "simulate", "--games", str(games), "--speed", str(speed), "--seed", str(seed), "--listen",
             "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http://127.0.0.1:"):
            self.stop()
            raise SystemExit("the simulator did not start: %r" % self.url)

    def stop(self):
        harness.stop(self.process)
        self.process.stdout.close()
        self.errors.close()


class Evening(web_page.Site):
    """The page of a daemon that follows simulated games; `log` has the events of its log."""

    def __init__(self, program, base, games=3, speed=40, seed=7, clients=64):
        super().__init__(web_page.free_port())
        self.url = "http://127.0.0.1:%d" % self.port
        os.makedirs(base, exist_ok=True)
        self.simulated = Games(program, base, games, speed, seed)
        try:
            self.daemon = harness.Daemon(
                program, base, self.simulated.url, 0.1,
                more='web: {listen: "127.0.0.1:%d", clients: %d, states: true}\n' % (self.port, clients))
        except BaseException:
            self.simulated.stop()
            raise
        self.log = harness.Subscriber(self.daemon.socket)

    def ready(self, within=60):
        """Waits until the scoreboard has games. Returns whether it has."""
        return harness.wait_for(lambda: self.serves() and 'id="g-' in self.ask("/mlb")[2], within, pause=0.3)

    def games(self):
        """Returns the ids of the games, those in progress first."""
        html = self.ask("/mlb")[2]
        live = re.search(r'<ul class="games" id="live".*?</ul>', html, re.S)
        first = re.findall(r'<li id="g-(\d+)"', live.group(0)) if live else []
        return first + [x for x in re.findall(r'<li id="g-(\d+)"', html) if x not in first]

    def events_of(self, game):
        return [x for x in self.log.events() if str(x["data"]["game"]["id"]) == str(game)]

    def fetch(self, path):
        """Returns the HTML of a page, also if many pages were asked for just now, or the machine is busy."""
        answers = []

        def answered():
            try:
                status, _, html = self.ask(path)
            except TimeoutError:
                return False
            answers.append(html)
            return status != 429

        if not harness.wait_for(answered, 60, pause=1):
            raise TimeoutError("no answer for " + path)
        return answers[-1]

    def stream_of(self, path):
        """Returns the query of the stream of a page."""
        return re.search(r'data-live="[^"]*?\?([^"]+)"', self.fetch(path)).group(1).replace("&amp;", "&")

    def stop(self):
        self.log.stop()
        self.daemon.__exit__()
        self.simulated.stop()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def pages(evening, game):
    """Returns the addresses of all pages by name, for a game of which something is known."""
    html = evening.fetch("/mlb/games/%s?plays=all" % game)
    date = re.search(r'name="date" value="([\d-]+)"', evening.fetch("/mlb")).group(1)
    person = re.search(r'href="/mlb/players/(\d+)"', html).group(1)
    half = re.search(r'<section id="half-([\w-]+)"', html).group(1)
    why = re.search(r'href="(/daemon/why\?event=[^"]+)"', html).group(1).replace("&amp;", "&")
    own = "/mlb/games/%s" % game
    return {
        "scores": "/mlb", "scores of a date": "/mlb?date=" + date, "live games": "/mlb?only=live",
        "hidden scores": "/mlb?scores=hidden", "a day without games": "/mlb?date=2026-12-25", "wall": "/mlb?tv=1",
        "game": own, "all plays": own + "?plays=all", "scoring plays": own + "?plays=scoring",
        "corrected plays": own + "?plays=corrected", "delayed game": own + "?delay=5",
        "game without scores": own + "?scores=hidden", "half-inning": "%s/plays/%s" % (own, half),
        "players": "/mlb/players", "search": "/mlb/players?q=ib", "player": "/mlb/players/" + person,
        "teams": "/mlb/teams", "team": "/mlb/teams/136", "daemon": "/daemon", "why": why, "settings": "/settings",
        "no such page": MISSING,
    }
