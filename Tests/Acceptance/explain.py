#!/usr/bin/env python3
"""`livegamed log` and `livegamed explain` on simulated games, with sinks of every fate and two configurations one after
the other: the history is that of the socket, page by page and without a daemon, and each explanation is that of the
configuration of then.

    python3 Tests/Acceptance/explain.py --livegamed .build/debug/livegamed
"""
import argparse
import datetime
import json
import os
import re
import signal
import subprocess

from lib import harness
from lib.deliveries import ReceiverProcess
from lib.harness import Checks, Daemon, Scratch
from lib.simulated import Simulated, log_of


def clock(hours):
    """Returns a time of day in UTC, so many hours from now."""
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=hours)).strftime("%H:%M")


def configuration(receiver, changed):
    """Returns the sinks and routes. With `changed`, `wrong` gets everything, `late` is new and `refuses` is gone."""
    hook = lambda name, path, number, more="": '  %s: {type: webhook, url: "%s", allow_http: true%s}' % (
        name, receiver.url(path, number), more)
    sinks = [hook("works", "/ok/works", 1), hook("wrong", "/ok/wrong", 2),
             hook("asleep", "/ok/asleep", 3, ', quiet_hours: {from: "%s", to: "%s", time_zone: UTC}' % (clock(-2), clock(3))),
             hook("later", "/ok/later", 4, ", delay: 1h"),
             '  family: {type: discord, url: "%s", allow_http: true}' % receiver.url("/discord/ok/webhooks/1/token", 5)]
    sinks += [hook("late", "/ok/late", 6)] if changed else [hook("refuses", "/status/400/refuses", 6)]
    everything = [x.split(":")[0].strip() for x in sinks if changed or "wrong" not in x]
    routes = ["  - {sinks: [%s]}" % ", ".join(everything)] + ([] if changed else ["  - {tags: [no_such_play], sinks: [wrong]}"])
    return "\n".join(["sinks:", *sinks, "routes:", *routes]) + "\n"


class Explained:
    """The commands on one daemon."""

    def __init__(self, daemon):
        self.daemon = daemon

    def command(self, *arguments):
        return subprocess.run([self.daemon.program, *arguments, "--socket", self.daemon.socket], capture_output=True,
                              text=True, timeout=60)

    def log(self, *arguments):
        """Returns the sequences that `livegamed log` prints."""
        done = self.command("log", "--config", self.daemon.config, "--json", *arguments)
        return [int(json.loads(x)["sequence"]) for x in done.stdout.splitlines()]

    def explain(self, event):
        """Returns the outcomes of an event by the name of the sink, and the whole answer."""
        done = self.command("explain", str(event), "--json")
        answer = json.loads(done.stdout) if done.returncode == 0 else {"sinks": []}
        return {x["sink"]: x for x in answer["sinks"]}, answer

    def words(self, event):
        """Returns what `explain` prints of each sink, in words."""
        lines = self.command("explain", str(event)).stdout.splitlines()
        # A newer revision of the play follows after an empty line.
        lines = lines[:lines.index("")] if "" in lines else lines
        return dict(x.split(": ", 1) for x in lines if re.match(r"[a-z]+: ", x))


def judge_history(checks, home, sequences):
    """Compares the log with the first `sequences` of the socket; the games go on meanwhile."""
    until = ("--until", str(sequences[-1]))
    checks("the log is that of the socket", home.log("--since", "oldest", *until) == sequences, "%d events" % len(sequences))
    checks("the last ones", home.log("-n", "7", *until) == sequences[-7:] and home.log(*until) == sequences[-20:])
    checks("a range of numbers", home.log("--since", "3", "--until", "11") == list(range(4, 12)))
    checks("an hour ago", home.log("--since", "1h", "-n", "9999")[:len(sequences)] == sequences and
           not home.log("--until", "1h", "--since", "oldest"))
    routed = home.log("--since", "oldest", "--sink", "family", *until)
    checks("of a sink", 0 < len(routed) < len(sequences) and len(home.log("--sink", "family", "-n", "2", *until)) == 2,
           "%d events" % len(routed))
    unknown = home.command("log", "--sink", "wroks")
    checks("an unknown sink is refused", unknown.returncode == 64 and "did you mean 'works'?" in unknown.stderr, unknown.stderr)
    lines = home.command("log", "-n", "3", *until).stdout.splitlines()
    numbers = [int(x.split()[0]) for x in lines if not x.startswith("\u2014")]
    checks("people get the numbers of the newest revisions", len(numbers) == 3 and numbers[-1] == sequences[-1] and
           numbers == sorted(set(numbers) & set(sequences)), str(lines))
    plays = [json.loads(x)["id"].split("@")[0] for x in home.command(
        "log", "--config", home.daemon.config, "--json", "--since", "oldest", *until).stdout.splitlines()]
    lines = home.command("log", "--since", "oldest", *until).stdout.splitlines()
    checks("and each play once", len([x for x in lines if not x.startswith("\u2014")]) == len(set(plays)),
           "%d lines, %d plays, %d events" % (len(lines), len(set(plays)), len(plays)))
    nobody = home.command("log", "--since", "oldest", "--player", "Nobody Atall")
    checks("no match is said, and that no game has had the player", (nobody.returncode, nobody.stdout) == (0, "")
           and nobody.stderr.startswith("no event matches\nno game in the log has had 'Nobody Atall'; "), str(nobody))
    watched = subprocess.Popen([home.daemon.program, "watch", "--socket", home.daemon.socket, "--since", "yesterday", "--number"],
                               stdout=subprocess.PIPE, text=True)
    first = watched.stdout.readline()
    if first.startswith("\u2014"):
        first = watched.stdout.readline()
    watched.send_signal(signal.SIGINT)
    watched.communicate(timeout=30)
    checks("watch begins at such a time too, with numbers", first.split()[0].isdigit(), first)


def judge_outcomes(checks, home, event, place):
    """Checks the explanations of an event of the first configuration, in any later state of the daemon."""
    outcomes, answer = home.explain(event)
    words = home.words(event)
    works, family, refuses = outcomes.get("works", {}), outcomes.get("family", {}), outcomes.get("refuses", {})
    checks("sent, with the id of the message", works.get("outcome") == "sent" and works.get("webhook_id", "").startswith("msg_")
           and works.get("at") and words["works"].startswith("sent 20"), str(works))
    checks("sent to a chat, with its own id", family.get("outcome") == "sent" and family.get("message") and
           family["message"] in words["family"], str(family))
    asleep = outcomes.get("asleep", {})
    checks("held by quiet hours", asleep.get("outcome") == "quiet" and asleep.get("until") and
           words["asleep"].startswith("held by quiet hours until 20"), str(asleep))
    checks("given up, with the error and its number", refuses.get("outcome") == "dead" and "400" in refuses.get("error", "")
           and refuses.get("number"), str(refuses))
    wrong = outcomes.get("wrong", {})
    routes = wrong.get("routes") or [{}]
    checks("a wrong condition, with its place", wrong.get("outcome") == "not_routed" and routes[0].get("place") == place and
           routes[0]["unmet"][0]["wants"] == "no_such_play", str(wrong))
    checks("the same in words", words["wrong"].startswith("route 2 (%s) needs the tag no_such_play; the event has " % place), words["wrong"])
    return outcomes, answer, words


def judge_change(checks, home, receiver, event, place):
    with open(home.daemon.config) as f:
        text = f.read()
    head = text[:text.index("sinks:")]
    with open(home.daemon.config, "w") as f:
        f.write(head + configuration(receiver, changed=True))
    home.daemon.process.send_signal(signal.SIGHUP)
    checks("the new sink gets events", harness.wait_for(lambda: home.log("--sink", "late"), 60))
    outcomes, answer, _ = judge_outcomes(checks, home, event, place)
    checks("the change is said", answer.get("configuration") == "changed")
    checks("a sink that did not exist then", outcomes["late"]["outcome"] == "no_sink")
    checks("a sink that is gone", outcomes["refuses"].get("removed") is True)
    new = home.log("--sink", "late")[0]
    checks("a later event is routed by the new one", harness.wait_for(
        lambda: home.explain(new)[0].get("wrong", {}).get("outcome") == "sent", 60), str(home.explain(new)))
    checks("and says so", home.explain(new)[1]["configuration"] == "present")


def judge_drop(checks, home, event):
    before = home.explain(event)[0]["later"]
    checks("delayed", before["outcome"] == "delayed" and before.get("until"), str(before))
    dropped = home.command("outbox", "drop", "--sink", "later", "--all")
    later, words = home.explain(event)[0]["later"], home.words(event)["later"]
    checks("dropped, when and by whom", dropped.returncode == 0 and later["outcome"] == "dropped" and
           later.get("user") == os.getuid() and later.get("at"), str(later))
    checks("the same in words", words.endswith("by root" if os.getuid() == 0 else "by user %d" % os.getuid()), words)


def judge_names(checks, home, event, line):
    by_id = home.explain(json.loads(line)["id"])[1]
    checks("an event has its id too", by_id.get("sequence") == event, str(by_id))
    last = home.command("explain", "--last", "scoring", "--json")
    found = json.loads(last.stdout)["sequence"] if last.returncode == 0 else 0
    checks("the last one with a tag", found >= home.log("--tag", "scoring", "-n", "1", "--until", str(found))[0], last.stderr)
    checks("a tag that no event can have", home.command("explain", "--last", "homerun").returncode == 64)
    missing = home.command("explain", "99999999")
    checks("an event that is not there", missing.returncode == 66 and "[socket.no-event]" in missing.stderr, missing.stderr)


def judge_without_daemon(checks, home, sequences):
    home.daemon.stop()
    checks("the file has the same, after a clean stop", home.log("--since", "oldest")[:len(sequences)] == sequences)
    os.remove(home.daemon.config)
    missing = home.command("log", "--config", home.daemon.config)
    checks("without a configuration that is an error", missing.returncode == 78, missing.stderr)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks) as base, ReceiverProcess() as receiver, Simulated(o.livegamed, base, games=3, speed=60) as games, \
            Daemon(o.livegamed, base, games.url, 0.1, idle=0.5, live_max=0.3, more=configuration(receiver, False)) as daemon:
        harness.wait_for(lambda: harness.listens(daemon.socket), 30)
        home = Explained(daemon)
        with open(daemon.config) as f:
            number = next(i for i, x in enumerate(f, 1) if "no_such_play" in x)
        place = "%s:%d:5" % (daemon.config, number)

        def settled():
            routed = home.log("--sink", "family", "--since", "oldest")
            found = home.explain(routed[0])[0] if routed else {}
            return all(found.get(x, {}).get("outcome") == y for x, y in (("family", "sent"), ("refuses", "dead")))

        checks("the first event has reached every sink", harness.wait_for(settled, 90, 0.5))
        checks("a run has been scored", harness.wait_for(lambda: home.log("--tag", "scoring"), 90, 0.5))
        event = home.log("--sink", "family", "--since", "oldest")[0]
        judge_outcomes(checks, home, event, place)
        judge_change(checks, home, receiver, event, place)
        judge_drop(checks, home, event)
        _, lines = log_of(daemon.socket)
        sequences = [int(json.loads(x)["sequence"]) for x in lines]
        judge_history(checks, home, sequences)
        judge_names(checks, home, event, lines[event - 1])
        daemon.process.kill()
        daemon.process.wait()
        checks("the file has the same, after a kill", home.log("--since", "oldest")[:len(sequences)] == sequences)
        daemon.start()
        harness.wait_for(lambda: home.command("status").returncode != 69, 30)
        judge_without_daemon(checks, home, sequences)
    checks.exit()


if __name__ == "__main__":
    main()
