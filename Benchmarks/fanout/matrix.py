"""The fan-out: rounds in which each server in turn serves each number of subscribers in each way."""
import servers

SUBSCRIBERS = (10, 1000, 10000)
MODES = ("single", "burst")
PLACES = ("pinned", "free")

# Turns a round. One line at a time to many runs at one of two speeds, by whether the receiver falls asleep between two
# lines, so that every call has to wake it: a median of few runs would be either by luck.
TURNS = {10: 1, 1000: 3, 10000: 3}


def rounds(count, seconds, tell):
    """The rows of `count` rounds of phases of so many seconds; a row is a phase with its server and its numbers."""
    phases = ["%s:%s:%g" % (place, mode, seconds) for place in PLACES for mode in MODES]
    rows = []
    for number in range(count):
        for subscribers, turn in [(clients, turn) for clients in SUBSCRIBERS for turn in range(TURNS[clients])]:
            # Each comes first at times: what one leaves behind in the machine is not always the same one's burden.
            turn = (number + turn) % len(servers.KINDS)
            for kind in servers.KINDS[turn:] + servers.KINDS[:turn]:
                tell("round %d of %d: %s, %d subscribers" % (number + 1, count, kind, subscribers))
                with servers.server(kind, subscribers) as server:
                    rows += [row(kind, subscribers, number, phase) for phase in server.receive(subscribers, phases)]
    return rows


def row(kind, subscribers, number, phase):
    return {
        "server": kind, "subscribers": subscribers, "round": number, "mode": phase["mode"], "place": phase["place"],
        "rate": phase["deliveries"] / phase["ns"] * 1e9, "cpu": phase["cpu_ns"] / phase["deliveries"],
        "p50": phase["p50_ns"] / 1e6, "p99": phase["p99_ns"] / 1e6, "hwm_mb": phase["hwm_kb"] / 1024,
    }
