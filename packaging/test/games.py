"""Where the games of at_home.py come from."""
from lib import harness
from lib.simulated import Simulated


class RealGames(harness.Replay):
    """Recorded games, of which it is known what happened. They begin when the first step wants events."""

    known = True

    def __init__(self, feeds, base, speed):
        super().__init__(feeds, speed, base, start="first-pitch-2m")
        self.feeds, self.base = feeds, base
        self.games = len(feeds)

    def finish(self, told):
        """Lets the rest of the games pass quickly; true when the end of each was told."""
        self.ask("/__speed?x=600", "POST")
        return harness.wait_for(lambda: len(told.final_games) == self.games, 120)


class SimulatedGames(Simulated):
    """Games of our own simulator, which is a part of the program; they are longer than all that is done here."""

    known = False

    def __init__(self, program, base, speed):
        super().__init__(program, base, speed=speed)
        self.games = 3

    def go(self):
        """They play already."""

    def finish(self, told):
        return True
