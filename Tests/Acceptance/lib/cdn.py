"""The imitation of cdn.nba.com and balldontlie, which replays recorded games of the NBA."""
import glob

from . import harness
from .harness import Replay, epoch

TOOLS = harness.shared() + "/tools/nba"
DATA = harness.shared() + "/data/nba"


def games():
    """Returns the play-by-play of all recorded games that were played to the end; skips the program without them."""
    return [x for x in files("playbyplay_*.json.gz") if "inprogress" not in x] or harness.skip()


def files(pattern):
    return sorted(glob.glob("%s/%s" % (DATA, pattern)))


class CDN(Replay):
    """The server. Its clock stands still until `go`, so that the daemon runs before the tip-off."""

    TOOL = TOOLS + "/nba_replay.py"

    def __init__(self, feeds, speed, base, faults="", script=None, start="tip-5m", clones=1, apart=0, more=()):
        boxes = [box for box in files("boxscore_00*.json.gz") if any(same_game(box, feed) for feed in feeds)]
        more = list(more) + (["--box", *boxes] if boxes else [])
        super().__init__(feeds, speed, base, faults, script, start, clones, apart, more)

    def now(self):
        """Returns the virtual time, and per game the times of the tip-off, the final and the last revision."""
        n = self.ask("/__now")
        return n["epoch"], {int(pk): {k: epoch(g[k]) for k in ("tip", "final", "end")} for pk, g in n["games"].items()}


def same_game(box, feed):
    return box.split("boxscore_")[1].split(".")[0] == feed.split("playbyplay_")[1].split(".")[0].split("_")[0]
