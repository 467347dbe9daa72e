"""Steps of at_home.py: the package is installed, upgraded, removed and purged, and the games are compared at the end."""
import os
import re
import shutil
import time

from lib import harness
from agreement import Agreement, Quiet
from lib.harness import wait_for
from home import (CONFIGURATION, CREDENTIALS, DROP_IN, MOVED, SERVICE, SOCKET, SOCKET_UNIT, STATE, UNIT_DROP_INS,
                  repacked, said, trouble, version_of)


def install(home, checks):
    """Installs as an administrator does: the file, two users, the configuration, the secrets, all without a network."""
    shutil.copy(home.package, home.machine.path("/root/livegamed.deb"))
    done = apt(home, "install", "/root/livegamed.deb")
    checks("the package installs without a network", done.returncode == 0, trouble(done))
    checks("it runs at once, with its own configuration", home.active, home.status)
    checks("its units start with the machine",
           home.systemctl("is-enabled", SERVICE, SOCKET_UNIT).stdout.split() == ["enabled"] * 2)
    checks("its own configuration is valid", home.livegamed("check-config").returncode == 0)
    folder = home.machine.path(CREDENTIALS)
    os.rename(folder, folder + ".away")
    checks("it starts without the folder of the credentials, too",
           home.systemctl("restart", SERVICE).returncode == 0 and home.active)
    os.rename(folder + ".away", folder)
    says = home.livegamed("--version").stdout.partition("\n")[0]
    checks("it prints its version", says and version_of(home.package).startswith(says), says)
    for name, groups in (("alice", ["--groups", "livegame-clients"]), ("bob", [])):
        home.machine.run("useradd", "--no-create-home", *groups, name, check=True)
    home.hasten()
    home.give_credentials()
    home.configure()
    checks("the configuration of the test is valid", home.livegamed("check-config").returncode == 0)


def begin(home, checks):
    """Applies the configuration, and starts the games."""
    with home.notifications() as heard:
        began = time.monotonic()
        started = home.systemctl("restart", SERVICE)
        checks("it starts with the machine", started.returncode == 0, trouble(started) or "%.1f s" % (time.monotonic() - began))
        checks("READY=1 was sent", wait_for(lambda: said("READY=1", heard()), 10, 0.2))
        checks("STOPPING=1 was sent before", said("STOPPING=1", heard()))
    home.listen()
    home.source.go()
    checks("events come", home.is_well())


HERE = os.path.dirname(os.path.abspath(__file__))


def moved(home, checks):
    """Moves the log with the commands of docs/operations.md."""
    with open(HERE + "/../../docs/operations.md") as f:
        commands = [x for x in re.findall(r"(?s)```sh\n(.*?)```", f.read()) if "/srv/livegamed" in x]
    log, lines = home.log()
    done = home.machine.run("bash", "-ec", "sudo() { \"$@\"; }\n" + "".join(commands))
    checks("the commands work", len(commands) == 1 and done.returncode == 0, trouble(done))
    checks("it works as before", home.is_well())
    again, old = home.log()
    checks("with the log that was there", again == log and old[:len(lines)] == lines)
    same = lambda a, b: os.path.samefile(home.machine.path(a), home.machine.path(b))
    checks("which is in another place now", same(MOVED + "/livegamed.sqlite", STATE + "/livegamed.sqlite") and
           home.machine.run("mountpoint", "--quiet", STATE).returncode == 0)
    found = home.machine.run("stat", "--format=%a", MOVED, MOVED + "/livegamed.sqlite").stdout.split()
    checks("with access for the daemon only", found == ["700", "600"], " ".join(found))


def upgrade(home, checks):
    """Installs another version, while games go on and a client is connected."""
    with open(home.machine.path(CONFIGURATION), "a") as f:
        f.write("\n# by hand\n")
    process, inode = home.process, os.stat(home.machine.path(SOCKET)).st_ino
    since = home.show("ActiveEnterTimestampMonotonic", unit=SOCKET_UNIT)
    newer = repacked(home.package, home.scratch, version_of(home.package) + "+newer1")
    shutil.copy(newer, home.machine.path("/root/newer.deb"))
    done = apt(home, "install", "/root/newer.deb")
    checks("a newer version installs", done.returncode == 0, trouble(done))
    checks("the newer version runs", wait_for(lambda: home.active and home.process not in (None, process), 20))
    checks("the socket was open all the time", os.stat(home.machine.path(SOCKET)).st_ino == inode and
           home.show("ActiveEnterTimestampMonotonic", unit=SOCKET_UNIT) == since)
    checks("edited files are kept", open(home.machine.path(CONFIGURATION)).read().endswith("# by hand\n"))
    checks("livegamed status reports that it runs", home.livegamed("status").returncode == 0)
    checks("its subscriber continues", home.is_well())
    Agreement(home).check(Quiet(checks, "after the upgrade"))


def remove(home, checks):
    """Removes the package, and installs it again."""
    log, lines = home.log()
    done = apt(home, "remove", "livegamed")
    checks("it can be removed", done.returncode == 0, trouble(done))
    exists = lambda path: os.path.lexists(home.machine.path(path))
    checks("no process of it runs", not home.machine.processes(SERVICE) and not exists(SOCKET))
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
    """Waits for the end of the games: no event is lost, wrong or repeated in spite of all steps."""
    if checks("the games are logged to their end", home.source.finish(home.told)) and home.source.known:
        wait_for(lambda: not home.events_come(1, within=3), 60)
        equal, report = harness.compare(home.scratch, home.source.feeds, home.told.lines)
        print(report, end="")
        checks("the events equal the truth", equal)
    Agreement(home).check(checks)
    checks("the source had no fault", not home.source.known or not home.source.trouble())


def restarts(home, checks):
    """Checks that the watchdog has killed no healthy daemon."""
    checks("it was restarted when necessary, and only then", home.counted_restarts() == home.restarts,
           "restarts=%d expected=%d" % (home.counted_restarts(), home.restarts))
    checks("there is no core file", not home.cores(), " ".join(home.cores()))


def purge(home, checks):
    """Checks that nothing is left, except a mount point of the administrator."""
    home.told.stop()
    mounted = lambda: home.machine.run("mountpoint", "--quiet", STATE).returncode == 0
    if not mounted():
        home.machine.run("mount", "--bind", STATE, STATE, check=True)
    # Drop-ins of systemd units belong to the administrator.
    shutil.rmtree(home.machine.path(UNIT_DROP_INS), ignore_errors=True)
    done = apt(home, "purge", "livegamed")
    checks("it can be purged", done.returncode == 0, trouble(done))
    checks("the mount point of its log stays, empty", mounted() and not os.listdir(home.machine.path(STATE)))
    home.machine.run("umount", STATE, check=True)
    home.machine.run("rmdir", STATE, check=True)
    # The folder that the log was moved to belongs to the administrator, too.
    home.machine.run("rmdir", "--ignore-fail-on-non-empty", MOVED)
    home.machine.run("sed", "--in-place", "/livegamed/d", "/etc/fstab")
    home.systemctl("daemon-reload", check=True)
    left = home.machine.run(
        "find", "/", "-xdev", "-iname", "*livegame*", "-not", "-path", "/root/*").stdout.split()
    left += home.machine.run("find", "/run", "-iname", "*livegame*", "-not", "-path", "/run/log/*").stdout.split()
    checks("no file of it is left", not left, " ".join(left))
    checks("systemd does not know its units any more",
           all(home.show("LoadState", unit=x) == "not-found" for x in (SERVICE, SOCKET_UNIT)))
    checks("the catalogue does not have it any more",
           " livegamed: " not in home.machine.run("journalctl", "--list-catalog").stdout)
    checks("no unit has failed", failed_units(home) == "", failed_units(home))


def failed_units(home):
    return home.systemctl("--failed", "--no-legend", "--plain").stdout.strip()


def apt(home, verb, *arguments):
    return home.machine.run(
        "apt-get", "--yes", "--no-install-recommends", "--allow-downgrades", verb, *arguments,
        environment={"DEBIAN_FRONTEND": "noninteractive"})
