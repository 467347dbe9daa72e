#!/usr/bin/env python3
"""livegamed at home: its package on a real booted systemd, with games that go on while everything is done to it.

    packaging/test/at_home.py --deb FILE [--root TREE] [--only STEP...] [--keep]

Boots a machine of its own (booted.py) over a tree that root-tree.sh builds or finds, installs the package, points it to
recorded games of ../shared, or to the simulator's where those are not there, and takes the steps below, one line a check.
Recorded games are compared at the end with what is known of them: no event is lost, wrong or doubled, whatever was done.
Exit status 0 only if all checks hold; 77, with one line, where no systemd can be booted. `--only` takes some steps alone,
in the order below; each begins with a daemon that is well.
"""
import argparse
import glob
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE + "/../../Tests/Acceptance")

import deliveries  # noqa: E402
import harness  # noqa: E402
from agreement import Agreement  # noqa: E402
from booted import Booted, CannotBoot  # noqa: E402
from deliveries import ReceiverProcess  # noqa: E402
from harness import Checks, Scratch, wait_for  # noqa: E402
from home import (CONFIGURATION, DROP_IN, PROCESS_EXITED, SERVICE, SOCKET, SOCKET_UNIT, STATE,  # noqa: E402
                  UNIT_DROP_INS, UNIT_FAILED, Home, RealGames, SimulatedGames, program_of, repacked, text, version_of)
from wedge import LockedLog, StoppedThread  # noqa: E402

GAMES = (747175, 718263, 715720)
# Game seconds a second: the games are longer than the steps take.
SPEED = 30
CATALOGUE = HERE + "/../catalog/livegamed.catalog"


# ------------------------------------------------------------------ what comes before all steps
def install(home, checks, package):
    """As an administrator does: the file, two users, the configuration, the secrets. Nothing of it needs a network."""
    shutil.copy(package, home.machine.path("/root/livegamed.deb"))
    done = apt(home, "install", "/root/livegamed.deb")
    checks("the package installs without a network", done.returncode == 0, trouble(done))
    checks("it runs at once, with the configuration that it brings", home.active, home.status)
    checks("its units start with the machine",
           home.systemctl("is-enabled", SERVICE, SOCKET_UNIT).stdout.split() == ["enabled"] * 2)
    checks("the configuration that it brings is valid", home.livegamed("check-config").returncode == 0)
    checks("it says its version", version_of(package).startswith(home.livegamed("--version").stdout.strip() or "?"))
    for name, groups in (("alice", ["--groups", "livegame-clients"]), ("bob", [])):
        home.machine.run("useradd", "--no-create-home", *groups, name, check=True)
    home.hasten()
    home.give_credentials()
    home.configure()
    checks("the configuration of a home is valid", home.livegamed("check-config").returncode == 0)


def begin(home, checks):
    """Puts it in force, and lets the games begin."""
    with home.notifications() as heard:
        began = time.monotonic()
        started = home.systemctl("restart", SERVICE)
        checks("it starts with it", started.returncode == 0, trouble(started) or "%.1f s" % (time.monotonic() - began))
        checks("READY=1 was said", wait_for(lambda: said("READY=1", heard()), 10, 0.2))
        checks("STOPPING=1 was said before", said("STOPPING=1", heard()))
    home.listen()
    home.source.go()
    checks("events come", home.is_well())


def apt(home, verb, *arguments):
    return home.machine.run(
        "apt-get", "--yes", "--no-install-recommends", "--allow-downgrades", verb, *arguments,
        environment={"DEBIAN_FRONTEND": "noninteractive"})


def trouble(done):
    """What a command that failed said."""
    return "" if done.returncode == 0 else "exit=%d %s" % (done.returncode, (done.stdout + done.stderr).strip()[-500:])


def said(assignment, messages):
    return any(x.startswith(assignment) for message in messages for x in message)


# ------------------------------------------------------------------------------------ steps
def unit(home, checks):
    """How systemd sees the service."""
    checks("systemctl is-active", home.systemctl("is-active", SERVICE).stdout == "active\n")
    checks("it tells systemd when it is ready", home.show("Type") == "notify")
    wait_for(lambda: re.search(r"\b[1-9]", home.status), 20, 0.2)
    checks("its status tells of games", re.search(r"\b[1-9]\d* (\w+ )*games?\b|\bgames?\b.*\b[1-9]|\b[1-9]\d* live",
                                                 home.status), home.status)
    beats = lambda: int(home.show("WatchdogTimestampMonotonic") or 0)
    before = beats()
    checks("the watchdog is on, and hears it", home.show("WatchdogUSec") not in ("0", "infinity") and
           wait_for(lambda: beats() > before, 10, 0.2), "every %s at the latest" % home.show("WatchdogUSec"))
    status = home.livegamed("status")
    checks("livegamed status is content", status.returncode == 0, trouble(status))


def access(home, checks):
    """The socket: who may, who may not, and that systemd holds it."""
    checks("the socket unit is active", home.show("ActiveState", unit=SOCKET_UNIT) == "active")
    found = os.stat(home.machine.path(SOCKET))
    group = home.machine.run("getent", "group", "livegame-clients").stdout.split(":")[2:3]
    checks("it is root's and the clients' group's alone",
           stat.filemode(found.st_mode) == "srw-rw----" and [str(found.st_gid)] == group and not found.st_uid,
           stat.filemode(found.st_mode))
    for command in (["status", "--json"], ["scoreboard", "--json"]):
        done = home.livegamed(*command, user="alice")
        checks("a member of the group may ask for `%s`" % command[0], done.returncode == 0, trouble(done))
    refused = home.livegamed("status", user="bob")
    checks("another user may not, and hears how to be let in",
           refused.returncode not in (0, 124) and "usermod -aG livegame-clients" in refused.stderr, refused.stderr.strip())
    order = home.livegamed("outbox", "drop", "--all", user="alice")
    checks("a member of the group may not give orders", order.returncode == 77, order.stderr.strip())

    inode = found.st_ino
    home.told.stop()
    home.systemctl("stop", SERVICE, check=True)
    checks("the socket stays when the service is stopped", home.show("ActiveState", unit=SOCKET_UNIT) == "active" and
           os.stat(home.machine.path(SOCKET)).st_ino == inode)
    checks("it was not started again meanwhile", not home.active)
    answer = home.livegamed("status", "--json", user="alice")
    checks("a client that connects has it started, and is answered", answer.returncode == 0 and home.active, trouble(answer))
    home.told = resumed(home.told)
    checks("its subscriber goes on", home.events_come())


def resumed(listener):
    """The same subscriber, come again."""
    again = type(listener)(listener.path)
    again.lines, again.last, again.final_games = listener.lines, listener.last, listener.final_games
    return again


def sandbox(home, checks):
    """What the daemon can not do, seen from where it is."""
    process = home.process
    with open("/proc/%d/status" % process) as f:
        status = dict(x.rstrip("\n").split(":\t", 1) for x in f)
    checks("it is a user of its own, that nobody else is", home.show("DynamicUser") == "yes" and
           int(status["Uid"].split()[0]) >= 61184, "uid=" + status["Uid"].split()[0])
    checks("it can gain no rights, has none, and a filter of system calls",
           status["NoNewPrivs"] == "1" and status["Seccomp"] == "2" and
           all(int(status[x], 16) == 0 for x in ("CapEff", "CapPrm", "CapBnd", "CapAmb")))
    checks("it sees no other users", not re.match(r"\s+0\s+0\s+4294967295", open("/proc/%d/uid_map" % process).read()))

    inside = lambda *command: subprocess.run(
        ["nsenter", "--target", str(process), "--mount", "--root", "--wd", "--", *command], capture_output=True, text=True)
    for path in ("/etc", "/usr", "/var/lib", "/etc/livegamed", "/root", "/home", "/boot"):
        done = inside("touch", path + "/livegamed-was-here")
        checks("even as root nothing can be written to %s there" % path, done.returncode != 0,
               done.stderr.strip().rpartition(": ")[2])
    checks("its state can be written", inside("touch", STATE + "/probe").returncode == 0 and
           inside("rm", STATE + "/probe").returncode == 0)
    home.machine.write("/tmp/of-others", "")
    checks("its /tmp is its own", inside("ls", "/tmp").stdout == "")

    modes = home.machine.run("stat", "--format=%a %U %n", STATE, STATE + "/livegamed.sqlite").stdout.split()
    checks("its state is for itself alone", modes[0::3] == ["700", "600"], " ".join(modes))
    limits = open("/proc/%d/limits" % process).read()
    checks("it leaves no core", re.search(r"Max core file size\s+0\s+0", limits))
    exposure = home.machine.run("systemd-analyze", "security", "--no-pager", SERVICE).stdout.strip().splitlines()[-1]
    found = re.search(r"(\d+\.\d+)", exposure)
    checks("its exposure is at most 1.2", found and float(found.group(1)) <= 1.2, exposure.strip())


def events(home, checks):
    """Log, subscriber, journal and webhook tell the same."""
    checks("events of plays come", wait_for(lambda: len(tagged(home, "out")) > 5, 60, 0.2))
    Agreement(home).check(checks)


def journal(home, checks):
    """What people look for in the journal, and find."""
    wait_for(lambda: tagged(home, "home_run"), 60, 0.5)
    tag = "home_run" if tagged(home, "home_run") else "strikeout"
    event = tagged(home, tag)[0]
    for side in ("away", "home"):
        team = event["data"]["game"][side]["abbreviation"]
        agreed = Agreement(home)
        wanted = [x["id"] for x in agreed.written if tag in x["data"]["tags"] and team in
                  (x["data"]["game"]["away"]["abbreviation"], x["data"]["game"]["home"]["abbreviation"])]
        found = home.journal("LIVEGAME_TEAM=" + team, "LIVEGAME_TAGS=" + tag)
        got = [x["LIVEGAME_ID"] for x in found if int(x["LIVEGAME_SEQ"]) <= agreed.newest]
        checks("journalctl LIVEGAME_TEAM=%s LIVEGAME_TAGS=%s finds just those" % (team, tag),
               wanted and list(dict.fromkeys(got)) == wanted, "found=%d" % len(got))

    entries = home.events()
    told = {x["id"]: x for x in home.told.events()}
    priority = {4: "5", 3: "5", 2: "6"}
    checks("priorities follow the importance", all(
        x["PRIORITY"] == priority.get(told[x["LIVEGAME_ID"]]["data"]["importance"], "7")
        for x in entries if x["LIVEGAME_ID"] in told))
    checks("an entry says what the event says", all(
        text(x) == told[x["LIVEGAME_ID"]]["data"]["summary"] for x in entries if x["LIVEGAME_ID"] in told))
    checks("entries are the daemon's own, not lines of its output",
           all(x["_TRANSPORT"] == "journal" and x["_SYSTEMD_UNIT"] == SERVICE for x in entries))
    judged = subprocess.run([sys.executable, HERE + "/journal.py", home.journal_folder()], capture_output=True, text=True)
    repeats = [x for x in judged.stdout.splitlines() if " comes after " in x]
    checks("each entry is in the catalogue and has all its fields",
           judged.returncode == 0 or home.kills and len(repeats) == len(judged.stdout.splitlines()) - 1,
           judged.stdout.strip()[:500])
    with open(CATALOGUE) as f:
        subjects = dict(re.findall(r"^-- ([0-9a-f]{32})\nSubject: (.*)$", f.read(), re.MULTILINE))
    for message in sorted({x["MESSAGE_ID"] for x in entries}):
        explained = home.machine.run("journalctl", "-x", "--lines=1", "--no-pager", "MESSAGE_ID=" + message).stdout
        checks("journalctl -x explains %s" % subjects.get(message, message), subjects.get(message, "?") in explained)

    own = [x for x in home.own_words() if x.get("SYSLOG_IDENTIFIER") == "livegamed"]
    without = [text(x) for x in own if "CODE_FILE" not in x or "PRIORITY" not in x]
    checks("what the daemon says of itself tells its priority and where in the code it is from", own and not without,
           "entries=%d without=%s" % (len(own), without[:2]))


def tagged(home, tag):
    return [x for x in home.told.events() if tag in x["data"]["tags"] and not x["data"]["provisional"]]


def kill(home, checks):
    """kill -9, in the midst of the games."""
    counted = lambda: int(home.show("NRestarts"))
    before = counted()
    for _ in range(3):
        process = home.process
        home.systemctl("kill", "--signal=KILL", SERVICE, check=True)
        home.kills += 1
        home.restarts += 1
        checks("killed, it comes back by itself", wait_for(lambda: home.process not in (None, process), 20)
               and home.is_well())
    checks("systemd counts it", counted() == before + 3, "NRestarts=%d" % counted())
    Agreement(home).check(checks)


# ------------------------------------------------------------------------------------ wedges
def wedged(home, checks, what, wedge, within):
    """Whether a daemon that is wedged so is killed by the watchdog, and works again when it is not wedged any more."""
    cursor, process = home.cursor(), home.process
    began = time.monotonic()
    failed = lambda: home.of_systemd(UNIT_FAILED, cursor)
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
    exits = [(x.get("EXIT_CODE"), x.get("EXIT_STATUS")) for x in home.of_systemd(PROCESS_EXITED, cursor)]
    checks("%s: by SIGABRT, without a core" % what, exits == [("killed", "ABRT")] and not home.cores(), str(exits))
    checks("%s: it comes back and works" % what, wait_for(lambda: home.process not in (None, process), 30)
           and home.is_well())
    checks("%s: it was started again once" % what, home.counted_restarts() == home.restarts,
           "restarts=%d" % home.counted_restarts())
    # The log was kept from being written, or a thread from doing its work: nothing of it may be missing now.
    Agreement(home).check(Quiet(checks, what))


class Quiet:
    """Checks of which only those that fail are told, and one line for all that hold."""

    def __init__(self, checks, what):
        self.checks, self.what = checks, what

    def __call__(self, name, holds, detail=""):
        if not holds:
            self.checks("%s: %s" % (self.what, name), holds, detail)


def log_locked(home, checks):
    """Another process holds the log's file: nothing can be written. With the unit's own time-out, as at home."""
    home.unhasten()
    home.systemctl("restart", SERVICE, check=True)
    home.is_well()
    limit = seconds(home.show("WatchdogUSec"))
    own = 0 < limit <= 30
    checks("the unit's own watchdog takes at most 30 s", own, home.show("WatchdogUSec"))
    if own:
        wedged(home, checks, "a locked log", LockedLog(home.machine, STATE + "/livegamed.sqlite"), limit + 15)
    home.hasten()
    home.systemctl("restart", SERVICE, check=True)
    home.is_well()


def seconds(span):
    """`30s`, `1min 30s`, as systemd writes them."""
    units = {"us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600}
    return sum(float(n) * units[u] for n, u in re.findall(r"([\d.]+)(us|ms|s|min|h)", span))


def stopped_thread(thread, what):
    def step(home, checks):
        process = home.process
        try:
            wedge = StoppedThread(process, thread)
        except OSError as error:
            checks("%s can be stopped" % thread, False, str(error))
            return
        if not checks("there is a thread %s" % thread, wedge.thread):
            return
        wedged(home, checks, what, wedge, 20)

    step.__doc__ = "The thread `%s` stands still: %s." % (thread, what)
    return step


# ------------------------------------------------------------------------------------ reloads
def reload(home, checks):
    """A changed configuration is put in force without a restart."""
    wait_for(lambda: len({x["data"]["game"]["id"] for x in home.told.events()}) > 1, 40, 0.2)
    teams = sorted({x["data"]["game"]["id"]: x["data"]["game"]["home"]["abbreviation"] for x in home.told.events()
                    if x["data"]["game"].get("id")}.items())
    dropped, kept = teams[0][0], [team for _, team in teams[1:]]
    process, connections, cursor = home.process, home.told.connections, home.cursor()
    home.configure(sinks=("hook", "late"), follow="follow: {teams: [%s]}" % ", ".join(kept), poll_max="300ms",
                   more="routes:\n  - {sinks: [hook]}\n  - {sinks: [late]}")
    reloaded(home, checks)
    checks("a sink that was added gets events", wait_for(lambda: home.requests("late"), 30))
    words = " ".join(json.dumps(x) for x in home.own_words(cursor))
    checks("the journal says what has changed", all(x in words for x in ("late", "follow", "poll")),
           " | ".join(text(x) for x in home.own_words(cursor))[:300])
    # What was on its way is told; then the game that is not followed is silent while the others go on.
    home.events_come(5)
    before = len(home.told.lines)
    home.events_come(20)
    heard = {json.loads(x)["data"]["game"]["id"] for x in home.told.lines[before:]}
    checks("a game that is not followed any more is not told, the others are", heard and dropped not in heard,
           "games=%s dropped=%d" % (sorted(heard), dropped))
    added = [json.loads(x["body"]) for x in deliveries.accepted(home.requests("late"))]
    mine = {x["id"] for x in added}
    order = lambda events: deliveries.by_game((x["data"]["game"]["id"], x["id"]) for x in events)
    first, last = (min(int(x["sequence"]) for x in added), max(int(x["sequence"]) for x in added)) if added else (0, 0)
    between = [x for x in home.told.events() if first <= int(x["sequence"]) <= last and not x["data"]["provisional"]]
    # The games' posts overtake each other: what is missing at the end may be on its way.
    missing = [x for x in between if x["id"] not in mine and int(x["sequence"]) < last - 10]
    checks("it gets all of them from then on, in order", added and not missing and
           order(added) == order([x for x in between if x["id"] in mine]), "events=%d" % len(added))

    home.configure()
    reloaded(home, checks)
    checks("the game that is followed again is told", wait_for(
        lambda: dropped in {json.loads(x)["data"]["game"]["id"] for x in home.told.lines[before:]}, 30))
    count, at_hook = len(home.requests("late")), len(home.requests("hook"))
    wait_for(lambda: len(home.requests("hook")) >= at_hook + 20, 30, 0.2)
    checks("a sink that was removed gets no more", len(home.requests("late")) == count and
           len(home.requests("hook")) >= at_hook + 20)
    checks("the daemon is the same, and its subscriber was not disconnected",
           home.process == process and home.told.connections == connections,
           "connections=%d" % (home.told.connections - connections))
    Agreement(home).check(Quiet(checks, "after the reloads"))


def reloaded(home, checks):
    """Reloads, and waits until the daemon says that it has."""
    with home.notifications() as heard:
        done = home.systemctl("reload", SERVICE)
        checks("systemctl reload succeeds", done.returncode == 0, trouble(done))
        began = lambda messages: next((i for i, x in enumerate(messages) if "RELOADING=1" in x), len(messages))
        ended = lambda: said("READY=1", heard()[began(heard()):])
        checks("RELOADING=1, when, and READY=1 were said", wait_for(ended, 10, 0.2) and
               said("MONOTONIC_USEC=", heard()[began(heard()):]))
        checks("systemd has it active again", wait_for(lambda: home.active, 10))


BROKEN = {
    "a file that is no YAML": ("sinks: {hook: {type: webhook\n", None),
    "an unknown key": ("folow: {teams: [BOS]}\n", "50-home.yaml:1:1"),
}


def bad_reload(home, checks):
    """A configuration that is wrong changes nothing, and is told."""
    good = open(home.machine.path(DROP_IN)).read()
    process, connections = home.process, home.told.connections
    for what, (wrong, place) in BROKEN.items():
        content, cursor, at_hook = home.status, home.cursor(), len(home.requests("hook"))
        home.machine.write(DROP_IN, wrong)
        checks("%s: check-config refuses it" % what, home.livegamed("check-config").returncode == 78)
        home.systemctl("reload", SERVICE)
        checks("%s: the status says so" % what, wait_for(lambda: re.search("config", home.status, re.I), 10, 0.1),
               home.status)
        faults = lambda: [x for x in home.own_words(cursor) if re.search(place or r"50-home\.yaml:\d+:\d+", json.dumps(x))]
        checks("%s: the journal says where, at priority 3" % what,
               wait_for(faults, 10, 0.2) and min(int(x["PRIORITY"]) for x in faults()) == 3,
               " | ".join(text(x) for x in faults())[:300])
        checks("%s: the old one stays in force" % what, home.events_come(10) and home.active and
               wait_for(lambda: len(home.requests("hook")) >= at_hook + 5, 20, 0.2))
        home.machine.write(DROP_IN, good)
        home.systemctl("reload", SERVICE)
        checks("%s: mended, the status is as before" % what,
               wait_for(lambda: home.active and not re.search("config", home.status, re.I), 10, 0.1), home.status)
        del content
    checks("the daemon is the same, and its subscriber was not disconnected",
           home.process == process and home.told.connections == connections)


# ------------------------------------------------------------------------------------ its end
def stop(home, checks):
    """Stopped while a receiver does not answer, by a unit that is less patient than the daemon."""
    home.configure(sinks=("hook", "stuck"))
    home.unit_drop_in("impatient", "TimeoutStopSec=3s")
    home.systemctl("restart", SERVICE, check=True)
    checks("a receiver hangs", wait_for(lambda: home.requests("stuck"), 30))
    home.events_come(10)
    cursor = home.cursor()
    with home.notifications() as heard:
        began = time.monotonic()
        home.systemctl("stop", SOCKET_UNIT, SERVICE)
        took = time.monotonic() - began
        messages = heard()
    outcome = home.show("Result", "ExecMainCode", "ExecMainStatus")
    checks("it has its time to finish what is on its way", outcome["Result"] == "success" and
           outcome["ExecMainStatus"] == "0" and took > 3, "%s after %.1f s" % (outcome["Result"], took))
    checks("for it asked for that time", said("EXTEND_TIMEOUT_USEC=", messages))
    checks("systemd killed nothing", not any("kill" in text(x).lower() for x in home.journal(
        "_PID=1", "UNIT=" + SERVICE, "PRIORITY=4", after=cursor)))
    home.unit_drop_in("impatient")
    home.configure()
    home.systemctl("start", SOCKET_UNIT, SERVICE, check=True)
    checks("it starts again and goes on", home.is_well())


def confidential(home, checks):
    """What an administrator gave as a credential is found nowhere."""
    home.configure(sinks=("hook", "late", "stuck"))
    home.systemctl("restart", SERVICE, check=True)
    checks("with three sinks of which one hangs, it works", wait_for(lambda: home.requests("stuck"), 30))
    process = home.process
    read = lambda name: open("/proc/%d/%s" % (process, name), "rb").read().decode(errors="replace")
    run = lambda *command: (lambda x: x.stdout + x.stderr)(home.machine.run(*command))
    places = {
        "systemctl show": run("systemctl", "show", "--all", SERVICE, SOCKET_UNIT),
        "systemctl status": run("systemctl", "status", "--full", "--no-pager", "--lines=1000", SERVICE),
        "journalctl": run("journalctl", "--output=json", "--all", "--no-pager"),
        "its environment": read("environ"), "its command line": read("cmdline"),
        "livegamed status": run("livegamed", "status") + run("livegamed", "status", "--json"),
        "livegamed sink list": run("livegamed", "sink", "list") + run("livegamed", "sink", "list", "--json"),
        "livegamed outbox list": run("livegamed", "outbox", "list") + run("livegamed", "outbox", "list", "--json"),
        "what subscribers get": "".join(home.told.lines),
    }
    for name, found in places.items():
        checks("no secret is in %s" % name, found and not any(x in found for x in home.secrets.all()),
               "%d characters" % len(found))
    home.configure()
    home.systemctl("restart", SERVICE, check=True)
    checks("it works as before", home.is_well())


# ------------------------------------------------------------------------------------ packages
def upgrade(home, checks, package):
    """Another version, while games go on and a client is connected."""
    with open(home.machine.path(CONFIGURATION), "a") as f:
        f.write("\n# by hand\n")
    process, inode = home.process, os.stat(home.machine.path(SOCKET)).st_ino
    since = home.show("ActiveEnterTimestampMonotonic", unit=SOCKET_UNIT)
    newer = repacked(package, home.scratch, version_of(package) + "+newer1")
    shutil.copy(newer, home.machine.path("/root/newer.deb"))
    done = apt(home, "install", "/root/newer.deb")
    checks("a newer version installs", done.returncode == 0, trouble(done))
    checks("it is the newer one that runs", wait_for(lambda: home.active and home.process not in (None, process), 20))
    checks("the socket was open all the time", os.stat(home.machine.path(SOCKET)).st_ino == inode and
           home.show("ActiveEnterTimestampMonotonic", unit=SOCKET_UNIT) == since)
    checks("what was edited is kept", open(home.machine.path(CONFIGURATION)).read().endswith("# by hand\n"))
    checks("livegamed status says that it runs", home.livegamed("status").returncode == 0)
    checks("its subscriber goes on", home.is_well())
    Agreement(home).check(Quiet(checks, "after the upgrade"))


def remove(home, checks, package):
    """Taken away, and put back."""
    log, lines = home.log()
    done = apt(home, "remove", "livegamed")
    checks("it can be removed", done.returncode == 0, trouble(done))
    exists = lambda path: os.path.lexists(home.machine.path(path))
    checks("nothing of it runs", not home.machine.processes(SERVICE) and not exists(SOCKET))
    checks("its units are gone", not any(exists(x + name) for x in ("/lib/systemd/system/", "/usr/lib/systemd/system/")
                                         for name in (SERVICE, SOCKET_UNIT)) and
           home.show("LoadState", unit=SOCKET_UNIT) in ("not-found", "masked"))
    checks("the configuration and the log stay", exists(CONFIGURATION) and exists(DROP_IN) and
           exists(STATE + "/livegamed.sqlite"))
    checks("no unit has failed", failed_units(home) == "", failed_units(home))
    done = apt(home, "install", "/root/livegamed.deb")
    checks("it can be installed again", done.returncode == 0, trouble(done))
    checks("it works as before", home.is_well())
    again, old = home.log()
    checks("with the log that was there", again == log and old[:len(lines)] == lines)


def truth(home, checks):
    """The games come to their end: after all that was done, nothing is lost, wrong or doubled."""
    if checks("the games are told to their end", home.source.finish(home.told)) and home.source.known:
        wait_for(lambda: not home.events_come(1, within=3), 60)
        equal, report = harness.compare(home.scratch, home.source.feeds, home.told.lines)
        print(report, end="")
        checks("the events equal the truth", equal)
    Agreement(home).check(checks)
    checks("the source made no mistake", not home.source.known or not home.source.trouble())


def restarts(home, checks):
    """The watchdog has killed nobody who was well."""
    checks("it was started again when it had to be, and only then", home.counted_restarts() == home.restarts,
           "restarts=%d expected=%d" % (home.counted_restarts(), home.restarts))
    checks("there is no core", not home.cores(), " ".join(home.cores()))


def purge(home, checks):
    """Gone, as if it had never been there."""
    home.told.stop()
    # What an administrator has put beside systemd's units is the administrator's.
    shutil.rmtree(home.machine.path(UNIT_DROP_INS))
    done = apt(home, "purge", "livegamed")
    checks("it can be purged", done.returncode == 0, trouble(done))
    left = home.machine.run(
        "find", "/", "-xdev", "-iname", "*livegame*", "-not", "-path", "/root/*", "-not", "-path", "/proc/*").stdout.split()
    left += home.machine.run("find", "/run", "-iname", "*livegame*", "-not", "-path", "/run/log/*").stdout.split()
    checks("no file of it is left", not left, " ".join(left))
    checks("systemd knows its units no more",
           all(home.show("LoadState", unit=x) == "not-found" for x in (SERVICE, SOCKET_UNIT)))
    checks("the catalogue has forgotten it", "livegamed: " not in home.machine.run("journalctl", "--list-catalog").stdout)
    checks("no unit has failed", failed_units(home) == "", failed_units(home))


def failed_units(home):
    return home.systemctl("--failed", "--no-legend", "--plain").stdout.strip()


STEPS = {
    "unit": unit, "access": access, "sandbox": sandbox, "events": events, "journal": journal, "kill": kill,
    "log-locked": log_locked,
    "sock-stopped": stopped_thread("livegamed-sock", "clients are not served"),
    "curl-stopped": stopped_thread("livegamed-curl", "the source is not asked"),
    "post-stopped": stopped_thread("livegamed-post", "nothing is delivered"),
    "reload": reload, "bad-reload": bad_reload, "stop": stop, "confidential": confidential, "upgrade": upgrade,
    "remove": remove, "truth": truth, "restarts": restarts, "purge": purge,
}
WITH_PACKAGE = ("upgrade", "remove")


# ------------------------------------------------------------------------------------ all of it
def source_of(o, scratch):
    feeds = [x for game in GAMES for x in glob.glob("%s/data/mlb/feed-live/%d_*" % (harness.shared(), game))]
    if len(feeds) == len(GAMES) and not o.simulated:
        return RealGames(feeds, scratch, SPEED)
    return SimulatedGames(program_of(o.deb, scratch), scratch, SPEED)


def visit(o, checks, scratch):
    with Booted(o.root, scratch + "/machine", o.bind) as machine:
        # From here on everything that we start, and the daemon, share a network with nobody else.
        machine.join_network()
        with source_of(o, scratch) as source, ReceiverProcess(scratch) as receiver, \
                Home(machine, source, receiver, scratch) as home:
            try:
                steps(o, checks, home)
            finally:
                if o.keep or checks.failures:
                    keep(home, scratch)


def steps(o, checks, home):
    began = time.monotonic()
    print("== install (%s)" % ("recorded games" if home.source.known else "simulated games"), flush=True)
    install(home, checks, o.deb)
    begin(home, checks)
    for name in STEPS:
        if o.only and name not in o.only:
            continue
        print("== %s (%d s so far): %s" % (name, time.monotonic() - began, STEPS[name].__doc__), flush=True)
        try:
            STEPS[name](home, checks, *([o.deb] if name in WITH_PACKAGE else []))
        except (Exception, SystemExit) as error:
            checks("%s can be done" % name, False, repr(error))
            mend(home)


def mend(home):
    """After a step that broke off: the next one begins with a daemon that is well, if it can."""
    home.hasten()
    home.unit_drop_in("impatient")
    home.configure()
    home.systemctl("reset-failed")
    home.systemctl("restart", SOCKET_UNIT, SERVICE)
    home.is_well()


def keep(home, scratch):
    """What one wants to see when something has failed."""
    for name, command in (("journal.txt", ["journalctl", "--no-pager", "--output=short-precise"]),
                          ("status.txt", ["systemctl", "status", "--no-pager", "--full", SERVICE, SOCKET_UNIT])):
        with open(scratch + "/" + name, "w") as f:
            f.write(home.machine.run(*command).stdout)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__,
                                 epilog="steps: " + ", ".join(STEPS))
    ap.add_argument("--deb", required=True, help="the package")
    ap.add_argument("--root", default="/var/cache/livegamed-root-tree", help="the tree; built where it is not there yet")
    ap.add_argument("--only", nargs="+", choices=STEPS, metavar="STEP")
    ap.add_argument("--simulated", action="store_true", help="the simulator's games, though there are recorded ones")
    ap.add_argument("--bind", action="append", default=[], help="a folder to be seen inside, such as Swift's libraries")
    ap.add_argument("--keep", action="store_true", help="keep the folder of the run, also when nothing failed")
    o = ap.parse_args()
    tree = subprocess.run([HERE + "/root-tree.sh", o.root])
    if tree.returncode:
        sys.exit(tree.returncode)
    checks, began = Checks(), time.monotonic()
    try:
        with Scratch(checks, o.keep) as scratch:
            visit(o, checks, scratch)
    except CannotBoot as why:
        print("skipped: %s" % why)
        sys.exit(77)
    print("%.0f s" % (time.monotonic() - began))
    checks.exit()


if __name__ == "__main__":
    main()
