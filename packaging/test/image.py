#!/usr/bin/env python3
"""Tests the image of `make image`: what it declares, and a simulated evening that it plays. Takes about a minute.

    packaging/test/image.py .build/livegamed-*.oci.tar [--deb FILE] [--keep]

The image runs twice, in a network that is loopback only: one container serves simulated games, the other one is the daemon,
as the image declares it. A client reads its socket from outside, and a receiver takes its webhooks. With --deb the image is
built once more, with another umask, time zone and language, and compared byte by byte. Needs root, skopeo, umoci and crun;
exits 77, with one line, if no container can run here.
"""
import argparse
import datetime
import filecmp
import os
import stat
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE + "/../../Tests/Acceptance")

from containers import CannotRun, Container, Image, Notifications, enter_own_namespaces, look_for_tools, probe  # noqa: E402
from lib import harness  # noqa: E402
from lib.deliveries import Ledger, ReceiverProcess, delivered, is_signed, missing  # noqa: E402
from lib.harness import Checks, Scratch, Subscriber, wait_for  # noqa: E402

USER = 65532
# 256 bits, in base64. It must not be in any output.
SECRET = "whsec_c2VjcmV0IG9mIHRoZSB0ZXN0IG9mIHRoZSBpbWFnZSEh"
GAMES, SPEED, PORT = 2, 600, 8080
LARGEST = 32_000_000

CONFIG = """source: {mlb: {base_url: "http://127.0.0.1:%d"}}
poll: {live_min: 100ms, live_max: 300ms, idle_max: 1s, requests_per_second: 100}
sinks:
  hook: {type: webhook, url: "${credential:hook-url}", allow_http: true, secret: "${credential:hook-secret}"}
""" % PORT


# -------------------------------------------------------------------------------- what it declares
def declared(image, checks):
    config = image.config["config"]
    checks("another program reads it as an OCI image", image.config["os"] == "linux" and image.config["architecture"])
    checks("it runs as a user in numbers, not as root", config["User"] == "%d:%d" % (USER, USER), config["User"])
    checks("it starts the daemon with a configuration", config["Entrypoint"] == ["/usr/bin/livegamed"] and config["Cmd"] == [
        "run", "--config", "/etc/livegamed/livegamed.yaml"])
    checks("it has one volume, the state", list(config["Volumes"]) == ["/var/lib/livegamed"])
    checks("it is stopped by SIGTERM", config["StopSignal"] == "SIGTERM")
    checks("an engine finds its folders", {"STATE_DIRECTORY=/var/lib/livegamed", "RUNTIME_DIRECTORY=/run/livegamed",
                                           "CREDENTIALS_DIRECTORY=/run/secrets"} <= set(config["Env"]))
    labels = {x.removeprefix("org.opencontainers.image."): y for x, y in config["Labels"].items()}
    checks("its labels say what it is", labels["title"] == "livegamed" and labels["licenses"] == "Apache-2.0"
           and labels["source"].startswith("https://") and labels["created"] == image.config["created"], labels["version"])
    checks("Docker's archive is in the same file, with a health check",
           image.as_docker["config"]["Healthcheck"]["Test"] == ["CMD", "/usr/bin/livegamed", "status"])
    size = os.path.getsize(image.path)
    checks("it is small", size < LARGEST, "%.1f MB" % (size / 1e6))


def files(image, checks):
    """Checks the files: umoci has unpacked them with their owners and modes."""
    found = [os.path.join(folder, x) for folder, folders, names in os.walk(image.root) for x in folders + names]
    states = {x[len(image.root):]: os.lstat(x) for x in found}
    owned = {x for x, s in states.items() if s.st_uid or s.st_gid}
    checks("the daemon owns nothing but its folders", owned == {"/var/lib/livegamed", "/run/livegamed"}, sorted(owned))
    checks("the state is for the daemon alone", stat.S_IMODE(states["/var/lib/livegamed"].st_mode) == 0o700)
    open_to_all = {x for x, s in states.items() if s.st_mode & stat.S_IWOTH and not stat.S_ISLNK(s.st_mode)}
    checks("others may write only where an engine mounts memory", open_to_all == {"/run/livegamed", "/tmp"},
           sorted(open_to_all))
    checks("no file gives rights", not any(s.st_mode & (stat.S_ISUID | stat.S_ISGID) for s in states.values()))
    programs = {x for x, s in states.items() if stat.S_ISREG(s.st_mode) and s.st_mode & 0o111}
    checks("it has no other program, and no shell", {x for x in programs if "/ld-linux" not in x} == {"/usr/bin/livegamed"},
           sorted(programs))
    broken = [x for x in found if os.path.islink(x) and not leads_somewhere(image.root, x)]
    checks("each link leads to a file", not broken, broken)
    packages = os.listdir(image.root + "/var/lib/dpkg/status.d")
    bare = [x for x in packages if not os.path.exists("%s/usr/share/doc/%s/copyright" % (image.root, x))]
    checks("each package has its copyright", len(packages) > 10 and not bare, "%d packages" % len(packages))


def leads_somewhere(root, path):
    target = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
    return target.startswith(root) and os.path.exists(target)


def built_again(o, image, checks):
    """The packages of the first build are used again; their newest versions would be others some day."""
    created = datetime.datetime.fromisoformat(image.config["created"].replace("Z", "+00:00")).timestamp()
    folder = image.folder + "/again"
    os.makedirs(folder)
    kept = os.path.dirname(os.path.abspath(o.image)) + "/image-packages"
    if os.path.isdir(kept):
        os.symlink(kept, folder + "/image-packages")
    done = subprocess.run([HERE + "/../make-image.py", o.deb, folder], capture_output=True, text=True, umask=0o077, env=dict(
        os.environ, SOURCE_DATE_EPOCH="%d" % created, TZ="Asia/Tokyo", LC_ALL="C", PYTHONHASHSEED="1"))
    other = "%s/%s" % (folder, os.path.basename(o.image))
    checks("a second build is the same, byte for byte",
           done.returncode == 0 and filecmp.cmp(o.image, other, shallow=False), done.stderr.strip()[-300:])


# ------------------------------------------------------------------------------------ the evening
class Site:
    """The folders that a server gives to the container."""

    def __init__(self, folder, receiver):
        self.volumes, self.folder = {}, folder
        for inside, mode in (("/var/lib/livegamed", "rw"), ("/run/livegamed", "rw"), ("/etc/livegamed", "ro"),
                             ("/run/secrets", "ro")):
            outside = folder + "/" + inside.strip("/").replace("/", "-")
            os.makedirs(outside)
            # Those above are of this program's user alone.
            os.chmod(outside, 0o700 if mode == "rw" else 0o755)
            if mode == "rw":
                os.chown(outside, USER, USER)
            self.volumes[inside] = outside, mode
        self.socket = self.path("/run/livegamed") + "/livegamed.sock"
        self.write("/etc/livegamed/livegamed.yaml", CONFIG)
        # As Podman mounts a secret: of the daemon's user, and for it alone.
        self.write("/run/secrets/hook-url", receiver.url("/ok/hook") + "\n", 0o400, USER)
        self.write("/run/secrets/hook-secret", SECRET + "\n", 0o400, USER)

    def path(self, inside):
        return self.volumes[inside][0]

    def write(self, path, text, mode=0o644, owner=0):
        outside = self.path(os.path.dirname(path)) + "/" + os.path.basename(path)
        with open(outside, "w") as f:
            f.write(text)
        os.chmod(outside, mode)
        os.chown(outside, owner, owner)


def evening(image, checks, site, receiver):
    games = ["simulate", "--games", str(GAMES), "--speed", str(SPEED), "--listen", "127.0.0.1:%d" % PORT]
    with Container(image, "simulator", games) as simulator:
        checks("the image serves a simulated evening", wait_for(lambda: "http://" in simulator.text(), 20),
               simulator.text().partition("\n")[0])
        manager = Notifications()
        environment = {"TZ": "Asia/Tokyo", "NOTIFY_SOCKET": "@" + manager.NAME, "WATCHDOG_USEC": "2000000"}
        with Container(image, "daemon", volumes=site.volumes, environment=environment) as daemon:
            listening = wait_for(lambda: os.path.exists(site.socket) and harness.listens(site.socket), 30)
            if not checks("the daemon of the image serves its socket to the outside", listening, "" if listening
                          else daemon.text()):
                return
            with Subscriber(site.socket) as client:
                played(image, checks, daemon, client, receiver)
                ends(checks, site, daemon)
        checks("an engine that passes them on hears that it is ready, makes progress and stops",
               {"READY=1", "WATCHDOG=1", "STOPPING=1"} <= set(manager.told))
        survives(image, checks, site, client, receiver)


def played(image, checks, daemon, client, receiver):
    over = wait_for(lambda: len(client.final_games) == GAMES, 90)
    checks("the evening reaches the socket", over and len(client.lines) > 100, "%d events" % len(client.lines))
    ledger = Ledger(client)

    def arrived():
        got = {x for _, x in delivered(receiver.requests("/ok/hook"))}
        return all(x in got for _, x in ledger.due("hook"))

    checks("and the webhook, with nothing missing and in order", wait_for(arrived, 20, 0.5),
           missing(ledger.due("hook"), delivered(receiver.requests("/ok/hook"))))
    posts = receiver.requests("/ok/hook")
    checks("a secret of the credentials signs each message", posts and all(is_signed(x, SECRET) for x in posts))
    health = daemon.run(*image.config["config"]["Healthcheck"]["Test"][1:])
    checks("the health check of the image finds it healthy", health.returncode == 0 and ": healthy" in health.stdout,
           health.stdout.partition("\n")[0] + health.stderr)
    checks("it knows the time zones", " JST" in health.stdout)
    reload = daemon.run("/usr/bin/livegamed", "reload")
    checks("a reload from inside works", reload.returncode == 0, (reload.stdout + reload.stderr).strip())
    daemon.signal("HUP")
    checks("and SIGHUP does the same", wait_for(lambda: daemon.text().count("configuration reloaded") == 2, 10))
    confined(checks, daemon)


def confined(checks, daemon):
    facts = daemon.facts()
    checks("it is the first process of its container, of its own user",
           facts["NSpid"][-1] == "1" and set(facts["Uid"] + facts["Gid"]) == {str(USER)} and not facts["Groups"])
    checks("it has no capability and can get none", not int(facts["CapEff"][0], 16) and not int(facts["CapBnd"][0], 16)
           and facts["NoNewPrivs"] == ["1"])
    with open("/proc/%d/mountinfo" % daemon.init()) as f:
        root = next(x.split() for x in f if x.split()[4] == "/")
    checks("its root is read-only", "ro" in root[5].split(","), root[5])


def ends(checks, site, daemon):
    began = time.monotonic()
    daemon.signal("TERM")
    status = daemon.ended()
    checks("SIGTERM ends it with status 0", status == 0, "status %s after %.1f s" % (status, time.monotonic() - began))
    left = sorted(os.listdir(site.path("/var/lib/livegamed")))
    checks("the log is one whole file then", "livegamed.sqlite" in left and "livegamed.sqlite-wal" not in left, left)
    checks("the secret is in no output", SECRET[6:] not in daemon.text() and "/ok/hook" not in daemon.text())


def survives(image, checks, site, before, receiver):
    """Starts the daemon again on the same volume, while the source still serves the same games."""
    posts = len(receiver.requests("/ok/hook"))
    with Container(image, "daemon-again", volumes=site.volumes) as daemon:
        wait_for(lambda: harness.listens(site.socket) or daemon.process.poll() is not None, 30)
        with Subscriber(site.socket) as client:
            wait_for(lambda: len(client.lines) >= len(before.lines), 20)
            # Several polls of each game, whose answers are known already.
            time.sleep(4)
            checks("a second start has the same events, and none of them twice", client.lines == before.lines,
                   "%d, %d before" % (len(client.lines), len(before.lines)))
        checks("and sends nothing again", len(receiver.requests("/ok/hook")) == posts)
        daemon.signal("KILL")
        checks("a kill is told by the status", daemon.ended() == 137, daemon.process.returncode)


# ------------------------------------------------------------------------------------- exit codes
def refusals(image, checks, site):
    """Each exit status is that of livegamed.service, which docs/livegamed.md lists."""
    def status(name, wanted, *command):
        with Container(image, name, command, site.volumes) as container:
            got = container.ended()
            checks("%s ends with status %d" % (name.replace("-", " "), wanted), got == wanted,
                   container.text().strip().partition("\n")[0][:160])

    status("a-wrong-option", 64, "run", "--wrong")
    site.write("/etc/livegamed/livegamed.yaml", CONFIG.replace("hook-secret", "another-secret"))
    status("a-missing-secret", 78)
    site.write("/etc/livegamed/livegamed.yaml", "polling: 1\n")
    status("a-bad-configuration", 78)
    site.write("/etc/livegamed/livegamed.yaml", CONFIG)
    os.chown(site.path("/var/lib/livegamed"), 0, 0)
    status("a-state-of-another-user", 73)


def demo(image, checks, site, receiver):
    """The demo of the image, through a sink of the configuration."""
    site.write("/run/secrets/hook-url", receiver.url("/ok/demo") + "\n", 0o400, USER)
    command = ["demo", "--config", "/etc/livegamed/livegamed.yaml", "--speed", "60", "--duration", "12"]
    with Container(image, "demo", command, site.volumes) as container:
        checks("`demo --config` plays and ends by itself", container.ended(60) == 0,
               container.text().strip().rpartition("\n")[2])
    bodies = [x["body"] for x in receiver.requests("/ok/demo")]
    checks("and the webhook gets test messages", bodies and all('"test"' in x for x in bodies), "%d" % len(bodies))


def visit(o, checks, scratch):
    look_for_tools()
    image = Image(o.image, scratch)
    declared(image, checks)
    files(image, checks)
    if o.deb:
        # While there is a network: apt says which packages are the newest.
        built_again(o, image, checks)
    enter_own_namespaces()
    probe(image)
    with ReceiverProcess(scratch) as receiver:
        site = Site(scratch, receiver)
        evening(image, checks, site, receiver)
        demo(image, checks, site, receiver)
        refusals(image, checks, site)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("image", help="the archive of `make image`")
    ap.add_argument("--deb", help="the package, to build the image once more")
    ap.add_argument("--keep", action="store_true", help="keep the folder of the run, also when nothing failed")
    o = ap.parse_args()
    checks, began = Checks(), time.monotonic()
    with Scratch(checks, o.keep) as scratch:
        try:
            visit(o, checks, scratch)
        except CannotRun as why:
            checks.skip("no container can run here: %s" % why)
    print("%.0f s" % (time.monotonic() - began))
    checks.exit()


if __name__ == "__main__":
    main()
