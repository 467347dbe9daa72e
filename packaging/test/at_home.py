#!/usr/bin/env python3
"""Tests the package on a real booted systemd, with games that go on during every step.

    packaging/test/at_home.py --deb FILE [--tarball FILE] [--root TREE] [--only STEP...] [--keep]

Boots its own machine (booted.py) from a tree that root-tree.sh builds or finds, installs the package, points it to
recorded games of ../shared, or to the simulator's if those are missing, and runs the steps below, one line for each
check. In the end the events of recorded games are compared with the known facts: no event is lost, wrong or repeated,
whatever was done. The exit status is 0 only if all checks pass; 77, with one line, if no systemd can be booted.
`--only` runs some steps alone, in the order below; each begins with a healthy daemon.
"""
import argparse
import glob
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE + "/../../Tests/Acceptance")

from lib import harness  # noqa: E402
import steps_documents  # noqa: E402
import steps_package as package  # noqa: E402
import steps_service as service  # noqa: E402
import steps_tarball  # noqa: E402
import steps_trouble as trouble  # noqa: E402
from booted import BIND, Booted, CannotBoot, skip  # noqa: E402
from lib.deliveries import ReceiverProcess  # noqa: E402
from games import RealGames, SimulatedGames  # noqa: E402
from lib.harness import Checks, Scratch  # noqa: E402
from home import SERVICE, SOCKET_UNIT, Home, program_of  # noqa: E402

GAMES = (747175, 718263, 715720)
# Game seconds in a real one: the longest game lasts 16 min, longer than the steps on a busy machine.
SPEED = 15

STEPS = {
    "unit": service.unit, "access": service.access, "stopped": service.stopped, "sandbox": service.sandbox, "events": service.events,
    "journal": service.journal, "metrics": service.metrics, "kill": trouble.kill, "log-locked": trouble.log_locked,
    "sock-stopped": trouble.stopped_thread("livegamed-sock", "socket", "clients are not served"),
    "curl-stopped": trouble.stopped_thread("livegamed-curl", "polls", "the source is not asked"),
    "post-stopped": trouble.stopped_thread("livegamed-post", "deliveries", "nothing is delivered"),
    "reload": trouble.reload, "bad-reload": trouble.bad_reload, "secrets": trouble.secrets, "bad-start": trouble.bad_start, "damaged": trouble.damaged,
    "documents": steps_documents.documents, "gone": trouble.gone, "journald": trouble.journald, "stop": service.stop, "confidential": service.confidential,
    "moved": package.moved, "upgrade": package.upgrade, "remove": package.remove, "truth": package.truth,
    "restarts": package.restarts, "purge": package.purge, "tarball": steps_tarball.tarball,
}


def source_of(o, scratch):
    feeds = [x for game in GAMES for x in glob.glob("%s/data/mlb/feed-live/%d_*" % (harness.shared(), game))]
    if len(feeds) == len(GAMES) and not o.simulated:
        return RealGames(feeds, scratch, SPEED)
    return SimulatedGames(program_of(o.deb, scratch), scratch, SPEED)


def visit(o, checks, scratch):
    with Booted(o.root, scratch + "/machine", o.bind) as machine:
        # From here on all our processes and the daemon share a private network.
        machine.join_network()
        with source_of(o, scratch) as source, ReceiverProcess(scratch) as receiver, \
                Home(machine, source, receiver, o.deb, scratch, o.tarball) as home:
            try:
                steps(o, checks, home)
            finally:
                if o.keep or checks.failures:
                    keep(home, scratch)


def steps(o, checks, home):
    began = time.monotonic()
    print("== install (%s)" % ("recorded games" if home.source.known else "simulated games"), flush=True)
    package.install(home, checks)
    package.begin(home, checks)
    for name in STEPS:
        if o.only and name not in o.only:
            continue
        print("== %s (%d s so far): %s" % (name, time.monotonic() - began, STEPS[name].__doc__), flush=True)
        try:
            STEPS[name](home, checks)
        except (Exception, SystemExit) as error:
            checks("%s can run" % name, False, repr(error))
            recover(home)


def recover(home):
    """Restores a healthy daemon after a step that failed, if possible."""
    home.hasten()
    home.unit_drop_in("impatient")
    home.configure()
    home.systemctl("reset-failed")
    home.systemctl("restart", SOCKET_UNIT, SERVICE)
    home.is_well()


def keep(home, scratch):
    """Keeps the data that help to explain a failure."""
    for name, command in (("journal.txt", ["journalctl", "--no-pager", "--output=short-precise"]),
                          ("status.txt", ["systemctl", "status", "--no-pager", "--full", SERVICE, SOCKET_UNIT])):
        with open(scratch + "/" + name, "w") as f:
            f.write(home.machine.run(*command).stdout)


def tree(folder):
    """Returns the root tree, built if it is missing; exits as root-tree.sh does if there can be none."""
    done = subprocess.run([HERE + "/root-tree.sh", *([folder] if folder else [])], stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="", flush=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout.splitlines()[-1].removeprefix("root tree: ")


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__,
                                 epilog="steps: " + ", ".join(STEPS))
    ap.add_argument("--deb", required=True, help="the package")
    ap.add_argument("--tarball", help="the archive of `make tarball`; without it its step is left out")
    ap.add_argument("--root", help="the folder of the tree, which is built where it is missing; root-tree.sh has one")
    ap.add_argument("--only", nargs="+", choices=STEPS, metavar="STEP")
    ap.add_argument("--simulated", action="store_true", help="the simulator's games, though there are recorded ones")
    ap.add_argument(BIND[0], **BIND[1])
    ap.add_argument("--keep", action="store_true", help="keep the folder of the run, also when nothing failed")
    o = ap.parse_args()
    o.root = tree(o.root)
    checks, began = Checks(), time.monotonic()
    # SIGTERM too must unwind all blocks, which end the started processes.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with Scratch(checks, o.keep) as scratch:
            visit(o, checks, scratch)
    except CannotBoot as why:
        skip(why)
    except KeyboardInterrupt:
        sys.exit(130)
    print("%.0f s" % (time.monotonic() - began))
    checks.exit()


if __name__ == "__main__":
    main()
