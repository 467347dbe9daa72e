"""A browser's requests to the web page, directly or through a proxy, and streams that are read on demand."""
import gzip
import http.client
import re
import socket
import ssl
import time


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Answer:
    """A response: status, headers by name in lower-case, and the body as text, decompressed."""

    def __init__(self, response):
        self.status = response.status
        self.headers = {k.lower(): v for k, v in response.getheaders()}
        self.raw = response.read()
        body = gzip.decompress(self.raw) if self.headers.get("content-encoding") == "gzip" else self.raw
        self.text = body.decode(errors="replace")


class Visitor:
    """Requests to one port of this machine under one name. `roots` is a file of certificates, for https."""

    def __init__(self, port, host="localhost", roots=None, source=None):
        self.port, self.host, self.source = port, host, source
        self.tls = ssl.create_default_context(cafile=roots) if roots else None
        self.origin = "%s://%s:%d" % ("https" if roots else "http", host, port)

    def connect(self, within=15):
        plain = socket.create_connection(("127.0.0.1", self.port), within, self.source and (self.source, 0))
        return self.tls.wrap_socket(plain, server_hostname=self.host) if self.tls else plain

    def ask(self, path, method="GET", body=None, **headers):
        """Returns the answer to one request. `Last_Event_ID=` becomes the header `Last-Event-ID`."""
        headers = {"Host": "%s:%d" % (self.host, self.port), **{k.replace("_", "-"): v for k, v in headers.items()}}
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.sock = self.connect()
        try:
            connection.request(method, path, body, headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def status(self, path, *more, **headers):
        """Returns the status of the answer; 0 if there is none."""
        try:
            return self.ask(path, *more, **headers).status
        except (OSError, http.client.HTTPException):
            return 0

    def stream(self, path, **headers):
        return Stream(self, path, **headers)


class Stream:
    """One open stream. `read` returns the decoded text so far; `closed` tells whether the server has ended it."""

    def __init__(self, visitor, path, **headers):
        self.socket, self.closed, self.text, self.began = visitor.connect(), False, "", time.monotonic()
        self.rest, self.head = b"", None
        # The instant at which each place came, by its sequence.
        self.times = {}
        lines = ["GET %s HTTP/1.1" % path, "Host: %s:%d" % (visitor.host, visitor.port)]
        lines += ["%s: %s" % (k.replace("_", "-"), v) for k, v in headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())

    def read(self, seconds, until=None):
        """Reads for so long, until a text has come, or until the end."""
        end = time.monotonic() + seconds
        while not self.closed and time.monotonic() < end and not (until and until in self.text):
            self.socket.settimeout(max(0.01, min(0.2, end - time.monotonic())))
            try:
                self.take(self.socket.recv(1 << 16))
            except TimeoutError:
                continue
            except OSError:
                self.closed = True
        return self.text

    def take(self, chunk):
        self.closed = not chunk
        self.rest += chunk
        if self.head is None and b"\r\n\r\n" in self.rest:
            head, _, self.rest = self.rest.partition(b"\r\n\r\n")
            self.head = head.decode().lower()
        if self.head is None:
            return
        self.text += self.body().decode(errors="replace")
        for place in self.ids():
            self.times.setdefault(place, time.monotonic())

    def body(self):
        """Takes the whole chunks out of the bytes that were received (RFC 9112 §7.1)."""
        if "transfer-encoding: chunked" not in self.head:
            body, self.rest = self.rest, b""
            return body
        body = b""
        while b"\r\n" in self.rest:
            size, _, rest = self.rest.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                break
            body, self.rest = body + rest[:length], rest[length + 2:]
            self.closed = self.closed or length == 0
        return body

    @property
    def status(self):
        return int(self.head.split()[1]) if self.head else 0

    def ids(self):
        return [int(x) for x in re.findall(r"^id: [0-9a-f-]+\.(\d+)$", self.text, re.MULTILINE)]

    def close(self):
        self.socket.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.close()
