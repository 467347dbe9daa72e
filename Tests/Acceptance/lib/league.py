"""A season of simulated days as a source, and the true facts of its games.

`livesimulator` (Tests/Simulator) serves it; this class sets its clock and its faults.
"""
import collections
import http.client
import json
import re
import subprocess

from lib import harness

# Kinds that a half-inning or a game has only once, so that no index of a play belongs to them.
OF_THE_HALF = {"half_start", "half_end", "no_hitter", "perfect_game"}
OF_THE_GAME = {"game_start", "walk_off", "extra_innings", "final"}
# Several of these on one play are one tag.
ONCE = {"error", "review", "abs_challenge"}
EITHER = {"scoring", "lead_change", "tie", "go_ahead", "walk_off", "caught_stealing", "error", "review", "abs_challenge"}
PLAYS = {"home_run", "strikeout", "double_play", "triple_play", "bases_loaded"}
ACTIONS = {"pitching_change", "substitution", "stolen_base", "ejection", "injury", "mound_visit", "runner_placed"}
INNINGS = {"half_start": "half_start", "half_end": "half_end", "no_hitter_intact": "no_hitter",
           "perfect_game_intact": "perfect_game", "extra_innings": "extra_innings"}


class League:
    """The simulator, at `url`. `start` is a second of its first day."""

    def __init__(self, program, seed, days, start, games):
        self.process = subprocess.Popen([program, str(seed), str(days), str(start), str(games)],
                                        stdout=subprocess.PIPE, text=True)
        first = self.process.stdout.readline()
        found = re.match(r"listening 127\.0\.0\.1:(\d+)", first)
        if not found:
            raise SystemExit("the simulator did not start: %r" % first)
        self.port = int(found.group(1))
        self.url = "http://127.0.0.1:%d" % self.port

    def ask(self, path, method="GET"):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            c.request(method, path)
            answer = c.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise RuntimeError("%s: status %d" % (path, answer.status))
            return json.loads(body) if body else None
        finally:
            c.close()

    def set_clock(self, time, speed):
        self.ask("/simulator/clock?time=%r&speed=%r" % (float(time), float(speed)), "POST")

    def set_faults(self, percent):
        self.ask("/simulator/faults?percent=%r" % float(percent), "POST")

    def state(self):
        return self.ask("/simulator/state")

    def facts(self, game):
        return self.ask("/simulator/facts?gamePk=%d" % game)

    def stop(self):
        harness.stop(self.process)
        self.process.stdout.close()

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


# ------------------------------------------------------------------ facts and events, compared
def key(kind, play, event, inning, half, score):
    """Returns what a fact of a script and an event have in common; equals SimulatedFactKey of the unit tests."""
    indexed = kind not in OF_THE_HALF and kind not in OF_THE_GAME
    placed = kind != "game_start"
    # The error of an action is in the script with the score after the plate appearance.
    scored = kind != "error" or event is None
    return (kind, play if indexed else None, event if indexed else None, inning if placed else None,
            half if placed else None, score if scored else None)


def counted(keys, indexed):
    """Counts keys. Without indexes if a correction shifts them, because earlier facts keep the old ones."""
    count = collections.Counter(keys)
    for one in count:
        if one[0] in ONCE:
            count[one] = 1
    if indexed:
        return count
    plain = collections.Counter()
    for (kind, _, _, inning, half, score), n in count.items():
        plain[(kind, inning, half, score)] += n
    return plain


def facts_of_script(facts):
    return [key(f["kind"], f["atBatIndex"], f.get("eventIndex"), f["inning"] or None, f["half"] or None,
                (f["away"], f["home"]))
            for f in facts]


def facts_of_event(event):
    """Returns the keys of an event that is the newest revision of its fact; none for a retraction."""
    data = event["data"]
    if data["retracted"]:
        return []
    tags, score, play, inning = set(data["tags"]), data.get("score"), data.get("play", {}), data.get("inning", {})
    type = event["type"].split(".")[1]
    named = lambda tags: ["scoring_play" if x == "scoring" else x for x in tags]
    kinds = []
    if type == "status":
        kinds = [kind for tag, kind in (("start", "game_start"), ("final", "final")) if tag in tags]
    elif type == "inning":
        kinds = [kind for tag, kind in INNINGS.items() if tag in tags]
    elif type == "play":
        kinds = ["play_end"] + named((PLAYS | EITHER) & tags)
    elif type == "action":
        kinds = named((ACTIONS | EITHER) & tags)
    score = (score["away"], score["home"]) if score else (0, 0)
    return [key(k, play.get("atBatIndex"), play.get("eventIndex"), inning.get("number"), inning.get("half"), score)
            for k in kinds]
