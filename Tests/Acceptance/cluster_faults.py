#!/usr/bin/env python3
"""A node whose NATS server is away, refuses the password, has no JetStream, has a full disk or an expired certificate.

Each time status and metrics say what the matter is, facts wait, and the node goes on when it is over. In the end the node's
log has the plays of a daemon that polled the same games alone, each once. The password appears nowhere.

    python3 Tests/Acceptance/cluster_faults.py --livegamed .build/debug/livegamed
"""
import argparse
import collections
import contextlib
import json
import os
import subprocess
import urllib.request

from lib import harness, nats
from lib.harness import Checks, Daemon, Scratch, Subscriber
from lib.page_site import free_port
from lib.simulated import Simulator

PASSWORD = "Kestrel-56-password"
# The largest file of JetStream's that the file system of the store has room for, in megabytes.
ROOM_MB = 24


def users(password, more=""):
    """Returns the part of a server's configuration with the user of docs/cluster.md."""
    return """accounts { livegamed {
  jetstream: enabled
  users: [{ user: livegamed, password: "%s", permissions: { publish: ["lg.>", "$JS.API.>"], subscribe: ["_INBOX.>"] } }]
} }
%s""" % (password, more)


def tls(base, days):
    """Returns the part with a certificate for 127.0.0.1 that is valid for so many days from now on."""
    run = lambda *words: subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=base)
    if not os.path.exists(base + "/ca.pem"):
        run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "30",
            "-subj", "/CN=ca")
        run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
        with open(base + "/san", "w") as f:
            f.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    run("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "server.pem",
        "-days", str(days), "-extfile", "san")
    return 'tls { cert_file: "%s/server.pem", key_file: "%s/server.key" }\n' % (base, base)


class Node:
    """A daemon that polls and delivers, with metrics."""

    def __init__(self, o, base, server, source, stack):
        self.program, self.metrics = o.livegamed, free_port()
        with open(base + "/login", "w") as f:
            f.write("livegamed:%s\n" % PASSWORD)
        os.chmod(base + "/login", 0o600)
        more = """cluster: {nats: "tls://127.0.0.1:%d", node: attic, roles: [watch, deliver], credentials: "${file:%s/login}", ca_file: "%s/ca.pem"}
journal: {events: false}
metrics: {listen: "127.0.0.1:%d"}
""" % (server.port, base, base, self.metrics)
        os.mkdir(base + "/attic")
        self.daemon = stack.enter_context(Daemon(o.livegamed, base + "/attic", source, 0.3, idle=1, more=more))
        self.facts = stack.enter_context(Subscriber(self.daemon.socket))

    def status(self):
        answer = subprocess.run([self.program, "status", "--json", "--socket", self.daemon.socket], capture_output=True, text=True)
        return json.loads(answer.stdout) if answer.stdout else {}

    def works(self):
        """Returns the metric that says whether NATS does what it should; None if it cannot be read."""
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % self.metrics, timeout=5) as answer:
                lines = answer.read().decode().splitlines()
        except OSError:
            return None
        return next((float(x.split()[1]) for x in lines if x.startswith("livegamed_cluster_works ")), None)

    def error(self):
        return (self.status().get("cluster") or {}).get("error") or ""


def tell(checks, node, name, word):
    """Checks that a failure is told, with a code or another word."""
    told = harness.wait_for(lambda: word in node.error(), 30, 0.5)
    checks("%s: status names %s" % (name, word), told, node.error()[:200])
    checks("%s: the metric is 0" % name, harness.wait_for(lambda: node.works() == 0, 10, 0.5))
    text = subprocess.run([node.program, "status", "--socket", node.daemon.socket], capture_output=True, text=True).stdout
    checks("%s: the daemon is not healthy" % name, "the cluster fails" in text or "fails: " in text, text[:60])


def heal(checks, node, name):
    count = len(node.facts.lines)
    checks("%s: it goes on" % name, harness.wait_for(lambda: node.works() == 1 and len(node.facts.lines) > count, 60, 0.5),
           "%d, then %d facts; %s" % (count, len(node.facts.lines), node.error()[:100]))


def small_disk(path):
    """Mounts a small file system. Returns whether that is possible here."""
    os.makedirs(path, exist_ok=True)
    return subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%dm" % ROOM_MB, "tmpfs", path], capture_output=True).returncode == 0


def run(o, checks, base, stack):
    secure = tls(base, 30)
    has_disk = small_disk(base + "/jetstream")
    if has_disk:
        stack.callback(lambda: subprocess.run(["umount", "-l", base + "/jetstream"]))
    server = stack.enter_context(nats.Server(base, users(PASSWORD, secure)))
    server.stop()
    games = stack.enter_context(Simulator(o.livegamed, 3, 40, 7))
    os.mkdir(base + "/alone")
    alone = stack.enter_context(Daemon(o.livegamed, base + "/alone", games.url, 0.3, idle=1, more="journal: {events: false}\n"))
    truth = stack.enter_context(Subscriber(alone.socket))
    node = Node(o, base, server, games.url, stack)
    tell(checks, node, "no server", "nats.unreachable")
    server.start()
    heal(checks, node, "no server")
    server.restart(users("another", secure))
    tell(checks, node, "wrong password", "nats.login")
    server.restart(users(PASSWORD, secure))
    heal(checks, node, "wrong password")
    server.restart(users(PASSWORD, secure).replace("jetstream: enabled", ""), has_jetstream=False)
    tell(checks, node, "no JetStream", "nats.jetstream")
    server.restart(users(PASSWORD, secure))
    heal(checks, node, "no JetStream")
    server.restart(users(PASSWORD, tls(base, -1)))
    tell(checks, node, "expired certificate", "nats.tls")
    server.restart(users(PASSWORD, tls(base, 30)))
    heal(checks, node, "expired certificate")
    if has_disk:
        full_disk(checks, node, server, base)
    else:
        checks.skip("a full disk: no file system can be mounted here")
    compare(checks, node, truth)
    checks("the node stops cleanly", node.daemon.stop() == 0)
    checks("the password is in no log", PASSWORD not in node.daemon.text() + alone.text())


def full_disk(checks, node, server, base):
    filler = base + "/jetstream/filler"
    with contextlib.suppress(OSError), open(filler, "wb") as f:
        while True:
            f.write(b"\0" * 4096)
            f.flush()
    # NATS 2.9 does not say so. It only stops to answer.
    tell(checks, node, "full disk", "its disk")
    os.remove(filler)
    server.restart(users(PASSWORD, tls(base, 30)))
    heal(checks, node, "full disk")


def compare(checks, node, truth):
    """Compares the plays of both logs. A play that was corrected while NATS was away has only the later revision."""
    def plays(client):
        newest = {}
        for event in client.events():
            newest[event["data"]["fact"]] = event
        return {x: e["data"]["summary"].removeprefix("Corrected: ") for x, e in newest.items()
                if e["type"] == "livegame.play" and not e["data"]["retracted"] and not e["data"]["provisional"]}

    same = harness.wait_for(lambda: plays(node.facts) == plays(truth), 60, 1)
    ours, theirs = plays(node.facts), plays(truth)
    wrong = [x for x in ours if ours[x] != theirs.get(x)] + [x for x in theirs if x not in ours]
    checks("the log has the plays of a daemon alone", same, "%d of %d; %s" % (len(ours), len(theirs), wrong[:3]))
    ids = collections.Counter(e["id"] for e in node.facts.events())
    checks("each event is there once", max(ids.values()) == 1 and not node.facts.gaps)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    if not nats.PROGRAM:
        print("skipped: no nats-server")
        raise SystemExit(harness.SKIPPED)
    checks = Checks()
    with Scratch(checks, o.keep) as base, contextlib.ExitStack() as stack:
        run(o, checks, base, stack)
    checks.exit()


if __name__ == "__main__":
    main()
