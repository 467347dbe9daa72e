#!/usr/bin/env python3
"""A real mosquitto with TLS, users and an ACL, and a listener that stands for Home Assistant.

Broker and daemon are killed while games go on, and the listener stays away for 12 s: every event of the log arrives once
and in order at each of its teams. Then devices come and go with what is followed, what is retained is right after every
restart, and `livegamed sink test` names the cause of each refusal. The password appears nowhere.

    python3 Tests/Acceptance/mqtt.py --livegamed .build/debug/livegamed
"""
import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time

from lib import harness
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Simulator, log_of

PASSWORD = "Kestrel-55-password"
# What the daemon may do, by docs/home-assistant.md; `narrow` may publish no event.
ACL = """user livegamed
topic readwrite livegamed/#
topic write homeassistant/device/#
topic read homeassistant/status
user narrow
topic read livegamed/#
user listener
topic readwrite #
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def certificates(base):
    """Makes a CA with a certificate for localhost, and another CA."""
    run = lambda *words: subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=base)
    for ca in ("ca", "other"):
        run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", ca + ".key", "-out", ca + ".pem", "-days", "30",
            "-subj", "/CN=" + ca)
    run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    with open(base + "/san", "w") as f:
        f.write("subjectAltName=DNS:localhost\n")
    run("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out",
        "server.pem", "-days", "30", "-extfile", "san")


class Broker:
    """mosquitto as a child process. It keeps nothing on the disk, as after a power cut."""

    def __init__(self, base):
        self.base, self.port = base, free_port()
        certificates(base)
        self.passwords = base + "/passwords"
        open(self.passwords, "w").close()
        for user in ("livegamed", "narrow", "listener"):
            subprocess.run(["mosquitto_passwd", "-b", self.passwords, user, PASSWORD], check=True, capture_output=True)
        with open(base + "/acl", "w") as f:
            f.write(ACL)
        with open(base + "/mosquitto.conf", "w") as f:
            f.write("listener %d 127.0.0.1\nallow_anonymous false\npassword_file %s\nacl_file %s/acl\n"
                    "cafile %s/ca.pem\ncertfile %s/server.pem\nkeyfile %s/server.key\npersistence false\n" % (
                        self.port, self.passwords, base, base, base, base))
            if os.geteuid() == 0:
                f.write("user root\n")
        self.log = open(base + "/mosquitto.log", "ab")
        self.start()

    def start(self):
        self.process = subprocess.Popen(["mosquitto", "-c", self.base + "/mosquitto.conf"], stdout=self.log,
                                        stderr=self.log)
        if not harness.wait_for(self.listens, 20):
            raise SystemExit("mosquitto did not start: " + open(self.log.name).read()[-2000:])

    def listens(self):
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self, away=2):
        self.process.kill()
        self.process.wait()
        time.sleep(away)
        self.start()

    def words(self, program, *more):
        return [program, "-h", "localhost", "-p", str(self.port), "-u", "listener", "-P", PASSWORD, "--cafile",
                self.base + "/ca.pem", "-V", "mqttv5", "-q", "1", *more]

    def retained(self, *filters):
        """Returns the retained messages by topic."""
        words = self.words("mosquitto_sub", "--retained-only", "-W", "2", "-F", "%t %p")
        for each in filters:
            words += ["-t", each]
        text = subprocess.run(words, capture_output=True, text=True).stdout
        return dict(x.split(" ", 1) for x in text.splitlines() if " " in x)

    def publish(self, topic, text):
        subprocess.run(self.words("mosquitto_pub", "-t", topic, "-m", text), check=True, capture_output=True)

    def stop(self):
        harness.stop(self.process)
        self.log.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


class Listener(threading.Thread):
    """A subscriber to all events, which comes back by itself unless it is away."""

    def __init__(self, broker):
        super().__init__(daemon=True)
        self.broker, self.messages, self.done, self.process = broker, [], False, None
        self.present = threading.Event()
        self.present.set()
        self.start()

    def run(self):
        while not self.done:
            self.present.wait()
            self.process = subprocess.Popen(
                self.broker.words("mosquitto_sub", "-t", "livegamed/+/+/event", "-F", "%r %t %p"),
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for line in self.process.stdout:
                retained, topic, text = line.rstrip("\n").split(" ", 2)
                self.messages.append((topic, json.loads(text), retained == "1"))
            self.process.wait()
            time.sleep(0.3)

    def leave(self):
        self.present.clear()
        self.process.terminate()
        self.process.wait()

    def come_back(self):
        self.present.set()

    def stop(self):
        self.done = True
        self.present.set()
        if self.process:
            harness.stop(self.process)
        self.join(timeout=5)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


def sink(broker, **more):
    keys = {"type": "mqtt", "url": "mqtts://localhost:%d" % broker.port, "user": "livegamed", "password": PASSWORD,
            "ca_file": broker.base + "/ca.pem", "expires": "2h"}
    keys.update(more)
    return "{%s}" % ", ".join("%s: %s" % (k, json.dumps(v)) for k, v in keys.items())


def logged(daemon):
    """Returns the lines of the log, of a daemon that may just have started."""
    harness.wait_for(lambda: harness.listens(daemon.socket), 30)
    return log_of(daemon.socket)[1]


def expected(daemon):
    """Returns the ids of the events of each team's topic, in order, and the newest event of each."""
    topics = {}
    for line in logged(daemon):
        event = json.loads(line)
        if event["data"]["provisional"]:
            continue
        for side in ("away", "home"):
            team = event["data"]["game"][side]["abbreviation"].lower()
            topics.setdefault("livegamed/%s/%s/event" % (event["data"]["league"], team), []).append(event["id"])
    return topics


def received(listener):
    topics = {}
    for topic, event, _ in list(listener.messages):
        topics.setdefault(topic, []).append(event["id"])
    return topics


def storm(checks, broker, daemon, listener):
    """Kills broker and daemon, and sends the listener away, while events come at some ten a second."""
    harness.wait_for(lambda: len(listener.messages) > 20, 60)
    checks("events arrive", len(listener.messages) > 20, "%d" % len(listener.messages))
    broker.kill()
    time.sleep(4)
    daemon.kill()
    time.sleep(4)
    before = len(listener.messages)
    listener.leave()
    time.sleep(12)
    away = len(listener.messages) - before
    listener.come_back()
    time.sleep(4)
    daemon.kill()
    time.sleep(3)
    broker.kill(away=4)
    time.sleep(3)
    daemon.kill()
    checks("nothing came while the listener was away", away <= 2, "%d" % away)


def judge_storm(checks, daemon, listener):
    # Each event goes to two teams.
    harness.wait_for(lambda: len(listener.messages) >= 260, 60, 0.5)
    # The games go on: what was logged until now must arrive.
    wanted = expected(daemon)
    harness.wait_for(lambda: all(set(v) <= set(received(listener).get(k, [])) for k, v in wanted.items()), 60, 0.5)
    got = received(listener)
    count = sum(map(len, wanted.values()))
    checks("at least 120 events were sent", count >= 240, "%d messages to %d topics" % (count, len(wanted)))
    for name, finds in (
            ("no event is lost", lambda w, g: [x for x in w if x not in g]),
            ("no event comes twice", lambda w, g: [x for x in set(g) if g.count(x) > 1]),
            ("events are in order", lambda w, g: [x for x, y in zip(w, g) if x != y][:2])):
        bad = [(topic, found) for topic, ids in wanted.items() if (found := finds(ids, got.get(topic, [])))]
        checks(name, not bad, str(bad[:2]))
    checks("no event is retained", not any(x[2] for x in listener.messages))


def judge_devices(checks, o, broker, daemon):
    command = lambda *words: subprocess.run(
        [o.livegamed, *words, "--socket", daemon.socket], capture_output=True, text=True)
    games = [json.loads(x)["data"]["game"] for x in logged(daemon)]
    first, second = games[-1]["home"], games[-1]["away"]
    config = lambda team: "homeassistant/device/livegamed_mlb_%s/config" % team["abbreviation"].lower()
    devices = lambda: broker.retained("homeassistant/device/#")
    added = command("follow", "add", first["abbreviation"], second["abbreviation"], "--only")
    checks("follow add", added.returncode == 0, added.stderr)
    checks("a followed team gets a device", harness.wait_for(lambda: {config(first), config(second)} <= set(devices()), 20, 0.5))
    shown = json.loads(devices().get(config(first), "{}"))
    states = [x for x in broker.retained("livegamed/#") if x.endswith("/state")]
    checks("only followed teams have a state", len(states) == 2, str(states))
    checks("the device has the name of the team", shown.get("device", {}).get("name") == first["name"])
    command("follow", "remove", second["abbreviation"])
    checks("a team that is no longer followed has none", harness.wait_for(lambda: set(devices()) == {config(first)}, 20, 0.5),
           str(list(devices())))
    state = "livegamed/mlb/%s/state" % second["abbreviation"].lower()
    checks("nor a state", harness.wait_for(lambda: state not in broker.retained("livegamed/#"), 20, 0.5))
    return first, config(first), command


def state_of(broker, team):
    return json.loads(broker.retained("livegamed/#").get("livegamed/mlb/%s/state" % team["abbreviation"].lower(), "{}"))


def newest(daemon, team):
    """Returns the score after the last play of a team's game in the log, from its point of view."""
    facts = {}
    for line in logged(daemon):
        event = json.loads(line)
        sides = {event["data"]["game"][s]["abbreviation"]: s for s in ("away", "home")}
        if team["abbreviation"] in sides and not event["data"]["provisional"]:
            facts[event["data"]["fact"]] = (event, sides[team["abbreviation"]])
    scored = [x for x in facts.values() if "score" in x[0]["data"] and not x[0]["data"]["retracted"]]
    event, own = max(scored, key=lambda x: (x[0]["time"], x[0]["sequence"]))
    return event["data"]["score"][own], event["data"]["score"]["home" if own == "away" else "away"]


def judge_restarts(checks, broker, daemon, team, config):
    """The state is right after a restart of broker and daemon in any order."""
    status = lambda: broker.retained("livegamed/#").get("livegamed/status")
    checks("the daemon is online", harness.wait_for(lambda: status() == "online", 20, 0.5), str(status()))

    def right():
        state = state_of(broker, team)
        return (state.get("score"), state.get("opponent_score")) == newest(daemon, team)
    for name, restart in (("the broker", [broker.kill]), ("the daemon", [daemon.kill]),
                          ("broker and daemon", [broker.kill, daemon.kill]),
                          ("daemon and broker", [daemon.kill, broker.kill])):
        for each in restart:
            each()
        holds = harness.wait_for(lambda: status() == "online" and config in broker.retained("homeassistant/#") and right(), 40, 1)
        checks("after a restart of %s, device and state are there" % name, holds, "" if holds else "%s %s" % (
            state_of(broker, team), newest(daemon, team)))
    daemon.process.kill()
    daemon.process.wait()
    checks("after a kill of the daemon it is offline", harness.wait_for(lambda: status() == "offline", 10, 0.5))
    daemon.start()
    checks("and online again", harness.wait_for(lambda: status() == "online", 20, 0.5))
    checks("an orderly stop is offline too", daemon.stop() == 0 and harness.wait_for(lambda: status() == "offline", 10, 0.5),
           str(status()))


def judge_tests(checks, o, broker, base):
    """`sink test` names the cause of each refusal."""
    cases = {
        "good": ({}, 0, "accepted"),
        "wrong": ({"password": "wrong-" + PASSWORD}, 1, "login"),
        "untrusted": ({"ca_file": base + "/other.pem"}, 1, "certificate verify failed"),
        "narrow": ({"user": "narrow"}, 1, "not authorized"),
        "unknown": ({"url": "mqtts://broker.invalid"}, 1, "host name"),
        "closed": ({"url": "mqtts://localhost:%d" % free_port()}, 1, "connection refused"),
        "nofile": ({"ca_file": base + "/nowhere.pem"}, 1, "ca_file"),
    }
    path = base + "/tests.yaml"
    with open(path, "w") as f:
        f.write("sinks:\n" + "".join("  %s: %s\n" % (k, sink(broker, **v[0])) for k, v in cases.items()))
    text = ""
    for name, (_, status, words) in cases.items():
        ran = subprocess.run([o.livegamed, "sink", "test", name, "--config", path], capture_output=True, text=True, timeout=60)
        text += ran.stdout + ran.stderr
        checks("sink test %s" % name, (ran.returncode == 0) == (status == 0) and words in ran.stdout + ran.stderr,
               (ran.stdout + ran.stderr).replace("\n", " | ")[:300])
    return text


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    missing = [x for x in ("mosquitto", "mosquitto_sub", "mosquitto_passwd", "openssl") if not shutil.which(x, path=os.environ["PATH"] + ":/usr/sbin")]
    if missing:
        print("skipped: no %s" % ", ".join(missing))
        sys.exit(harness.SKIPPED)
    os.environ["PATH"] += ":/usr/sbin"
    checks = Checks()
    with Scratch(checks, o.keep) as base, Broker(base) as broker, Simulator(o.livegamed, 4, 60) as source:
        more = "sinks:\n  house: %s\n" % sink(broker)
        with Daemon(o.livegamed, base, source.url, 0.2, more=more) as daemon, Listener(broker) as listener:
            storm(checks, broker, daemon, listener)
            judge_storm(checks, daemon, listener)
            team, config, command = judge_devices(checks, o, broker, daemon)
            text = "".join(command(*x).stdout for x in (("status",), ("sink", "list"), ("outbox", "list")))
            judge_restarts(checks, broker, daemon, team, config)
            text += judge_tests(checks, o, broker, base) + daemon.text()
            checks("the password is nowhere", PASSWORD not in text)
    checks.exit()


if __name__ == "__main__":
    main()
