"""Stand-ins for servers of other people, which share no processor with the daemon. On this machine they do."""
import json
import os
import subprocess
import sys
import urllib.request

from lib import harness
from lib.harness import Replay

HERE = os.path.dirname(os.path.abspath(__file__))


class RemoteReplay(Replay):
    """The replay tool behind a relay. The replay tool gives way to other programs. It notes an answer after it has sent it,
    and may have to wait just then; the relay notes the answer before."""

    def __init__(self, o, *arguments, **options):
        self.relay = None
        super().__init__(*arguments, **options)
        try:
            give_way(o, self.process)
            self.relay = subprocess.Popen([sys.executable, HERE + "/relay.py", self.url], stdout=subprocess.PIPE, text=True)
            self.url = "http://127.0.0.1:%d" % int(self.relay.stdout.readline())
        except BaseException:
            self.stop()
            raise

    def sent(self):
        """Returns for each game the instants at which the relay began to send its answers."""
        with urllib.request.urlopen(self.url + "/__sent", timeout=20) as answer:
            found = {}
            for instant, game in json.load(answer):
                found.setdefault(game, []).append(instant)
            return found

    def stop(self):
        if self.relay:
            harness.stop(self.relay)
            self.relay.stdout.close()
        super().stop()


def give_way(o, process):
    """Makes all threads of a process, and those that it starts later, give way to the other programs of this session. With the
    lowest priority alone, the kernel lets a program that has a processor keep it for 2 ms, also while another processor is
    idle. Does nothing in a short run, which may share the machine with builds: they would leave no time to the process."""
    if o.quick:
        return
    for thread in os.listdir("/proc/%d/task" % process.pid):
        os.sched_setscheduler(int(thread), os.SCHED_IDLE, os.sched_param(0))
