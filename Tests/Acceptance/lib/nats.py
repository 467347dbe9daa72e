"""A NATS server of our own, a client for its JetStream, and a proxy that can stop forwarding."""
import json
import os
import selectors
import shutil
import socket
import subprocess
import threading
import time

from lib import harness

PROGRAM = shutil.which("nats-server", path=os.environ["PATH"] + ":/usr/sbin")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """nats-server with JetStream; `kill` is SIGKILL, `set_back` also puts back an older copy of its store."""

    def __init__(self, base, more=""):
        self.base, self.port, self.kills = base, free_port(), 0
        self.store, self.copy, self.log = base + "/jetstream", base + "/jetstream.old", base + "/nats.log"
        self.config = base + "/nats.conf"
        self.configure(more)
        self.start()

    def configure(self, more="", has_jetstream=True):
        """Writes the configuration of the next start."""
        jetstream = "jetstream { store_dir: %s, max_file_store: 8GB, max_memory_store: 16MB }\n" % json.dumps(self.store)
        with open(self.config, "w") as f:
            f.write("listen: 127.0.0.1:%d\n%s%s" % (self.port, jetstream if has_jetstream else "", more))

    def restart(self, more="", has_jetstream=True):
        """Stops the server, and starts it with another configuration."""
        self.stop()
        self.configure(more, has_jetstream)
        self.start()

    @property
    def url(self):
        return "nats://127.0.0.1:%d" % self.port

    def start(self):
        self.process = subprocess.Popen([PROGRAM, "-c", self.config, "-l", self.log], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        harness.wait_for(self.answers, 20)

    def answers(self):
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self, away=0):
        self.process.kill()
        self.process.wait()
        self.kills += 1
        time.sleep(away)
        self.start()

    def remember(self):
        """Copies the store, to which `set_back` goes back."""
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.store, self.copy)

    def set_back(self):
        self.process.kill()
        self.process.wait()
        self.kills += 1
        shutil.rmtree(self.store)
        shutil.copytree(self.copy, self.store)
        self.start()

    def stop(self):
        harness.stop(self.process)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


class Client:
    """Reads a stream over the protocol of NATS. Source: docs.nats.io, "Client Protocol", and "JetStream wire API"."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.file = self.socket.makefile("rb")
        self.file.readline()
        self.socket.sendall(b'CONNECT {"verbose":false,"headers":true}\r\nSUB _I.x 1\r\nPING\r\n')
        while self.file.readline().strip() != b"PONG":
            pass

    def ask(self, subject, body):
        """Sends a request, and returns the headers and the body of the answer."""
        data = json.dumps(body).encode()
        self.socket.sendall(b"PUB %s _I.x %d\r\n%s\r\n" % (subject.encode(), len(data), data))
        while True:
            words = self.file.readline().split()
            if words[:1] == [b"PING"]:
                self.socket.sendall(b"PONG\r\n")
            if words[:1] not in ([b"MSG"], [b"HMSG"]):
                continue
            head = int(words[-2]) if words[0] == b"HMSG" else 0
            whole = self.file.read(int(words[-1]) + 2)[:-2]
            return whole[:head].decode(), whole[head:]

    def messages(self, stream, subject):
        """Returns all messages of a stream, as (sequence, headers, body)."""
        found, sequence = [], 1
        while True:
            head, body = self.ask("$JS.API.DIRECT.GET." + stream, {"seq": sequence, "next_by_subj": subject})
            lines = head.split("\r\n")
            if " 404" in lines[0]:
                return found
            headers = dict(x.split(": ", 1) for x in lines[1:] if ": " in x)
            sequence = int(headers["Nats-Sequence"]) + 1
            found.append((sequence - 1, headers, body))

    def close(self):
        self.file.close()
        self.socket.close()


class Proxy(threading.Thread):
    """Forwards connections to a port, unless it is `cut`: then it keeps them open, and forwards nothing."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.target, self.cut, self.done = port, False, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.port, self.pairs = self.listener.getsockname()[1], {}
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.start()

    @property
    def url(self):
        return "nats://127.0.0.1:%d" % self.port

    def run(self):
        while not self.done:
            if self.cut:
                time.sleep(0.05)
                continue
            for key, _ in self.selector.select(0.05):
                self.accept() if key.fileobj is self.listener else self.forward(key.fileobj)
        for each in [*self.pairs, self.listener]:
            each.close()

    def accept(self):
        near, _ = self.listener.accept()
        try:
            far = socket.create_connection(("127.0.0.1", self.target), timeout=2)
        except OSError:
            near.close()
            return
        self.pairs[near], self.pairs[far] = far, near
        for each in (near, far):
            self.selector.register(each, selectors.EVENT_READ)

    def forward(self, source):
        other = self.pairs.get(source)
        try:
            data = source.recv(1 << 16)
            if data and other:
                other.sendall(data)
                return
        except OSError:
            pass
        for each in (source, other):
            if each and self.pairs.pop(each, None):
                self.selector.unregister(each)
                each.close()

    def stop(self):
        self.done = True
        self.join(timeout=3)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()
