"""The page of a daemon, asked over HTTP."""
import http.client
import socket
import time

from lib.page_reader import Board, GamePage


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Site:
    """The page of a daemon at a port of this machine."""

    def __init__(self, port, patience=15):
        self.port, self.patience = port, patience

    def ask(self, path, method="GET", body=None, **headers):
        """Returns (status, headers, body)."""
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)
        try:
            c.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
            answer = c.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode()
        finally:
            c.close()

    def status(self, path, **more):
        return self.ask(path, **more)[0]

    def serves(self):
        try:
            return self.status("/icon.svg") == 200
        except OSError:
            return False

    def text(self, path, within=30):
        """Returns a page, later if the daemon has answered too many requests."""
        end = time.monotonic() + within
        status, headers, body = self.ask(path)
        while status == 429 and time.monotonic() < end:
            time.sleep(min(5, float(headers["retry-after"])))
            status, headers, body = self.ask(path)
        if status != 200:
            raise OSError("%s answers %d" % (path, status))
        return body

    def game(self, pk, plays=None):
        return GamePage(self.text("/mlb/games/%d%s" % (pk, "?plays=" + plays if plays else "")))

    def board(self, date=None):
        return Board(self.text("/mlb" + ("?date=" + date if date else "")))
