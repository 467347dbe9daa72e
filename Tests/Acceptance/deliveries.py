"""What the programs about delivery share: the receiver as a process, and what its log says."""
import base64
import hashlib
import http.client
import json
import re
import subprocess
import sys
import tempfile
import urllib.parse

import harness


class ReceiverProcess:
    """`receiver.py`, ended with us."""

    def __init__(self, folder=None):
        self.scratch = None if folder else tempfile.TemporaryDirectory(prefix="livegamed-receiver-")
        self.log = (folder or self.scratch.name) + "/requests.ndjson"
        self.process = subprocess.Popen(
            [sys.executable, harness.HERE + "/receiver.py", "--port", "0", "--until-eof", "--log", self.log],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        first = self.process.stdout.readline()
        found = re.match(r"listening 127\.0\.0\.1:(\d+) tls 127\.0\.0\.1:(\d+)", first)
        if not found:
            raise SystemExit("the receiver did not start: %r" % first)
        self.port, self.tls = map(int, found.groups())

    def url(self, path, address=1):
        """Hosts are limited one by one: what must not be disturbed by another sink has another address."""
        return "http://127.0.0.%d:%d%s" % (address, self.port, path)

    def control(self, path, method="GET"):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            c.request(method, path)
            return c.getresponse().read()
        finally:
            c.close()

    def requests(self, path):
        """What came on a path, in order."""
        return self.lines("path", path)

    def below(self, prefix):
        return self.lines("prefix", prefix)

    def lines(self, key, value):
        text = self.control("/__log?" + urllib.parse.urlencode({key: value}))
        return [json.loads(x) for x in text.splitlines()]

    def stats(self):
        return json.loads(self.control("/__stats"))["paths"]

    def messages(self, path):
        """What a chat holds, as its fake keeps it."""
        return json.loads(self.control("/__messages?" + urllib.parse.urlencode({"path": path}))).get("messages", {})

    def reset(self):
        self.control("/__reset", "POST")

    def stop(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()
        if self.scratch:
            self.scratch.cleanup()
