"""Steps of at_home.py: the state of the service, its access, its sandbox, and its output."""
import os
import re
import socket
import stat
import subprocess
import sys
import time

from agreement import Agreement
from lib.harness import wait_for
from home import SERVICE, SOCKET, SOCKET_UNIT, STATE, UNIT_DROP_INS, said, text, trouble

HERE = os.path.dirname(os.path.abspath(__file__))
CATALOGUE = HERE + "/../catalog/livegamed.catalog"
FAILING_STOP = UNIT_DROP_INS + "/50-failing-stop.conf"


def unit(home, checks):
    """Checks the service as systemd sees it."""
    checks("systemctl is-active", home.systemctl("is-active", SERVICE).stdout == "active\n")
    checks("it notifies systemd when it is ready", home.show("Type") == "notify")
    wait_for(lambda: re.search(r"\b[1-9]", home.status), 20, 0.2)
    checks("its status shows the games", re.search(r"\b[1-9]\d* (\w+ )*games?\b|\bgames?\b.*\b[1-9]|\b[1-9]\d* live",
                                                 home.status), home.status)
    beats = lambda: int(home.show("WatchdogTimestampMonotonic") or 0)
    before = beats()
    checks("the watchdog is on, and gets beats", home.show("WatchdogUSec") not in ("0", "infinity") and
           wait_for(lambda: beats() > before, 10, 0.2), "every %s at the latest" % home.show("WatchdogUSec"))
    status = home.livegamed("status")
    checks("livegamed status reports no problem", status.returncode == 0, trouble(status))


def access(home, checks):
    """Checks the socket: the users with access, those without, and that systemd holds it."""
    checks("the socket unit is active", home.show("ActiveState", unit=SOCKET_UNIT) == "active")
    found = os.stat(home.machine.path(SOCKET))
    group = home.machine.run("getent", "group", "livegame-clients").stdout.split(":")[2:3]
    checks("only root and the clients' group have access",
           stat.filemode(found.st_mode) == "srw-rw----" and [str(found.st_gid)] == group and not found.st_uid,
           stat.filemode(found.st_mode))
    for command in (["status", "--json"], ["scoreboard", "--json"]):
        done = home.livegamed(*command, user="alice")
        checks("a member of the group may ask for `%s`" % command[0], done.returncode == 0, trouble(done))
    refused = home.livegamed("status", user="bob")
    checks("another user has no access, and is told how to get it",
           refused.returncode != 0 and "usermod -aG livegame-clients" in refused.stderr, refused.stderr.strip())
    order = home.livegamed("outbox", "drop", "--all", user="alice")
    checks("a member of the group may not send commands", order.returncode == 77, order.stderr.strip())

    inode, refused = found.st_ino, []
    restart = subprocess.Popen(home.machine.command("systemctl", "restart", SERVICE))
    while restart.poll() is None:
        refused += [x for x in [connect(home.socket)] if x]
    checks("a restart refuses no client, and leaves the socket", restart.returncode == 0 and not refused and
           os.stat(home.machine.path(SOCKET)).st_ino == inode, str(refused[:3]))
    checks("its subscriber continues", home.events_come())


def stopped(home, checks):
    """Stops the service: a client that only asks does not start it again."""
    home.told.stop()
    home.systemctl("stop", SERVICE, check=True)
    answers = [home.livegamed(*x) for x in (["status"], ["sink", "list"], ["watch", "--since", "now"])]
    checks("clients learn that it does not run, and how to start it", all(
        x.returncode == 69 and "systemctl start livegamed" in x.stderr for x in answers), answers[0].stderr.strip())
    time.sleep(1)
    checks("and have not started it", not home.active and home.show("ActiveState", unit=SOCKET_UNIT) == "inactive")
    home.systemctl("start", SERVICE, check=True)
    home.listen()
    checks("a start opens the socket again", home.is_well())
    home.told.stop()
    home.systemctl("disable", "--now", SERVICE, check=True)
    enabled = home.systemctl("is-enabled", SERVICE, SOCKET_UNIT).stdout.split()
    checks("disable --now turns both units off", enabled == ["disabled"] * 2 and
           home.livegamed("status").returncode == 69 and not home.active, str(enabled))
    home.systemctl("enable", "--now", SERVICE, check=True)
    enabled = home.systemctl("is-enabled", SERVICE, SOCKET_UNIT).stdout.split()
    checks("enable --now turns both on", enabled == ["enabled"] * 2 and home.active, str(enabled))
    home.listen()
    opened = home.show("ActiveEnterTimestampMonotonic", unit=SOCKET_UNIT)
    home.machine.write(FAILING_STOP, "[Service]\nExecStop=/bin/false\n")
    home.systemctl("daemon-reload", check=True)
    home.systemctl("restart", SERVICE, check=True)
    checks("a restart whose stop fails leaves the socket open",
           home.show("ActiveEnterTimestampMonotonic", unit=SOCKET_UNIT) == opened and home.active)
    os.unlink(home.machine.path(FAILING_STOP))
    home.systemctl("daemon-reload", check=True)
    checks("its subscriber continues", home.events_come())


def connect(path):
    """Connects once. Returns the error, or None."""
    with socket.socket(socket.AF_UNIX) as s:
        try:
            s.connect(path)
        except OSError as error:
            return error
    time.sleep(0.01)
    return None


def sandbox(home, checks):
    """Checks what the daemon cannot do, from inside its sandbox."""
    process = home.process
    with open("/proc/%d/status" % process) as f:
        status = dict(x.rstrip("\n").split(":\t", 1) for x in f)
    checks("it has its own user", home.show("DynamicUser") == "yes" and
           int(status["Uid"].split()[0]) >= 61184, "uid=" + status["Uid"].split()[0])
    checks("it has no capabilities, cannot gain any, and its system calls are filtered",
           status["NoNewPrivs"] == "1" and status["Seccomp"] == "2" and
           all(int(status[x], 16) == 0 for x in ("CapEff", "CapPrm", "CapBnd", "CapAmb")))
    checks("it sees no processes of other users", not re.match(r"\s+0\s+0\s+4294967295", open("/proc/%d/uid_map" % process).read()))

    inside = lambda *command: subprocess.run(
        ["nsenter", "--target", str(process), "--mount", "--root", "--wd", "--", *command], capture_output=True,
        text=True)
    for path in ("/etc", "/usr", "/var/lib", "/etc/livegamed", "/root", "/home", "/boot"):
        done = inside("touch", path + "/livegamed-was-here")
        checks("even as root nothing can be written to %s there" % path, done.returncode != 0,
               done.stderr.strip().rpartition(": ")[2])
    checks("it can write its state", inside("touch", STATE + "/probe").returncode == 0 and
           inside("rm", STATE + "/probe").returncode == 0)
    home.machine.write("/tmp/of-others", "")
    checks("its /tmp is private", inside("ls", "/tmp").stdout == "")

    modes = home.machine.run("stat", "--format=%a %U %n", STATE, STATE + "/livegamed.sqlite").stdout.split()
    checks("only it can read its state", modes[0::3] == ["700", "600"], " ".join(modes))
    limits = open("/proc/%d/limits" % process).read()
    checks("it leaves no core file", re.search(r"Max core file size\s+0\s+0", limits))
    exposure = home.machine.run("systemd-analyze", "security", "--no-pager", SERVICE).stdout.strip().splitlines()[-1]
    found = re.search(r"(\d+\.\d+)", exposure)
    checks("its exposure is at most 1.2", found and float(found.group(1)) <= 1.2, exposure.strip())


def events(home, checks):
    """Checks that log, subscriber, journal and webhook have the same events."""
    checks("events of plays come", wait_for(lambda: len(tagged(home, "out")) > 5, 60, 0.2))
    Agreement(home).check(checks)


def journal(home, checks):
    """Checks that the usual searches in the journal work."""
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
        checks("journalctl LIVEGAME_TEAM=%s LIVEGAME_TAGS=%s finds exactly those" % (team, tag),
               wanted and list(dict.fromkeys(got)) == wanted, "found=%d" % len(got))

    entries = home.events()
    told = {x["id"]: x for x in home.told.events()}
    priority = {4: "5", 3: "5", 2: "6"}
    checks("priorities follow the importance", all(
        x["PRIORITY"] == priority.get(told[x["LIVEGAME_ID"]]["data"]["importance"], "7")
        for x in entries if x["LIVEGAME_ID"] in told))
    checks("an entry has the fields of its event", all(
        text(x) == told[x["LIVEGAME_ID"]]["data"]["summary"] for x in entries if x["LIVEGAME_ID"] in told))
    checks("entries come from the daemon directly, not from its output",
           all(x["_TRANSPORT"] == "journal" and x["_SYSTEMD_UNIT"] == SERVICE for x in entries))
    judged = subprocess.run([sys.executable, HERE + "/journal.py", home.journal_folder()], capture_output=True,
                            text=True)
    repeats = [x for x in judged.stdout.splitlines() if " comes after " in x]
    checks("each entry is in the catalogue and has all its fields",
           judged.returncode == 0 or home.kills and len(repeats) == len(judged.stdout.splitlines()) - 1,
           judged.stdout.strip()[:500])
    with open(CATALOGUE) as f:
        subjects = dict(re.findall(r"^-- ([0-9a-f]{32})\nSubject: (.*)$", f.read(), re.MULTILINE))
    for message in sorted({x["MESSAGE_ID"] for x in entries}):
        explained = home.machine.run("journalctl", "-x", "--lines=1", "--no-pager", "MESSAGE_ID=" + message).stdout
        checks("journalctl -x explains %s" % subjects.get(message, message), subjects.get(message, "?") in explained)

    own = home.own_words()
    without = [text(x) for x in own if "CODE_FILE" not in x or "PRIORITY" not in x]
    checks("entries of the daemon's own log have a priority and a place in the code", own and not without,
           "entries=%d without=%s" % (len(own), without[:2]))


def tagged(home, tag):
    return [x for x in home.told.events() if tag in x["data"]["tags"] and not x["data"]["provisional"]]


def stop(home, checks):
    """Stops the daemon while a receiver does not answer, with a stop timeout of the unit below the daemon's."""
    home.configure(sinks=("hook", "stuck"))
    home.unit_drop_in("impatient", "TimeoutStopSec=3s")
    home.systemctl("restart", SERVICE, check=True)
    checks("a receiver hangs", wait_for(lambda: home.requests("stuck"), 30))
    mark = home.mark()
    with home.notifications() as heard:
        # A request that has just begun has all its time left.
        attempts = len(home.requests("stuck"))
        wait_for(lambda: len(home.requests("stuck")) > attempts, 30, 0.02)
        began = time.monotonic()
        home.systemctl("stop", SOCKET_UNIT, SERVICE)
        took = time.monotonic() - began
        messages = heard()
    outcome = home.show("Result", "ExecMainCode", "ExecMainStatus")
    checks("it has time to finish requests in flight", outcome["Result"] == "success" and
           outcome["ExecMainStatus"] == "0" and took > 3, "%s after %.1f s" % (outcome["Result"], took))
    checks("because it extended the timeout", said("EXTEND_TIMEOUT_USEC=", messages))
    checks("systemd killed no process", not any("kill" in text(x).lower() for x in home.journal(
        "_PID=1", "UNIT=" + SERVICE, "PRIORITY=4", after=mark)))
    home.unit_drop_in("impatient")
    home.configure()
    home.systemctl("start", SOCKET_UNIT, SERVICE, check=True)
    checks("it starts again and continues", home.is_well())


SCRAPED = {
    "livegamed_polls_total": {}, "livegamed_events_logged_total": {}, "livegamed_journal_entries_total": {},
    "livegamed_deliveries_total": {"sink": "hook", "outcome": "accepted"},
    "livegamed_logged_to_sent_seconds_count": {"sink": "hook"}, "process_cpu_seconds_total": {},
}


def metrics(home, checks):
    """Checks the answers for Prometheus, and for a monitor that requests /healthz."""
    status, kind, text = home.get("/metrics")
    checks("/metrics is valid Prometheus text",
           status == 200 and kind == "text/plain; version=0.0.4; charset=utf-8", "%s %s" % (status, kind))
    status, _, words = home.get("/healthz")
    checks("/healthz reports no problem", (status, words) == (200, "ok\n"), "%s %r" % (status, words))
    # A web page whose host name points to this machine must not reach it through a browser (DNS rebinding).
    hosts = {x: home.get("/metrics", x)[0] for x in ("attacker.example", "attacker.example:9464", "localhost:9464")}
    checks("only requests with this machine's host name are answered", list(hosts.values()) == [421, 421, 200], str(hosts))
    before = {name: measured(text, name, **labels) for name, labels in SCRAPED.items()}
    home.events_come(20)
    for name, labels in SCRAPED.items():
        now = lambda: measured(home.get("/metrics")[2], name, **labels)
        checks("%s grows" % name, wait_for(lambda: now() > before[name], 20, 0.5), "%g to %g" % (before[name], now()))
    # The unit hides most of /proc, and other processes may not inspect this one; its own metrics are still complete.
    files, memory = (measured(text, x) for x in ("process_open_fds", "process_resident_memory_bytes"))
    checks("it measures its own files and memory", files > 5 and memory > 1e6, "files=%g memory=%g" % (files, memory))
    opened = len(os.listdir("/proc/%d/fd" % home.process))
    checks("and counts them correctly", abs(opened - files) < 20, "opened=%d" % opened)
    with open("/proc/%d/limits" % home.process) as f:
        limit = re.search(r"Max open files\s+(\d+)", f.read()).group(1)
    checks("it knows its limit of files", measured(text, "process_max_fds") == int(limit), "limit=" + limit)


def measured(text, name, **labels):
    """Returns the sum of a metric's samples with these labels; -1 if there are none."""
    values = [float(value) for found, given, value in re.findall(r"(?m)^(\w+)(?:\{(.*)\})? (\S+)$", text)
              if found == name and labels.items() <= dict(re.findall(r'(\w+)="([^"]*)"', given)).items()]
    return sum(values) if values else -1


def confidential(home, checks):
    """Checks that no credential of the administrator is shown anywhere."""
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
        "/metrics": home.get("/metrics")[2], "/healthz": home.get("/healthz")[2],
        "what subscribers get": "".join(home.told.lines),
    }
    for name, found in places.items():
        checks("no secret is in %s" % name, found and not any(x in found for x in home.secrets.all()),
               "%d characters" % len(found))
    home.configure()
    home.systemctl("restart", SERVICE, check=True)
    checks("it works as before", home.is_well())
