"""Steps of at_home.py: the daemon is killed, hangs, and reloads good and bad configurations."""
import json
import os
import re
import signal
import time

from lib import deliveries
from agreement import Agreement, Quiet
from lib.harness import wait_for
from home import CREDENTIALS, DROP_IN, PROCESS_EXITED, SERVICE, SOCKET_UNIT, STATE, UNIT_FAILED, said, text, trouble
from wedge import LockedLog, StoppedThread


def kill(home, checks):
    """Kills the daemon in the middle of the games."""
    counted = lambda: int(home.show("NRestarts"))
    before, opened = counted(), home.show("ActiveEnterTimestampMonotonic", unit=SOCKET_UNIT)
    for _ in range(3):
        process = home.process
        home.systemctl("kill", "--signal=KILL", SERVICE, check=True)
        home.kills += 1
        home.restarts += 1
        checks("killed, it is restarted", wait_for(lambda: home.process not in (None, process), 20)
               and home.is_well())
        checks("and the socket was open all the time",
               home.show("ActiveEnterTimestampMonotonic", unit=SOCKET_UNIT) == opened)
    checks("systemd counts it", counted() == before + 3, "NRestarts=%d" % counted())
    Agreement(home).check(checks)


def wedged(home, checks, what, part, wedge, within):
    """Checks that the watchdog kills a blocked daemon, and that it works again when the block ends.

    `part` is the daemon's name of the part that makes no progress.
    """
    mark, process = home.mark(), home.process
    began = time.monotonic()
    failed = lambda: home.of_systemd(UNIT_FAILED, mark)
    with wedge:
        def ended():
            if hasattr(wedge, "reap"):
                wedge.reap()
            return failed()

        wait_for(ended, within, 0.1)
        took = time.monotonic() - began
    results = [x.get("UNIT_RESULT") for x in failed()]
    checks("%s: the watchdog ends it" % what, results == ["watchdog"], "result=%s after %.1f s" % (results, took))
    if not results:
        checks("%s: it works when that is over" % what, home.is_well())
        return
    home.kills += 1
    home.restarts += 1
    words = [x for x in home.own_words(mark) if "no progress" in text(x) and part in json.dumps(x)]
    checks("%s: the journal names the blocked part" % what, words, " | ".join(map(text, words)))
    exits = [(x.get("EXIT_CODE"), x.get("EXIT_STATUS")) for x in home.of_systemd(PROCESS_EXITED, mark)]
    aborted = ("killed", str(int(signal.SIGABRT)))
    checks("%s: by SIGABRT, without a core file" % what, exits == [aborted] and not home.cores(), str(exits))
    checks("%s: it is restarted and works" % what, wait_for(lambda: home.process not in (None, process), 30)
           and home.is_well())
    checks("%s: it was restarted once" % what, home.counted_restarts() == home.restarts,
           "restarts=%d" % home.counted_restarts())
    # The log could not be written, or a thread could not run: no event may be missing now.
    Agreement(home).check(Quiet(checks, what))


def log_locked(home, checks):
    """Another process locks the log's file, so that nothing can be written. With the unit's own watchdog timeout."""
    home.unhasten()
    home.systemctl("restart", SERVICE, check=True)
    home.is_well()
    limit = seconds(home.show("WatchdogUSec"))
    own = 0 < limit <= 30
    checks("the unit's own watchdog takes at most 30 s", own, home.show("WatchdogUSec"))
    if own:
        wedged(home, checks, "a locked log", "log", LockedLog(home.machine, STATE + "/livegamed.sqlite"), limit + 15)
    home.hasten()
    home.systemctl("restart", SERVICE, check=True)
    home.is_well()


def seconds(span):
    """Parses `30s`, `1min 30s`, as systemd prints them."""
    units = {"us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600}
    return sum(float(n) * units[u] for n, u in re.findall(r"([\d.]+)(us|ms|s|min|h)", span))


def stopped_thread(thread, part, what):
    def step(home, checks):
        process = home.process
        try:
            wedge = StoppedThread(process, thread)
        except OSError as error:
            checks("%s can be stopped" % thread, False, str(error))
            return
        if not checks("there is a thread %s" % thread, wedge.thread):
            return
        wedged(home, checks, what, part, wedge, seconds(home.show("WatchdogUSec")) + 15)

    step.__doc__ = "The thread `%s` stands still: %s." % (thread, what)
    return step


def reload(home, checks):
    """Applies a changed configuration without a restart."""
    wait_for(lambda: len({x["data"]["game"]["id"] for x in home.told.events()}) > 1, 40, 0.2)
    teams = sorted({x["data"]["game"]["id"]: x["data"]["game"]["home"]["abbreviation"] for x in home.told.events()
                    if x["data"]["game"].get("id")}.items())
    dropped, kept = teams[0][0], [team for _, team in teams[1:]]
    process, connections, mark = home.process, home.told.connections, home.mark()
    home.configure(sinks=("hook", "late"), follow="follow: {teams: [%s]}" % ", ".join(kept), poll_max="300ms",
                   more="routes:\n  - {sinks: [hook]}\n  - {sinks: [late]}")
    reloaded(home, checks)
    checks("an added sink gets events", wait_for(lambda: home.requests("late"), 30))
    words = " ".join(json.dumps(x) for x in home.own_words(mark))
    checks("the journal lists the changes", all(x in words for x in ("late", "follow", "poll")),
           " | ".join(text(x) for x in home.own_words(mark))[:300])
    # Events in flight are delivered; then the unfollowed game is silent while the others go on.
    home.events_come(5)
    before = len(home.told.lines)
    home.events_come(20)
    heard = {json.loads(x)["data"]["game"]["id"] for x in home.told.lines[before:]}
    checks("events of an unfollowed game are not sent, those of others are", heard and dropped not in heard,
           "games=%s dropped=%d" % (sorted(heard), dropped))
    added = [json.loads(x["body"]) for x in deliveries.accepted(home.requests("late"))]
    mine = {x["id"] for x in added}
    order = lambda events: deliveries.by_game((x["data"]["game"]["id"], x["id"]) for x in events)
    first, last = (min(int(x["sequence"]) for x in added), max(int(x["sequence"]) for x in added)) if added else (0, 0)
    between = [x for x in home.told.events() if first <= int(x["sequence"]) <= last and not x["data"]["provisional"]]
    # Requests of different games overtake each other: events that are missing at the end may be in flight.
    missing = [x for x in between if x["id"] not in mine and int(x["sequence"]) < last - 10]
    checks("it gets all events from then on, in order", added and not missing and
           order(added) == order([x for x in between if x["id"] in mine]), "events=%d" % len(added))

    home.configure()
    reloaded(home, checks)
    checks("events of the game are sent when it is followed again", wait_for(
        lambda: dropped in {json.loads(x)["data"]["game"]["id"] for x in home.told.lines[before:]}, 90))
    count, at_hook = len(home.requests("late")), len(home.requests("hook"))
    wait_for(lambda: len(home.requests("hook")) >= at_hook + 20, 90, 0.2)
    checks("a removed sink gets no more events", len(home.requests("late")) == count and
           len(home.requests("hook")) >= at_hook + 20)
    checks("the daemon is the same, and its subscriber was not disconnected",
           home.process == process and home.told.connections == connections,
           "connections=%d" % (home.told.connections - connections))
    Agreement(home).check(Quiet(checks, "after the reloads"))


def reloaded(home, checks):
    """Reloads, and waits until the daemon reports success."""
    with home.notifications() as heard:
        done = home.systemctl("reload", SERVICE)
        checks("systemctl reload succeeds", done.returncode == 0, trouble(done))
        began = lambda messages: next((i for i, x in enumerate(messages) if "RELOADING=1" in x), len(messages))
        ended = lambda: said("READY=1", heard()[began(heard()):])
        checks("RELOADING=1 with its time and READY=1 were sent", wait_for(ended, 10, 0.2) and
               said("MONOTONIC_USEC=", heard()[began(heard()):]))
        checks("systemd reports it as active again", wait_for(lambda: home.active, 10))


BROKEN = {
    "a file that is no YAML": ("sinks: {hook: {type: webhook\n", r"50-home\.yaml:\d+:\d+"),
    "an unknown key": ("folow: {teams: [BOS]}\n", r"50-home\.yaml:1:1"),
}


def bad_reload(home, checks):
    """A bad configuration changes nothing, and is reported."""
    good = open(home.machine.path(DROP_IN)).read()
    process, connections = home.process, home.told.connections
    for what, (wrong, place) in BROKEN.items():
        mark, at_hook = home.mark(), len(home.requests("hook"))
        home.machine.write(DROP_IN, wrong)
        checks("%s: check-config refuses it" % what, home.livegamed("check-config").returncode == 78)
        refused = home.systemctl("reload", SERVICE)
        checks("%s: the reload fails" % what, refused.returncode != 0 and home.active, trouble(refused))
        checks("%s: the status reports it" % what, wait_for(lambda: re.search("config", home.status, re.I), 10, 0.1),
               home.status)
        faults = lambda: [x for x in home.own_words(mark) if re.search(place, json.dumps(x))]
        checks("%s: the journal has the place, at priority 3" % what,
               wait_for(faults, 10, 0.2) and min(int(x["PRIORITY"]) for x in faults()) == 3,
               " | ".join(text(x) for x in faults())[:300])
        checks("%s: the old one stays in force" % what, home.events_come(10) and home.active and
               wait_for(lambda: len(home.requests("hook")) >= at_hook + 5, 20, 0.2))
        home.machine.write(DROP_IN, good)
        accepted = home.systemctl("reload", SERVICE)
        checks("%s: after a correction, the reload succeeds" % what, accepted.returncode == 0, trouble(accepted))
        checks("%s: and the status is as before" % what,
               wait_for(lambda: home.active and not re.search("config", home.status, re.I), 10, 0.1), home.status)
    checks("the daemon is the same, and its subscriber was not disconnected",
           home.process == process and home.told.connections == connections)


def secrets(home, checks):
    """New and changed credentials are applied by a reload, and its result is always the daemon's own answer."""
    process, before, opened = home.process, len(home.requests("late")), []
    for number in range(6):
        name = "added-%d" % number
        home.machine.write("%s/%s-url" % (CREDENTIALS, name), home.secrets.urls["late"] + "\n", 0o600)
        home.configure(sinks=("hook", name))
        done = home.systemctl("reload", SERVICE)
        opened.append((done.returncode, "config" in home.status))
    checks("a sink with a new credential is added by each reload", opened == [(0, False)] * 6, str(opened))
    checks("and it gets events", wait_for(lambda: len(home.requests("late")) > before, 30, 0.2))
    home.machine.write(CREDENTIALS + "/added-5-url", home.secrets.urls["stuck"] + "\n", 0o600)
    told = home.machine.run("livegamed", "reload")
    checks("a changed credential changes its sink", told.returncode == 0 and "sink 'added-5' changed" in told.stdout, told.stdout + told.stderr)
    checks("its new address gets events", wait_for(lambda: home.requests("stuck"), 30, 0.2))
    home.configure(more="catch_up: all\n")
    waits = home.machine.run("livegamed", "reload").stdout
    checks("a setting that waits for a restart is named", "waits for a restart: catch_up" in waits and
           "needed for a change of catch_up" in home.livegamed("status").stdout, waits)
    os.unlink(home.machine.path(CREDENTIALS + "/added-5-url"))
    home.configure()
    reloaded(home, checks)
    checks("the daemon is the same", home.process == process)


def bad_start(home, checks):
    """Starts with a bad configuration while clients connect: the daemon stays down until it is corrected."""
    mark, good = home.mark(), open(home.machine.path(DROP_IN)).read()
    home.machine.write(DROP_IN, BROKEN["an unknown key"][0])
    checks("it does not start", home.systemctl("restart", SERVICE).returncode != 0)
    # Clients that connect must not start it again and again.
    checks("the socket is closed too", wait_for(
        lambda: home.show("ActiveState", unit=SOCKET_UNIT) == "inactive" and not home.process, 20, 0.1))
    exits = [x.get("EXIT_STATUS") for x in home.of_systemd(PROCESS_EXITED, mark)]
    checks("it has ended once with 78", [x for x in exits if x != "0"] == ["78"], "exits=%s" % exits)
    said = home.livegamed("status")
    checks("status says that the configuration has an error, and where it is wrong", said.returncode == 69 and
           "its configuration has an error" in said.stderr and "50-home.yaml:1:1" in said.stderr, said.stderr)
    again = [home.systemctl("restart", SERVICE).returncode for _ in range(7)]
    checks("it is never refused for being one start too many", set(again) == {1} and "start-limit-hit" not in
           (home.show("Result"), home.show("Result", unit=SOCKET_UNIT)), str(again))
    home.machine.write(DROP_IN, good)
    checks("after a correction, `systemctl restart` works at once",
           home.systemctl("restart", SERVICE).returncode == 0 and home.show("ActiveState", unit=SOCKET_UNIT) == "active")
    checks("it works as before", home.is_well() and home.counted_restarts() == home.restarts)


def damaged(home, checks):
    """Starts with a damaged log: the daemon is started again and again, a stop ends that, and a repair makes it work."""
    log = home.machine.path("/var/lib/livegamed/livegamed.sqlite")
    checks("the daemon stops", home.systemctl("stop", SERVICE).returncode == 0)
    os.rename(log, log + ".good")
    with open(log, "w") as f:
        f.write("no database " * 1000)
    checks("it does not start", home.systemctl("start", SERVICE).returncode != 0)
    said = home.livegamed("status")
    checks("status says that it stops again and again, and where the reason is", said.returncode == 69 and
           "stops again and again (status 73)" in said.stderr and "journalctl" in said.stderr, said.stderr)
    mark = home.mark()
    checks("systemd starts it again", wait_for(
        lambda: any(x.get("EXIT_STATUS") == "73" for x in home.of_systemd(PROCESS_EXITED, mark)), 30, 0.2))
    checks("a stop ends that", home.systemctl("stop", SERVICE).returncode == 0)
    home.livegamed("status")
    states = [home.show("ActiveState", unit=x) for x in (SERVICE, SOCKET_UNIT)]
    # A stop while ExecStopPost= runs leaves the unit failed, for the status of the daemon; one after that leaves it inactive.
    checks("and a client does not start it", states[0] in ("failed", "inactive") and states[1] == "inactive", str(states))
    os.rename(log + ".good", log)
    checks("with its own log it starts", home.systemctl("start", SERVICE).returncode == 0)
    home.restarts = home.counted_restarts()
    checks("it works as before", home.is_well())


def gone(home, checks):
    """A receiver is gone for good: that is visible everywhere, until its sink gets another address and a reload."""
    home.configure(sinks=("hook", "gone"))
    reloaded(home, checks)
    checks("a receiver answers 410", wait_for(lambda: home.requests("gone"), 30, 0.2))
    checks("systemctl status names the sink that is down", wait_for(
        lambda: "sink 'gone' is disabled" in home.status, 10, 0.1), home.status)
    # The daemon counts at most once a second for all clients.
    wait_for(lambda: home.livegamed("status").returncode == 1, 5, 0.2)
    said = home.livegamed("status")
    checks("livegamed status exits with 1, and reports it", said.returncode == 1 and "sink 'gone'" in said.stdout,
           said.stdout.partition("\n")[0])
    status, _, words = home.get("/healthz")
    checks("/healthz is 503, and reports it", status == 503 and "sink 'gone'" in words, "%s %r" % (status, words))
    asked = len(home.requests("gone"))
    home.events_come(10)
    checks("the receiver gets no more requests", len(home.requests("gone")) == asked, "requests=%d" % asked)

    before = len(home.requests("late"))
    home.configure(sinks=("hook", ("gone", "late")))
    reloaded(home, checks)
    checks("with another address it gets its events there", wait_for(lambda: len(home.requests("late")) > before, 30, 0.2))
    checks("and the status is healthy again", home.is_well() and "disabled" not in home.status and
           home.livegamed("status").returncode == 0 and home.get("/healthz")[0] == 200, home.status)
    home.configure()
    reloaded(home, checks)
    Agreement(home).check(Quiet(checks, "after the receiver was gone"))


def journald(home, checks):
    """Restarts journald again and again while events come."""
    process = home.process
    for _ in range(3):
        mark = home.mark()
        home.systemctl("restart", "systemd-journald.service", check=True)
        home.events_come(10)
        checks("after a restart of journald, new entries arrive", wait_for(lambda: home.events(mark), 20, 0.2))
    checks("the daemon is the same", home.process == process and home.is_well())
    mark = home.mark()
    home.systemctl("reload", SERVICE, check=True)
    checks("entries of its own log arrive too", wait_for(lambda: home.own_words(mark), 10, 0.2))
    Agreement(home).check(checks)
