"""Questions to a running daemon: its commands, its sinks, and the pages of its metrics server."""
import http.client
import json
import subprocess


class Inquiry:
    """A daemon whose metrics are at the port `metrics`."""

    def __init__(self, daemon, metrics):
        self.daemon, self.metrics = daemon, metrics

    def command(self, *arguments):
        """Runs a command that asks the daemon."""
        return subprocess.run([self.daemon.program, *arguments, "--socket", self.daemon.socket], capture_output=True,
                              text=True, timeout=60)

    def sinks(self):
        """Returns the entries of `sink list` by name; none without an answer."""
        done = self.command("sink", "list", "--json")
        return {x["name"]: x for x in json.loads(done.stdout)["sinks"]} if done.returncode == 0 else {}

    def get(self, path):
        """Returns the status and the text of a page."""
        c = http.client.HTTPConnection("127.0.0.1", self.metrics, timeout=10)
        try:
            c.request("GET", path)
            reply = c.getresponse()
            return reply.status, reply.read().decode()
        finally:
            c.close()
