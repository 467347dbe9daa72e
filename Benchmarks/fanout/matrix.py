"""The fan-out: rounds in which each server in turn serves each number of subscribers in each mode."""
import servers

SUBSCRIBERS = (1, 10, 100, 1000, 10000)
MODES = ("single", "burst")
PLACES = ("pinned", "free")

# Turns in a round. Single lines to many subscribers run at one of two speeds, depending on whether the receiver
# sleeps between two lines and must be woken by every call: a median of few runs would be one or the other by chance.
TURNS = {1: 1, 10: 1, 100: 1, 1000: 3, 10000: 3}


def rounds(count, seconds, tell, most_turns):
    """Returns the rows of `count` rounds of phases of so many seconds; a row is a phase with its server and its
    numbers. In a round no number of subscribers has more turns than `most_turns`."""
    phases = ["%s:%s:%g" % (place, mode, seconds) for place in PLACES for mode in MODES]
    rows = []
    for number in range(count):
        for subscribers, turn in [(clients, turn) for clients in SUBSCRIBERS
                                  for turn in range(min(most_turns, TURNS[clients]))]:
            # The order rotates, so that effects of one run on the next are spread evenly.
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
