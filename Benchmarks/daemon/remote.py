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
    """The replay tool, which runs only when nothing else wants a processor, behind a relay. The replay tool notes an answer
    after it has sent it, and may have to wait just then; the relay notes it before."""

    def __init__(self, o, *arguments, **options):
        super().__init__(*arguments, **options)
        give_way(o, self.process)
        self.relay = subprocess.Popen([sys.executable, HERE + "/relay.py", self.url], stdout=subprocess.PIPE, text=True)
        self.url = "http://127.0.0.1:%d" % int(self.relay.stdout.readline())

    def sent(self):
        """Returns for each game the instants at which its answers were sent."""
        with urllib.request.urlopen(self.url + "/__sent", timeout=20) as answer:
            found = {}
            for instant, game in json.load(answer):
                found.setdefault(game, []).append(instant)
            return found

    def stop(self):
        harness.stop(self.relay)
        self.relay.stdout.close()
        super().stop()


def give_way(o, process):
    """Lets every thread of a process run only when no other program wants its processor. Threads that begin later do the
    same. With the lowest priority alone, the kernel lets a program that has a processor keep it for 2 ms, also while
    another processor is idle. A short run may share the machine with builds, which would leave no time to the process."""
    if o.quick:
        return
    for thread in os.listdir("/proc/%d/task" % process.pid):
        os.sched_setscheduler(int(thread), os.SCHED_IDLE, os.sched_param(0))
