"""A home server with livegamed on it: what the steps of at_home.py do to it, and how they look at it."""
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

# systemd's own message ids: a restart that is due, the end of a process, a unit that failed.
RESTART_SCHEDULED = "5eb03494b6584870a536b337290809b3"
PROCESS_EXITED = "98e322203f7a4ed290d09fe03c09fe15"
UNIT_FAILED = "d9b373ed55a64feb8242e02dbe79a49c"


class Secrets:
    """Addresses and keys that nobody may ever find; each has its own token, so that it is known where one was found."""

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
    """A subscriber that also knows how often it had to connect, and may go on where another one has stopped."""

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
    """The machine, the daemon on it, and who listens. `told` is our subscriber, from the first event of the log on."""

    def __init__(self, machine, source, receiver, package, scratch, archive=None):
        self.machine, self.source, self.receiver = machine, source, receiver
        self.package, self.archive, self.scratch = package, archive, scratch
        self.secrets = Secrets(receiver)
        # How often systemd had to start it again, and how often it was killed in the midst of its work.
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
        """Properties of a unit, by name; the value alone where one is asked for."""
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
        """The daemon's process, as we see it from outside; None where there is none."""
        return next(iter(self.machine.processes(SERVICE)), None)

    @contextlib.contextmanager
    def notifications(self):
        """What the daemon tells systemd meanwhile: a function that gives the messages, each a list of assignments."""
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
        """Entries that came after that mark, oldest first; a field that came more than once is a list."""
        # Not --after-cursor: systemd 252 passes over the first entry behind it that matches.
        done = self.machine.run("journalctl", "--output=json", "--all", "--no-pager", "--quiet",
                                "--since=@%d" % (after // 1_000_000), *matches)
        return [x for x in map(json.loads, done.stdout.splitlines()) if int(x["__REALTIME_TIMESTAMP"]) > after]

    def mark(self):
        """Where the journal ends now, all that was sent before included: the time, in microseconds."""
        self.machine.run("journalctl", "--sync")
        return time.time_ns() // 1000

    def journal_folder(self):
        """Where the files of the journal are, seen from here."""
        kept = self.machine.path("/var/log/journal")
        return kept if os.listdir(kept) else self.machine.path("/run/log/journal")

    def events(self, after=0):
        """The entries of events."""
        return [x for x in self.journal("SYSLOG_IDENTIFIER=livegamed", after=after) if "MESSAGE_ID" in x]

    def own_words(self, after=0):
        """What the daemon said of itself."""
        entries = self.journal("_SYSTEMD_UNIT=" + SERVICE, "SYSLOG_IDENTIFIER=livegamed", after=after)
        return [x for x in entries if "MESSAGE_ID" not in x]

    def of_systemd(self, message, after=0):
        return self.journal("_PID=1", "UNIT=" + SERVICE, "MESSAGE_ID=" + message, after=after)

    # ------------------------------------------------------------------ configuration
    def configure(self, more="", follow="", poll_max="400ms", sinks=("hook",)):
        """Our drop-in: the source, how often it is asked, metrics, and these sinks with addresses out of credentials.

        A sink is its name, or its name and whose address it has.
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
        """Into the folder that the package has for them."""
        given = {name + "-url": url for name, url in self.secrets.urls.items()} | {"hook-secret": self.secrets.key}
        for name, value in given.items():
            self.machine.write(CREDENTIALS + "/" + name, value + "\n", 0o600)

    def unit_drop_in(self, name, *lines):
        """Lines of `[Service]`; without any the drop-in goes."""
        path = f"{UNIT_DROP_INS}/{name}.conf"
        if lines:
            self.machine.write(path, "[Service]\n" + "\n".join(lines) + "\n")
        elif os.path.exists(self.machine.path(path)):
            os.unlink(self.machine.path(path))
        self.systemctl("daemon-reload", check=True)

    def hasten(self):
        """What is looked at many times need not take the time that it takes at home."""
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
        """The answer of the daemon to one request over its socket; None where it does not give one."""
        try:
            with Lines(self.socket, within=10) as client:
                return client.ask(request, within=10)
        except OSError:
            return None

    def get(self, path, host=None):
        """What is answered where Prometheus asks: the status, the content type and the text."""
        connection = http.client.HTTPConnection(*METRICS, timeout=10)
        try:
            connection.request("GET", path, headers={"Host": host} if host else {})
            answer = connection.getresponse()
            return answer.status, answer.getheader("Content-Type"), answer.read().decode()
        finally:
            connection.close()

    def listen(self):
        """Begins to, or goes on."""
        self.told = Listener(self.socket, self.told)

    def log(self):
        """The whole log, as a newcomer gets it."""
        return log_of(self.socket)

    def events_come(self, count=1, within=40):
        """Whether so many more events are told."""
        before = len(self.told.lines)
        return harness.wait_for(lambda: len(self.told.lines) >= before + count, within)

    def is_well(self, within=40):
        """Whether it runs, is satisfied with itself, and tells new events."""
        def healthy():
            answer = self.active and self.ask({"op": "status"})
            return answer and answer.get("healthy")

        return harness.wait_for(healthy, within, 0.1) and self.events_come(within=within)

    def counted_restarts(self):
        return len(self.of_systemd(RESTART_SCHEDULED))

    def requests(self, name):
        """What a sink's receiver got."""
        return self.receiver.requests(self.secrets.path(name))

    def cores(self):
        """Core files, wherever one could be."""
        found = self.machine.run("find", "/", "-xdev", "-type", "f", "(", "-name", "core", "-o", "-name", "core.[0-9]*",
                                 "-o", "-path", "/var/lib/systemd/coredump/*", ")").stdout.split()
        return found + self.machine.run("find", "/run", "/dev/shm", "-type", "f", "-name", "core*").stdout.split()


def text(entry):
    """What an entry says."""
    message = entry.get("MESSAGE", "")
    return message if isinstance(message, str) else bytes(message).decode(errors="replace")


def trouble(done):
    """What a command that failed said."""
    return "" if done.returncode == 0 else "exit=%d %s" % (done.returncode, (done.stdout + done.stderr).strip()[-500:])


def said(assignment, messages):
    return any(x.startswith(assignment) for message in messages for x in message)


# ------------------------------------------------------------------------------ packages
def repacked(package, folder, version):
    """The same package as another version."""
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
    """The program of a package, to be run here."""
    subprocess.run(["dpkg-deb", "--extract", package, folder + "/package"], check=True)
    return folder + "/package/usr/bin/livegamed"

