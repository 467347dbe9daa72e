#!/usr/bin/env python3
"""Runs the daemon on one replayed game whose source stops changing, fails, refuses requests and goes back in time.

Each trouble and its end must be reported once, no event may be added or lost because of it, and in the end the events
equal the truth. Prints one line for each check; the exit status is 0 only if all pass.

    python3 Tests/Acceptance/troubled_source.py --livegamed .build/debug/livegamed
"""
import argparse

from lib import harness

SPEED = 60


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    checks = harness.Checks()
    feeds = harness.feeds_of(747175)
    with harness.Scratch(checks, o.keep) as base, \
            harness.Replay(feeds, SPEED, base, start="first-pitch-5m") as replay, \
            harness.Daemon(o.livegamed, base, replay.url, 0.1) as daemon, \
            harness.Subscriber(daemon.socket) as client:
        harness.wait_for(lambda: daemon.text().count("game watched"), 30)
        replay.go()
        harness.wait_for(lambda: len(client.lines) > 40, 60)
        trouble(checks, client, "a frozen feed", "stale", lambda: replay.ask("/__pause", "POST"),
                lambda: replay.ask("/__resume", "POST"))
        trouble(checks, client, "a server that fails", "degraded", lambda: replay.ask("/__fault?503=1", "POST"),
                lambda: replay.ask("/__fault?", "POST"))
        trouble(checks, client, "a server that turns us away", "blocked",
                lambda: replay.ask("/__fault?html403=1", "POST"), lambda: replay.ask("/__fault?", "POST"))
        # Its own clock runs on, fifteen minutes behind: accepted once that has lasted for ten minutes.
        trouble(checks, client, "a feed that steps back", "stale", lambda: replay.ask("/__seek?t=-900", "POST"),
                lambda: None)
        replay.speed = 600
        replay.go()
        checks("the final was logged", harness.wait_for(lambda: client.final_games, 120))
        stopped = daemon.stop()
        checks("the daemon stopped cleanly", stopped == 0, "exit=%s" % stopped)
        equal, report = harness.compare(base, feeds, client.lines)
        checks("in the end the events equal the truth", equal, report.splitlines()[-1])
    checks.exit()


def trouble(checks, client, name, tag, begin, end):
    """Checks that each tag of `livegame.source` comes once, and nothing else while the trouble lasts."""
    def told(since):
        return [e["data"]["tags"][0] for e in client.events()[since:] if e["type"] == "livegame.source"]

    before = len(client.lines)
    begin()
    checks(name + " is reported", harness.wait_for(lambda: tag in told(before), 90), told(before))
    end()
    checks(name + " is reported to be over", harness.wait_for(lambda: "recovered" in told(before), 90))
    checks(name + " is reported once", told(before) == [tag, "recovered"], told(before))


if __name__ == "__main__":
    main()
