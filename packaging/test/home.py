"""A home server with livegamed: the actions of the steps of at_home.py, and their observations."""
import base64
import contextlib
import http.client
import json
import os
import re
import secrets
import subprocess
import time

from lib import harness
from lib.simulated import Lines, log_of

SERVICE, SOCKET_UNIT = "livegamed.service", "livegamed.socket"
SOCKET = "/run/livegamed/livegamed.sock"
STATE, MOVED = "/var/lib/private/livegamed", "/srv/livegamed"
CONFIGURATION = "/etc/livegamed/livegamed.yaml"
CREDENTIALS = "/etc/livegamed/credentials"
DROP_IN = "/etc/livegamed/livegamed.d/50-home.yaml"
METRICS = ("127.0.0.1", 9464)
UNIT_DROP_INS = "/etc/systemd/system/livegamed.service.d"

# systemd's own message ids: a scheduled restart, the end of a process, a failed unit.
RESTART_SCHEDULED = "5eb03494b6584870a536b337290809b3"
PROCESS_EXITED = "98e322203f7a4ed290d09fe03c09fe15"
UNIT_FAILED = "d9b373ed55a64feb8242e02dbe79a49c"


class Secrets:
    """Addresses and keys that must never be shown; each has its own token, so that a leak can be traced."""

    def __init__(self, receiver):
        self.tokens = {name: secrets.token_hex(12) for name in ("hook", "late", "stuck", "gone")}
        self.paths = {"hook": "/ok/", "late": "/ok/", "stuck": "/hang/", "gone": "/gone/"}
        self.urls = {name: receiver.url(self.path(name), address + 1) for address, name in enumerate(self.tokens)}
        self.key = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()

    def path(self, name):
        return self.paths[name] + self.tokens[name]

    def all(self):
        return [*self.tokens.values(), self.key.removeprefix("whsec_")]


class Listener(harness.Subscriber):
    """A subscriber that also counts its connections, and may continue after another one."""

    def __init__(self, path, before=None):
        self.before = before
        super().__init__(path)

    def start(self):
        if self.before:
            self.lines, self.last, self.final_games = self.before.lines, self.before.last, self.before.final_games
        super().start()

    @property
    def connections(self):
        return self.ops.count("hello")


class Home:
    """The machine, the daemon on it, and its receivers. `told` is our subscriber, from the first event of the log on."""

    def __init__(self, machine, source, receiver, package, scratch, archive=None):
        self.machine, self.source, self.receiver = machine, source, receiver
        self.package, self.archive, self.scratch = package, archive, scratch
        self.secrets = Secrets(receiver)
        # The number of starts by systemd, and of kills in the middle of its work.
        self.restarts = self.kills = 0
        self.told = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.told:
            self.told.stop()

    # ------------------------------------------------------------------------ systemd
    def systemctl(self, *arguments, **more):
        return self.machine.run("systemctl", *arguments, **more)

    def show(self, *names, unit=SERVICE):
        """Returns properties of a unit by name, or the value of a single one."""
        lines = self.systemctl("show", unit, *("--property=" + x for x in names)).stdout.splitlines()
        values = dict(x.split("=", 1) for x in lines if "=" in x)
        return values if len(names) != 1 else values.get(names[0], "")

    @property
    def status(self):
        return self.show("StatusText")

    @property
    def active(self):
        return self.show("ActiveState") == "active"

    @property
    def process(self):
        """Returns the daemon's process as seen from outside; None if there is none."""
        return next(iter(self.machine.processes(SERVICE)), None)

    @contextlib.contextmanager
    def notifications(self):
        """Records the daemon's messages to systemd meanwhile. Yields a function that returns them, each a list of
        assignments."""
        mark = self.mark()
        self.systemctl("log-level", "debug", check=True)
        try:
            yield lambda: [
                x.group(1).split(", ") for x in
                (re.search(r"Got notification message from PID \d+ \((.*)\)", text(e)) for e in
                 self.journal("_PID=1", "UNIT=" + SERVICE, after=mark)) if x]
        finally:
            self.systemctl("log-level", "info", check=True)

    # ------------------------------------------------------------------------ journal
    def journal(self, *matches, after=0):
        """Returns the entries after a mark, oldest first; a repeated field is a list."""
        # Not --after-cursor: systemd 252 skips the first matching entry after it.
        done = self.machine.run("journalctl", "--output=json", "--all", "--no-pager", "--quiet",
                                "--since=@%d" % (after // 1_000_000), *matches)
        return [x for x in map(json.loads, done.stdout.splitlines()) if int(x["__REALTIME_TIMESTAMP"]) > after]

    def mark(self):
        """Returns the current end of the journal in microseconds, after all messages sent before."""
        self.machine.run("journalctl", "--sync")
        return time.time_ns() // 1000

    def journal_folder(self):
        """Returns the outside folder of the journal's files."""
        kept = self.machine.path("/var/log/journal")
        return kept if os.listdir(kept) else self.machine.path("/run/log/journal")

    def events(self, after=0):
        """Returns the entries of events."""
        return [x for x in self.journal("SYSLOG_IDENTIFIER=livegamed", after=after) if "MESSAGE_ID" in x]

    def own_words(self, after=0):
        """Returns the entries of the daemon's own log."""
        entries = self.journal("_SYSTEMD_UNIT=" + SERVICE, "SYSLOG_IDENTIFIER=livegamed", after=after)
        return [x for x in entries if "MESSAGE_ID" not in x]

    def of_systemd(self, message, after=0):
        return self.journal("_PID=1", "UNIT=" + SERVICE, "MESSAGE_ID=" + message, after=after)

    # ------------------------------------------------------------------ configuration
    def configure(self, more="", follow="", poll_max="400ms", sinks=("hook",)):
        """Writes our drop-in: the source, its poll intervals, metrics, and these sinks with addresses from
        credentials.

        A sink is its name, or its name and the sink whose address it has.
        """
        self.machine.write(DROP_IN, f"""{follow}
source: {{mlb: {{base_url: "{self.source.url}"}}}}
poll: {{live_min: 100ms, live_max: {poll_max}, idle_max: 1s, requests_per_second: 1000}}
metrics: {{listen: "{METRICS[0]}:{METRICS[1]}"}}
sinks:
{"".join(self.sink(*([x] if isinstance(x, str) else x)) for x in sinks)}{more}
""")

    def sink(self, name, address=None):
        line = f'  {name}: {{type: webhook, url: "${{credential:{address or name}-url}}", allow_http: true, timeout: 6s'
        return line + (', secret: "${credential:hook-secret}"}\n' if name == "hook" else "}\n")

    def give_credentials(self):
        """Writes the credentials into the package's folder for them."""
        given = {name + "-url": url for name, url in self.secrets.urls.items()} | {"hook-secret": self.secrets.key}
        for name, value in given.items():
            self.machine.write(CREDENTIALS + "/" + name, value + "\n", 0o600)

    def unit_drop_in(self, name, *lines):
        """Writes lines of `[Service]`, or removes the drop-in without any."""
        path = f"{UNIT_DROP_INS}/{name}.conf"
        if lines:
            self.machine.write(path, "[Service]\n" + "\n".join(lines) + "\n")
        elif os.path.exists(self.machine.path(path)):
            os.unlink(self.machine.path(path))
        self.systemctl("daemon-reload", check=True)

    def hasten(self):
        """Shortens intervals of the unit, to save time in steps that run often."""
        watched = self.show("WatchdogUSec") not in ("0", "infinity")
        self.unit_drop_in("hasten", "RestartSec=1s", *(["WatchdogSec=6s"] if watched else []))

    def unhasten(self):
        self.unit_drop_in("hasten")

    # ------------------------------------------------------------------------ daemon
    @property
    def socket(self):
        return self.machine.path(SOCKET)

    def livegamed(self, *arguments, user=None):
        as_user = ["setpriv", "--reuid=" + user, "--regid=" + user, "--init-groups", "--"] if user else []
        return self.machine.run(*as_user, "livegamed", *arguments)

    def ask(self, request):
        """Returns the daemon's answer to one request over its socket; None if there is none."""
        try:
            with Lines(self.socket, within=10) as client:
                return client.ask(request, within=10)
        except OSError:
            return None

    def get(self, path, host=None):
        """Requests a page of the metrics server. Returns the status, the content type and the text."""
        connection = http.client.HTTPConnection(*METRICS, timeout=10)
        try:
            connection.request("GET", path, headers={"Host": host} if host else {})
            answer = connection.getresponse()
            return answer.status, answer.getheader("Content-Type"), answer.read().decode()
        finally:
            connection.close()

    def listen(self):
        """Starts or resumes the subscriber."""
        self.told = Listener(self.socket, self.told)

    def log(self):
        """Returns the whole log, as a new client gets it."""
        return log_of(self.socket)

    def events_come(self, count=1, within=90):
        """Returns whether so many more events arrive."""
        before = len(self.told.lines)
        return harness.wait_for(lambda: len(self.told.lines) >= before + count, within)

    def is_well(self, within=40):
        """Returns whether the daemon runs, is healthy, and logs new events."""
        def healthy():
            answer = self.active and self.ask({"op": "status"})
            return answer and answer.get("healthy")

        return harness.wait_for(healthy, within, 0.1) and self.events_come(within=within)

    def counted_restarts(self):
        return len(self.of_systemd(RESTART_SCHEDULED))

    def requests(self, name):
        """Returns the requests that a sink's receiver got."""
        return self.receiver.requests(self.secrets.path(name))

    def cores(self):
        """Returns all core files."""
        found = self.machine.run("find", "/", "-xdev", "-type", "f", "(", "-name", "core", "-o", "-name", "core.[0-9]*",
                                 "-o", "-path", "/var/lib/systemd/coredump/*", ")").stdout.split()
        return found + self.machine.run("find", "/run", "/dev/shm", "-type", "f", "-name", "core*").stdout.split()


def text(entry):
    """Returns the message of an entry."""
    message = entry.get("MESSAGE", "")
    return message if isinstance(message, str) else bytes(message).decode(errors="replace")


def trouble(done):
    """Returns the output of a failed command."""
    return "" if done.returncode == 0 else "exit=%d %s" % (done.returncode, (done.stdout + done.stderr).strip()[-500:])


def said(assignment, messages):
    return any(x.startswith(assignment) for message in messages for x in message)


# ------------------------------------------------------------------------------ packages
def repacked(package, folder, version):
    """Returns the same package as another version."""
    tree, other = folder + "/repacked", folder + "/livegamed-%s.deb" % version
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    with open(tree + "/DEBIAN/control") as f:
        control = f.read()
    with open(tree + "/DEBIAN/control", "w") as f:
        f.write(re.sub(r"(?m)^Version: .*$", "Version: " + version, control))
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, other], check=True,
                   capture_output=True)
    return other


def version_of(package):
    return subprocess.run(["dpkg-deb", "--field", package, "Version"], check=True, capture_output=True,
                          text=True).stdout.strip()


def program_of(package, folder):
    """Returns the program of a package, to be run here."""
    subprocess.run(["dpkg-deb", "--extract", package, folder + "/package"], check=True)
    return folder + "/package/usr/bin/livegamed"

