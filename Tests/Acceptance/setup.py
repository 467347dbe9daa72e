#!/usr/bin/env python3
"""`livegamed setup` with pretend receivers on loopback: from options, from a file, from standard input and on a terminal.
What it writes is a configuration that check-config accepts, and nothing remains of a run that fails or is cancelled.
`livegamed demo` plays through such a configuration, and on a terminal.

    python3 Tests/Acceptance/setup.py --livegamed .build/debug/livegamed
"""
import argparse
import http.server
import json
import os
import re
import stat
import subprocess
import termios
import threading

from lib import harness
from lib.harness import Checks, Scratch
from lib.terminal import END, Terminal

SECRET = "do-not-show-this"


class ShortChecks(Checks):
    """Prints details of failures only, because an outcome has many lines."""

    def __call__(self, name, holds, detail=""):
        return super().__call__(name, holds, "" if holds else detail)


class Receivers:
    """Pretends to be every service: the path's first part is the status of the answer. `seen` has the requests."""

    def __init__(self):
        self.seen = []
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                owner.seen.append((self.path, body))
                status = int(self.path.split("/")[1]) if self.path.split("/")[1].isdigit() else 200
                answer = b"ok" if "slack" in self.path else json.dumps(
                    {"id": 7 if "gotify" in self.path else "1312345678901234567", "event_id": "$event"}).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_PUT = do_POST

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = "http://127.0.0.1:%d/200" % self.server.server_port

    def failing(self, status):
        return self.base.replace("/200", "/%d" % status)

    def close(self):
        self.server.shutdown()


class Setup:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def __call__(self, *arguments, typed=""):
        return subprocess.run([self.program, "setup", *arguments], input=typed, capture_output=True, text=True, timeout=60,
                              cwd=self.folder)

    def check(self, file):
        return subprocess.run([self.program, "check-config", file], capture_output=True, text=True, timeout=60)

    def files(self):
        return sorted(os.path.relpath(os.path.join(x, z), self.folder) for x, _, y in os.walk(self.folder) for z in y)


def options(base, script):
    """Returns the options of each kind, and whether a test message can be sent to it."""
    return {
        "discord": (["--discord", base + "/api/webhooks/1/" + SECRET], True),
        "slack": (["--slack", base + "/slack/" + SECRET], True),
        "ntfy": (["--ntfy", SECRET, "--set", "url=" + base.replace("/200", "")], True),
        "gotify": (["--gotify", base + "/gotify", "--set", "token=" + SECRET], True),
        "telegram": (["--telegram", "123456:" + SECRET, "--set", "chat_id=-1001"], False),
        "matrix": (["--matrix", base, "--set", "token=" + SECRET, "--set", "room=!room:example.org"], True),
        "webhook": (["--webhook", base + "/hook", "--set", "secret=whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"], True),
        "home-assistant": (["--home-assistant", base + "/api/webhook/" + SECRET], True),
        "mqtt": (["--mqtt", "mqtt://127.0.0.1:9", "--set", "user=livegamed", "--set", "password=" + SECRET], False),
        "exec": (["--exec", script], True),
    }


def every_kind(checks, setup, receivers):
    script, made = setup.folder + "/program.sh", setup.folder + "/made"
    with open(script, "w") as f:
        f.write("#!/bin/sh\ncat >%s\n" % made)
    os.chmod(script, 0o755)
    for kind, (given, is_tested) in options(receivers.base, script).items():
        file, before = "%s/%s.yaml" % (setup.folder, kind), len(receivers.seen)
        done = setup("--team", "red sox", *given, "--delay", "35s", "--output", file, *([] if is_tested else ["--no-test"]))
        checks("%s: written" % kind, done.returncode == 0 and "Wrote " + file in done.stdout, str(done))
        if done.returncode != 0:
            continue
        checks("%s: only its owner can read it" % kind, stat.S_IMODE(os.stat(file).st_mode) == 0o600)
        checks("%s: no secret is shown" % kind, SECRET not in done.stdout + done.stderr, done.stdout)
        if is_tested:
            arrived = os.path.exists(made) if kind == "exec" else len(receivers.seen) == before + 1
            checks("%s: one test message" % kind, arrived, str(receivers.seen[before:]))
        checked = setup.check(file)
        checks("%s: check-config accepts it" % kind, checked.returncode == 0 and "BOS" in checked.stdout, str(checked))
        with open(file, "rb") as f:
            text = f.read()
        again = setup("--team", "NYY", *given, "--output", file, "--no-test")
        with open(file, "rb") as f:
            checks("%s: a second run does not change it" % kind, again.returncode == 73 and f.read() == text, str(again))
    forced = setup("--team", "NYY", "--exec", script, "--output", setup.folder + "/exec.yaml", "--force", "--no-test")
    checks("--force does", forced.returncode == 0 and "NYY" in setup.check(setup.folder + "/exec.yaml").stdout, str(forced))


def secrets(checks, setup, receivers):
    url = receivers.base + "/api/webhooks/1/" + SECRET
    with open(setup.folder + "/url.txt", "w") as f:
        f.write(url + "\n")
    for name, given, typed in (("a file", "@url.txt", ""), ("standard input", "-", url + "\n")):
        before = len(receivers.seen)
        done = setup("--team", "BOS", "--discord", given, "--output", "from-%s.yaml" % name[-4:], typed=typed)
        checks("a secret from " + name, done.returncode == 0 and SECRET in str(receivers.seen[before:]), str(done))
    done = setup("--team", "BOS", "--discord", "@missing.txt", "--output", "none.yaml")
    checks("a missing file is reported", done.returncode == 66 and "missing.txt" in done.stderr, str(done))


def refusals(checks, setup, receivers):
    before = setup.files()
    bad = receivers.failing(404) + "/api/webhooks/1/x"
    for name, status, words, given in (
            ("a receiver that refuses", 69, "nothing was written", ["--team", "BOS", "--discord", bad]),
            ("an unknown team", 64, "did you mean 'BOS'", ["--team", "Red Soks", "--exec", "/bin/true"]),
            ("a city of two teams", 64, "'NYM' (New York Mets) or 'NYY'", ["--team", "new york", "--exec", "/bin/true"]),
            ("no team", 64, "--team", ["--exec", "/bin/true"]),
            ("no channel", 64, "--discord", ["--team", "BOS"]),
            ("two channels", 64, "one channel", ["--team", "BOS", "--exec", "/bin/true", "--ntfy", "x"]),
            ("a missing key", 64, "chat_id", ["--team", "BOS", "--telegram", "1:x"]),
            ("a key of another kind", 64, "'command'", ["--team", "BOS", "--exec", "/bin/true", "--set", "room=x"]),
            ("a bad value", 78, "absolute path", ["--team", "BOS", "--exec", "true"]),
            ("a bad delay", 64, "1h", ["--team", "BOS", "--exec", "/bin/true", "--delay", "2h"]),
            ("a delay without a unit", 64, "write '35s'", ["--team", "BOS", "--exec", "/bin/true", "--delay", "35"])):
        done = setup(*given, "--output", "refused.yaml")
        checks(name, done.returncode == status and words in done.stderr, str(done))
    done = setup("--team", "BOS", "--discord", bad, "--output", "kept.yaml", "--no-test")
    checks("--no-test writes it all the same", done.returncode == 0, str(done))
    checks("no refusal has left a file", setup.files() == sorted(before + ["kept.yaml"]), str(setup.files()))


def second_channel(checks, program, scratch, receivers):
    setup = Setup(program, scratch)
    first = setup("--team", "BOS", "--discord", receivers.base + "/api/webhooks/1/x")
    second = setup("--team", "NYY", "--exec", "/bin/true")
    third = setup("--team", "BOS", "--exec", "/bin/true again")
    checks("three channels, one after the other", [x.returncode for x in (first, second, third)] == [0, 0, 0],
           str((first, second, third)))
    expected = ["livegamed.d/my-program-2.yaml", "livegamed.d/my-program.yaml", "livegamed.yaml"]
    checks("each in a file of its own", setup.files() == expected, str(setup.files()))
    checked = setup.check(scratch + "/livegamed.yaml")
    with open(scratch + "/livegamed.d/my-program.yaml") as f:
        checks("a delay for a program is 0s by default", "delay: 0s" in f.read())
    with open(scratch + "/livegamed.yaml") as f:
        checks("and 35s for people", "delay: 35s" in f.read())
    for name in ("a-first", "zz-last"):
        done = setup("--team", "TOR" if name == "zz-last" else "TB", "--exec", "/bin/true " + name, "--name", name)
        checks("a name that sorts anywhere: " + name, done.returncode == 0, str(done))
    for team, given in (("SEA", ["--exec", "/bin/true again", "--name", "other"]),
                        ("BOS", ["--discord", receivers.base + "/api/webhooks/1/x"])):
        before, done = setup.files(), setup("--team", team, *given, "--no-test")
        checks("a second sink for the same address is refused", done.returncode == 73 and "sends there already" in done.stderr
               and "livegamed" in done.stderr and setup.files() == before, str(done))
    before = len(receivers.seen)
    done = setup("--team", "SEA", "--discord", receivers.base + "/api/webhooks/1/x")
    checks("another team for the same address is added to its sink", done.returncode == 0
           and "it gets SEA, too" in done.stdout and len(receivers.seen) == before + 1, str(done))
    with open(scratch + "/livegamed.d/family-discord-2.yaml") as f:
        text = f.read()
    checks("and no second sink is written", "sinks: [family-discord]" in text and "discord:" not in text, text)
    checked = setup.check(scratch + "/livegamed.yaml")
    checks("and all teams are followed", all(x in checked.stdout for x in ("BOS", "NYY", "TOR", "TB")), str(checked))
    with open(scratch + "/livegamed.d/my-program.yaml", "w") as f:
        f.write("sinks: [\n")
    again = [setup("--team", "NYY", "--exec", "/bin/true", *more, "--no-test") for more in ([], ["--force"])]
    checks("--force also replaces a file with an error, and nothing else does", [x.returncode for x in again] == [78, 0] and
           setup.check(scratch + "/livegamed.yaml").returncode == 0, str(again))
    checks("together they are correct", checked.returncode == 0 and all(
        x in checked.stdout for x in ("BOS", "NYY", "family-discord", "my-program", "my-program-2")), str(checked))


def on_terminal(checks, setup, receivers):
    url = receivers.base + "/api/webhooks/1/" + SECRET
    file = setup.folder + "/asked.yaml"

    def expect(screen, *steps):
        for words, answer in steps:
            seen = harness.wait_for(lambda: words in screen.shown, 15)
            checks("asks: " + words.decode(), seen, repr(screen.shown[-300:]))
            screen.shown = screen.shown[screen.shown.find(words) + len(words):] if seen else screen.shown
            os.write(screen.main, answer)

    steps = ((b"Team: ", b"red soks\n"), (b"did you mean 'BOS' (Boston Red Sox)?", b"red sox\n"),
             (b"Channel (1 to ", b"discord\n"), (b"Webhook URL (not shown): ", b"not a url\n"), (b"takes an https address", url.encode() + b"\n"))
    with Terminal(setup.program, "setup", "--output", file, rows=40, columns=120) as screen:
        expect(screen, *steps, (b"Delay [35s]: ", b"\n"), (b"Send a test message now? [Y/n] ", b"\n"))
        checks("ends with 0", harness.wait_for(lambda: screen.process.poll() == 0, 20), repr(screen.shown))
        checks("says what comes next", b"run --config " + file.encode() in screen.shown, repr(screen.shown))
        checks("the secret was not shown", SECRET.encode() not in screen.shown, repr(screen.shown))
        checks("the terminal shows what is typed again", termios.tcgetattr(screen.slave) == screen.before)
    added = setup.folder + "/livegamed.d/asked-again.yaml"
    with open(setup.folder + "/livegamed.yaml", "w") as f:
        f.write("sinks: {old: {type: discord, url: \"%s\", allow_http: true}}\n" % url)
    for answer, status in ((b"\n", 73), (b"y\n", 0)):
        with Terminal(setup.program, "setup", "--team", "BOS", "--discord", url, "--delay", "1s", "--no-test", "--output",
                      added, rows=40, columns=120) as screen:
            expect(screen, (b"Add a second sink all the same? [y/N] ", answer))
            checks("a second sink for an address is a question", harness.wait_for(
                lambda: screen.process.poll() == status, 20), repr(screen.shown))
            checks("and is written if the answer is yes", os.path.exists(added) == (status == 0))
    os.remove(added)
    with open(setup.folder + "/livegamed.yaml", "a") as f:
        f.write("follow: {teams: [BOS]}\n")
    with Terminal(setup.program, "setup", "--team", "NYY", "--discord", url, "--no-test", "--output", added, rows=40,
                  columns=120) as screen:
        expect(screen, (b"Send NYY there through 'old'? [Y/n] ", b"\n"))
        checks("another team for an address is a question", harness.wait_for(
            lambda: screen.process.poll() == 0, 20) and b"Delay" not in screen.shown, repr(screen.shown))
    checked = setup.check(setup.folder + "/livegamed.yaml")
    checks("and both teams are followed", "BOS" in checked.stdout and "NYY" in checked.stdout, str(checked))
    for path in (added, setup.folder + "/livegamed.yaml"):
        os.remove(path)
    checks("and check-config accepts the file", setup.check(file).returncode == 0)
    ahead = setup.folder + "/ahead.yaml"
    with Terminal(setup.program, "setup", "--output", ahead, "--no-test", rows=40, columns=120) as screen:
        os.write(screen.main, b"BOS\ndiscord\n" + url.encode() + b"\n20s\n")
        checks("answers may be typed ahead", harness.wait_for(lambda: screen.process.poll() == 0, 20), repr(screen.shown))
    checks("and all of them count", os.path.exists(ahead) and "delay: 20s" in open(ahead).read())
    corrected(checks, setup, expect, receivers.failing(404) + "/api/webhooks/1/x", url)
    before = setup.files()
    for count in (1, 4):
        with Terminal(setup.program, "setup", "--output", setup.folder + "/cancelled.yaml", rows=40, columns=120) as screen:
            expect(screen, *steps[:count])
            harness.wait_for(lambda: (b"Webhook URL (not shown): " if count > 3 else b"did you mean") in screen.shown, 10)
            os.write(screen.main, b"\x03")
            checks("Ctrl-C ends it", harness.wait_for(lambda: screen.process.poll() == 130, 10), str(screen.process.poll()))
            checks("and the terminal is as before", termios.tcgetattr(screen.slave) == screen.before)
    checks("and nothing is left behind", setup.files() == before, str(setup.files()))


def corrected(checks, setup, expect, bad, url):
    """A test message that is not accepted: the answers can be corrected, written all the same, or given up."""
    test = (b"Send a test message now? [Y/n] ", b"\n")
    again, written = b"Correct the answers and try again? [Y/n] ", b"Write the configuration all the same? [y/N] "
    for name, steps, status in (
            ("corrected", [test, (again, b"maybe\n"), (b"Type y or n.", b"y\n"), (b"[as before]: ", url.encode() + b"\n"), test], 0),
            ("anyway", [test, (again, b"y\n"), (b"[as before]: ", b"\n"), test, (again, b"n\n"), (written, b"y\n")], 0),
            ("given-up", [test, (again, b"n\n"), (written, b"\n")], 69)):
        file = "%s/%s.yaml" % (setup.folder, name)
        with Terminal(setup.program, "setup", "--team", "BOS", "--discord", bad, "--delay", "1s", "--output", file, rows=40,
                      columns=120) as screen:
            expect(screen, *steps)
            checks("%s: ends with %d" % (name, status), harness.wait_for(lambda: screen.process.poll() is not None, 20) and
                   screen.process.poll() == status, "%s %r" % (screen.process.poll(), screen.shown))
        text = open(file).read() if os.path.exists(file) else None
        checks("%s: the file has the last address" % name, {"corrected": lambda: url in text, "anyway": lambda: bad in text,
               "given-up": lambda: text is None}[name](), str(text))
        if text:
            os.remove(file)


def demo(checks, program, folder, receivers):
    """Plays a simulated game through a configuration with two sinks."""
    file, made = folder + "/livegamed.yaml", folder + "/made"
    with open(folder + "/program.sh", "w") as f:
        f.write("#!/bin/sh\ncat >>%s\n" % made)
    os.chmod(folder + "/program.sh", 0o755)
    setup = Setup(program, folder)
    # A demo does not wait for the delay.
    setup("--team", "BOS", "--discord", receivers.base + "/api/webhooks/1/x", "--delay", "1h", "--no-test")
    setup("--team", "BOS", "--exec", folder + "/program.sh", "--no-test")
    with open(file, "a") as f:
        f.write("state_directory: %s/state\nsocket: {path: %s/demo.sock}\n" % (folder, folder))

    def play(*more):
        return subprocess.run([program, "demo", "--config", file, "--speed", "600", *more], capture_output=True, text=True,
                              timeout=180, env=dict(os.environ, COLUMNS="80"))

    before = len(receivers.seen)
    done = play("--to", "my-program")
    checks("a demo to one sink ends", done.returncode == 0 and "Next, for real games: " in done.stdout, str(done)[-2000:])
    title = done.stdout.split("\n")[0]
    checks("it says how long it takes", re.fullmatch(
        r"1 simulated game to my-program in about \d+ seconds; Ctrl-C ends it", title), title)
    checks("the other sink gets nothing", len(receivers.seen) == before, str(receivers.seen[before:]))
    with open(made) as f:
        events = [json.loads(x) for x in f]
    checks("the program gets events of its team", events and all("BOS" in x["subject"] for x in events), str(len(events)))
    checks("each is tagged as a test", all("test" in x["data"]["tags"] for x in events))
    done = play("--to", "family-discord", "--duration", "14")
    bodies = [json.loads(y) for x, y in receivers.seen[before:]]
    checks("a chat gets messages", done.returncode == 0 and bodies, str(done)[-2000:])
    checks("each is marked as a test", all(
        y["title"].startswith("Test \u00b7 ") for x in bodies for y in x["embeds"]), str(bodies[:2]))
    checks("lines fit 80 columns", all(len(x) <= 80 or folder in x or "socket" in x for x in done.stdout.split("\n")),
           str([x for x in done.stdout.split("\n") if len(x) > 80]))
    checks("state and socket of the configuration are not touched", not os.path.exists(folder + "/state") and
           not os.path.exists(folder + "/demo.sock"))
    done = play("--to", "family")
    checks("an unknown sink is reported", done.returncode == 64 and "family-discord" in done.stderr, str(done))


def demo_board(checks, program):
    with Terminal(program, "demo", "--speed", "600", "--games", "2", rows=24, columns=80) as screen:
        checks("a demo on a terminal ends", harness.wait_for(lambda: screen.process.poll() == 0, 90), repr(screen.shown[-500:]))
        pages = screen.frames()
        checks("it shows a board with plays", any(len([y for y in x if y.strip()]) > 6 for x in pages), str(pages[-1:]))
        checks("which fits", all(len(x) <= 24 and all(len(y) <= 80 for y in x) for x in pages[:-1]), str(pages[-2:]))
        rest = screen.shown.split(END)[-1].decode()
        checks("and ends with scores and the next step", rest.count("final") >= 2 and "Next: " in rest, rest)
    with Terminal(program, "demo", rows=24, columns=80) as screen:
        harness.wait_for(lambda: len(screen.frames()) > 3, 20)
        os.write(screen.main, b"\x03")
        checks("Ctrl-C ends it", harness.wait_for(lambda: screen.process.poll() is not None, 30), str(screen.process.poll()))
        checks("and the terminal is restored", termios.tcgetattr(screen.slave) == screen.before and END in screen.shown)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--livegamed", required=True)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    program = os.path.abspath(given.livegamed)
    checks = ShortChecks()
    with Scratch(checks, given.keep) as scratch:
        receivers = Receivers()
        for name in ("kinds", "second", "demo"):
            os.mkdir(scratch + "/" + name)
        setup = Setup(program, scratch + "/kinds")
        every_kind(checks, setup, receivers)
        secrets(checks, setup, receivers)
        refusals(checks, setup, receivers)
        second_channel(checks, program, scratch + "/second", receivers)
        on_terminal(checks, setup, receivers)
        demo(checks, program, scratch + "/demo", receivers)
        demo_board(checks, program)
        receivers.close()
    checks.exit()


if __name__ == "__main__":
    main()
