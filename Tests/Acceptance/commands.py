#!/usr/bin/env python3
"""The commands that query the daemon, run as a person or a script does: watch, status, scoreboard.

`watch` survives clean ends and kills of the daemon and has each event once, as a line and as a command; its filters
and starts agree with the log; `status` exits as docs/operations.md says; `watch --board` redraws in place on its own
terminal and restores it (`lib/terminal.py`). Takes a minute; needs only the simulator.

    python3 Tests/Acceptance/commands.py --livegamed .build/debug/livegamed
"""
import argparse
import http.server
import json
import os
import signal
import socket
import subprocess
import threading
import time

from lib import harness
from lib import terminal
from lib.harness import Checks, Daemon, Scratch
from resume import restart, serves, settled
from lib.simulated import Lines, Simulated, fits, log_of


def interruptible():
    """Restores SIGINT, which a background job of a shell ignores, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Command:
    """A running command; its output is in files."""

    def __init__(self, base, name, *arguments):
        self.out, self.err = open("%s/%s.out" % (base, name), "w+b"), open("%s/%s.err" % (base, name), "w+b")
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.err, preexec_fn=interruptible)

    def said(self, errors=False):
        with open((self.err if errors else self.out).name, "rb") as f:
            return f.read()

    def end(self, number):
        """Sends a signal and returns the exit status."""
        self.process.send_signal(number)
        return self.process.wait(20)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.out.close()
        self.err.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def numbers(path, op):
    """Returns the ids of the games in an answer of the daemon."""
    with Lines(path) as client:
        client.next()
        return {x["game"]["id"] for x in client.ask({"op": op})["games"]}


def asked(path, question):
    with Lines(path) as client:
        client.next()
        return client.ask(question)


def date(path):
    """Returns the date of the simulated games."""
    return asked(path, {"op": "games"})["games"][0]["game"]["date"]


def clients(path):
    """Returns the number of clients, including this one."""
    with Lines(path) as client:
        return client.ask({"op": "status"})["clients"]


def ask(o, *arguments):
    return subprocess.run([o.livegamed, *arguments], capture_output=True, timeout=30, stdin=subprocess.DEVNULL)


def text(lines):
    return b"".join(x + b"\n" for x in lines)


def watching(checks, o, base, daemon, games):
    """Two commands that watch everything, and one that runs a command for each event, across restarts of every kind."""
    path, ran = daemon.socket, base + "/ran"
    watch = (o.livegamed, "watch", "--socket", path, "--since", "oldest")
    command = 'cat >>%s; echo "$LIVEGAMED_SEQUENCE $LIVEGAMED_ID $LIVEGAMED_SUMMARY" >>%s.names; echo shown; exit 3' % (ran, ran)
    # The first connection is not retried: without a daemon, `watch` says so and ends.
    harness.wait_for(lambda: serves(path), 30)
    before = clients(path)
    with Command(base, "json", *watch, "--json") as lines, Command(base, "people", *watch) as people, \
            Command(base, "exec", *watch, "--exec", command) as program:
        checks("the daemon counts them", harness.wait_for(lambda: clients(path) >= before + 3, 30), str(clients(path)))
        for turn in range(o.restarts):
            time.sleep(1)
            restart(daemon, politely=turn % 2 == 0, away=turn % 3 * 0.4)
        checks("after a restart every game is on the scoreboard again", harness.wait_for(
            lambda: serves(path) and numbers(path, "scoreboard") == numbers(path, "games") and len(log_of(path)[1]) > 60, 60, 0.3))
        games.stop()
        log = settled(path, 60)[1]
        checks("watch --json has the log, byte for byte, over %d restarts" % o.restarts,
               harness.wait_for(lambda: lines.said() == text(log), 20), "%d of %d events" % (
                   lines.said().count(b"\n"), len(log)))
        events = [json.loads(x) for x in log]
        worth = [x["data"]["summary"].encode() for x in events if x["data"]["importance"] > 0]
        told = lambda: [x for x in people.said().splitlines() if not x.startswith("— ".encode())]
        checks("without --json it has a readable line for each event", harness.wait_for(
            lambda: len(told()) == len(worth), 20) and b"\x1b" not in people.said() and all(
                x in y for x, y in zip(worth, told())), "%d lines" % len(worth))
        def done():
            return os.path.exists(ran) and open(ran, "rb").read() == text(log)
        checks("watch --exec ran once for each event in order, with its line", harness.wait_for(done, 60), "%d of %d" % (
            open(ran, "rb").read().count(b"\n"), len(log)))
        with open(ran + ".names") as f:
            names = ["%d %s %s" % (int(x["sequence"]), x["id"], x["data"]["summary"]) for x in events]
            checks("and its variables in the environment", harness.wait_for(
                lambda: f.seek(0) == 0 and f.read().splitlines() == names, 5))
        checks("its output is shown, and its failure is reported", program.said().count(b"shown\n") == len(log) and
               program.said(errors=True).count(b"status 3") == len(log))
        outages = lines.said(errors=True).decode().splitlines()
        checks("each outage of the daemon is reported once", 0 < len(outages) <= 2 * o.restarts, str(outages[-1:]))
        for name, command, number, status in (
                ("watch --json", lines, signal.SIGINT, -signal.SIGINT), ("watch", people, signal.SIGTERM, -signal.SIGTERM),
                ("watch --exec", program, signal.SIGINT, 130)):
            checks("%s exits after signal %d with %d" % (name, number, status), command.end(number) == status)
    return log


def selected(line, team, inning):
    """Returns whether an event is a hit of the team without the tag `walk`, from that inning on."""
    event = json.loads(line)
    data = event["data"]
    half = data.get("inning")
    bats = half and event["type"] in ("livegame.play", "livegame.action", "livegame.inning", "livegame.watch") and (
        data["game"]["away" if half["half"] == "top" else "home"]["abbreviation"])
    return bats == team and "hit" in data["tags"] and "walk" not in data["tags"] and half["number"] >= inning


def close(line):
    """Returns whether an event is a sure play in which the batter is safe and after which the lead is one run at most."""
    event = json.loads(line)
    data = event["data"]
    return (event["type"] == "livegame.play" and "out" not in data["tags"] and not data["provisional"] and
            "score" in data and abs(data["score"]["away"] - data["score"]["home"]) <= 1)


def filters(checks, o, base, path, log):
    """With no new events, each of these prints exactly the matching ones, and then waits."""
    events = [json.loads(x) for x in log]
    team, middle = events[0]["data"]["game"]["home"]["abbreviation"], len(log) // 2
    seen = [x["data"]["observedAt"] for x in events]
    first = next(x for x, at in enumerate(seen) if at >= seen[middle])
    for arguments, due in (
            (("--since", "oldest", "--team", team.lower()), [x for x in log if fits(x, {"teams": [team]})]),
            (("--since", "oldest", "--type", "play", "--tag", "hit", "--tag", "scoring"),
             [x for x in log if fits(x, {"types": ["livegame.play"], "tags": ["hit", "scoring"]})]),
            (("--since", "oldest", "--type", "livegame.status"), [x for x in log if fits(x, {"types": ["livegame.status"]})]),
            (("--since", "oldest", "--batting", team, "--all-tag", "hit", "--not-tag", "walk", "--innings", "1+"),
             [x for x in log if selected(x, team, 1)]),
            (("--since", "oldest", "--type", "play", "--not-tag", "out", "--score-margin", "<=1", "--no-provisional"),
             [x for x in log if close(x)]),
            (("--since", str(middle)), log[middle:]), (("--since", "2h"), log), (("--since", seen[middle]), log[first:]),
            (("--since", "now"), []), (("--since", str(10 * len(log))), []), ((), [])):
        with Command(base, "filtered", o.livegamed, "watch", "--socket", path, "--json", *arguments) as command:
            right = harness.wait_for(lambda: command.said() == text(due), 10)
            time.sleep(0 if due else 1)
            checks("watch %s" % " ".join(arguments), right and command.said() == text(due) and len(due) < len(log) + 1,
                   "%d events" % len(due))
    for arguments in (("--innings", ">6"), ("--not-tag", "homerun"), ("--batting", "New York"), ("--tag", "no-such-tag"),
                      ("--type", "no-such-type"), ("--team", "NOBODY"), ("--since", "25:00"),
                      ("--board", "--json"), ("--exec", " ")):
        ended = ask(o, "watch", "--socket", path, *arguments)
        checks("watch %s is refused" % " ".join(arguments), ended.returncode == 64 and ended.stderr and not ended.stdout,
               "%d %s" % (ended.returncode, ended.stderr[:100]))
    ended = subprocess.run(["bash", "-c", '"$0" watch --socket "$1" --since oldest --json | head -n 1; echo ${PIPESTATUS[0]}',
                            o.livegamed, path], capture_output=True, timeout=30)
    checks("watch ends when its output is closed", ended.stdout == log[0] + b"\n141\n", str(ended.stdout[-20:]))


def scoreboard(checks, o, path):
    with Lines(path) as client:
        client.next()
        board = client.ask({"op": "scoreboard"})
        team, day = board["games"][0]["game"]["away"]["abbreviation"], board["games"][0]["game"]["date"]
        due = client.ask({"op": "schedule", "date": day})
        some = client.ask({"op": "schedule", "date": day, "teams": [team]})
    shown = lambda *more: ask(o, "scoreboard", "--socket", path, "--date", day, *more)
    games = lambda ended: json.loads(ended.stdout)["games"]
    # The source is down. The daemon was asked for this date while it was up.
    again = lambda: asked(path, {"op": "schedule", "date": day})
    checks("without its source the daemon has the games of before", harness.wait_for(
        lambda: "refused" in again().get("stale_because", ""), 30, 1) and again()["games"] == due["games"], str(due)[:200])
    ended = ask(o, "scoreboard", "--socket", path, "--date", "2001-04-01")
    checks("and none of a date that nobody asked for", ended.returncode == 69 and not ended.stdout and b"refused" in ended.stderr,
           "%d %s" % (ended.returncode, ended.stderr[:200]))
    checks("scoreboard --json has the games of the daemon's answer", games(shown("--json")) == due["games"])
    checks("and for one team", games(shown("--json", "--team", team.lower())) == some["games"] and len(some["games"]) == 1)
    watched = ask(o, "watch", "--socket", path, "--board")
    for name, ended, rows in (("scoreboard", shown(), due["games"]), ("watch --board without a terminal", watched, board["games"])):
        lines = ended.stdout.decode().splitlines()[-len(rows):]
        words = [[x["game"][y].get(z) for y in ("away", "home") for z in ("abbreviation", "name")] for x in rows]
        checks("%s prints a line for each game, with teams and runs" % name, ended.returncode == 0 and len(lines) == len(rows) and
               all(any(y in x for y in row[:2]) and any(y in x for y in row[2:]) for x, row in zip(lines, words)) and
               all(str(game["score"][y]) in x for x, game in zip(lines, rows) for y in ("away", "home")),
               "\n     " + "\n     ".join(lines))


def status(checks, o, path, code, *words):
    ended = ask(o, "status", "--socket", path)
    first = ended.stdout.decode().splitlines()[:1]
    checks("status exits with %d" % code, ended.returncode == code and all(x in str(first) for x in words), str(first))
    answer = ask(o, "status", "--socket", path, "--json")
    checks("and status --json", answer.returncode == code and json.loads(answer.stdout)["healthy"] == (code == 0))


def nobody(checks, o, base):
    """No file, a file without a listener, and no socket at all."""
    left = base + "/left.sock"
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(left)
    for path in (base + "/none.sock", left, base):
        for command in (("status",), ("status", "--json"), ("scoreboard",), ("watch",), ("watch", "--board")):
            ended = ask(o, *command, "--socket", path)
            checks("%s exits with 69 without a daemon" % " ".join(command), ended.returncode == 69 and not ended.stdout and
                   ended.stderr.count(b"\n") == 1, str(ended.returncode))


class Gone(http.server.BaseHTTPRequestHandler):
    """A receiver that answers 410."""

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(410)
        self.end_headers()

    def log_message(self, *_):
        pass


def disabled(checks, o, base, url):
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gone)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    os.makedirs(base + "/sinks")
    more = 'sinks: {den: {type: webhook, url: "http://127.0.0.1:%d/", allow_http: true, allow_private: true}}\n' \
           'routes: [{sinks: [den]}]\n' % receiver.server_port
    with Daemon(o.livegamed, base + "/sinks", url, 0.2, idle=0.5, more=more) as daemon:
        def is_off():
            if not os.path.exists(daemon.socket):
                return False
            with Lines(daemon.socket) as client:
                client.next()
                return not client.ask({"op": "status"})["healthy"]
        checks("a sink that answers 410 is disabled", harness.wait_for(is_off, 60, 0.3), "" if daemon.running else daemon.text()[-500:])
        status(checks, o, daemon.socket, 1, "not healthy", "'den'", "disabled")
    receiver.shutdown()
    receiver.server_close()


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--restarts", type=int, default=4)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks, o.keep) as base, Simulated(o.livegamed, base, games=4, speed=100) as games, \
            Daemon(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3) as daemon:
        nobody(checks, o, base)
        if not harness.wait_for(lambda: harness.listens(daemon.socket), 30):
            raise SystemExit("the daemon does not listen: " + daemon.text()[-2000:])
        harness.wait_for(lambda: len(log_of(daemon.socket)[1]) > 10, 60, 0.5)
        status(checks, o, daemon.socket, 0, ": healthy")
        disabled(checks, o, base, games.url)
        terminal.boards(checks, o.livegamed, daemon)
        fresh = asked(daemon.socket, {"op": "schedule", "date": date(daemon.socket)})
        checks("the schedule has all games of the date, with their states", len(fresh["games"]) == 4 and
               all(x["state"] for x in fresh["games"]) and "stale_because" not in fresh, str(fresh)[:300])
        log = watching(checks, o, base, daemon, games)
        status(checks, o, daemon.socket, 1, "not healthy", "mlb", "refused")
        filters(checks, o, base, daemon.socket, log)
        scoreboard(checks, o, daemon.socket)
        checks("the daemon stopped cleanly", daemon.stop() == 0)
    checks.exit()


if __name__ == "__main__":
    main()
