"""How the cost grows with the number of open streams of the web page: fifteen games at ten times their speed; one half
of the streams shows the scoreboard, the other one the pages of all games."""
import os
import re
import time

import processes
import standing
from lib import harness
from lib.harness import Daemon, Replay
from lib.page_site import free_port
from lib.visitor import Visitor
from results import over, spread
from web_load import Listener, Readers

SPEED = 10
COUNTS = (1, 10, 100, 500)


def streams(o):
    port = free_port()
    page = 'web: {listen: "127.0.0.1:%d", clients: %d}\n' % (port, COUNTS[-1])
    with standing.folder() as base, Replay(harness.feeds_of(747175), SPEED, base, start="first-pitch+20m",
                                           clones=standing.GAMES, apart=-180) as replay, \
            Daemon(o.livegamed, base, replay.url, 0.5, idle=2, live_max=1, more=page) as daemon:
        games = list(replay.now()[1])
        replay.go()
        listener = follow(daemon, port)
        cursor = re.search(r'data-cursor="([0-9a-f]+)\.\d+"', Visitor(port).ask("/mlb").text)[1]
        readers = Readers(port, cursor)
        try:
            return measured(o, daemon, listener, readers, games)
        finally:
            if readers.results()[1]:
                raise SystemExit("the daemon ended streams")


def follow(daemon, port):
    """Waits until the socket and the page are served, and returns a client of the socket."""
    if not harness.wait_for(lambda: os.path.exists(daemon.socket) and Visitor(port).status("/icon.svg") == 200, 30):
        raise SystemExit("the daemon serves no page: %s" % daemon.text()[-500:])
    listener = Listener(daemon.socket)
    if not harness.wait_for(lambda: len(listener.got) > standing.GAMES, 30):
        raise SystemExit("the daemon has no events: %s" % daemon.text()[-500:])
    return listener


def measured(o, daemon, listener, readers, games):
    """Returns the figures of each number of streams, beside those of the same daemon without streams."""
    seconds, settling = (3, 2) if o.quick else (30, 5)
    alone = processes.Samples(daemon.process.pid).take(seconds, 1)
    found, opened = {}, 0
    for count in (1, 500) if o.quick else COUNTS:
        # Every second stream is the scoreboard, which has the number 0.
        readers.open([games[i // 2 % len(games)] if i % 2 else 0 for i in range(opened, count)], listener.newest())
        opened = count
        time.sleep(settling)
        samples = processes.Samples(daemon.process.pid).take(seconds, 1)
        for word, unit, at in (("cpu_%d_streams_cores", "cores", "cores"), ("rss_%d_streams_mb", "MB", "resident"),
                               ("anon_%d_streams_mb", "MB", "anonymous")):
            each = over(getattr(samples, at), unit, getattr(alone, at))
            found[word % count] = spread(each, samples.values[at])
    return found
