"""How the cost and the delay grow with the number of webhooks that get every event: fifteen games at ten times their
speed, one receiver with an address for each sink."""
import json
import time

import latency
import processes
import standing
from lib import harness
from lib.deliveries import ReceiverProcess, quantile
from lib.harness import Daemon
from remote import RemoteReplay
from results import figure, spread

COUNTS = (1, 10, 100)


def sinks(o):
    found = {}
    for count in COUNTS[:2] if o.quick else COUNTS:
        found.update(deliver(o, count))
    return found


def deliver(o, count):
    with standing.folder() as base, ReceiverProcess(base, addresses=count + 1) as receiver, \
            RemoteReplay(o, harness.feeds_of(747175), latency.SPEED, base, start="first-pitch+20m",
                         clones=standing.GAMES, apart=-180) as replay:
        rows = ['  hook-%d: {type: webhook, url: "%s", allow_http: true}\n' % (i, receiver.url("/ok/%d" % i, 1 + i))
                for i in range(count)]
        with Daemon(o.livegamed, base, replay.url, 0.5, idle=2, live_max=1, more="sinks:\n" + "".join(rows)) as daemon:
            replay.go()
            time.sleep(4 if o.quick else 10)
            began = time.time()
            samples = processes.Samples(daemon.process.pid).take(3 if o.quick else 40, 1)
            ended = time.time()
            time.sleep(1)
            sent = replay.sent()
            came = [(x["wall"], json.loads(x["body"])["data"]["game"]["id"]) for x in receiver.below("/ok/")
                    if began <= x["wall"] <= ended]
    spans = latency.spans(came, sent)
    if not spans:
        raise SystemExit("no event reached %d sinks" % count)
    p99 = quantile(sorted(spans), 0.99)
    limit = latency.WEBHOOK_MS
    return {
        "webhook_p99_%d_sinks_ms" % count: spread(figure(p99, "ms", limit, p99 / limit), latency.parts(spans, 0.99)),
        "cpu_%d_sinks_cores" % count: spread(figure(samples.cores, "cores"), samples.values["cores"]),
        "rss_%d_sinks_mb" % count: spread(figure(samples.resident, "MB"), samples.values["resident"]),
    }
