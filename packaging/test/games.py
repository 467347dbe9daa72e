"""The sources of the games for at_home.py."""
from lib import harness
from lib.simulated import Simulated


class RealGames(harness.Replay):
    """Recorded games with known facts. They begin when the first step needs events."""

    known = True

    def __init__(self, feeds, base, speed):
        super().__init__(feeds, speed, base, start="first-pitch-2m")
        self.feeds, self.base = feeds, base
        self.games = len(feeds)

    def finish(self, told):
        """Lets the rest of the games pass quickly. Returns true if the end of each was logged."""
        self.ask("/__speed?x=600", "POST")
        return harness.wait_for(lambda: len(told.final_games) == self.games, 120)


class SimulatedGames(Simulated):
    """Games of the program's own simulator; they last longer than all steps."""

    known = False

    def __init__(self, program, base, speed):
        super().__init__(program, base, speed=speed)
        self.games = 3

    def go(self):
        """The games are already running."""

    def finish(self, told):
        return True
