#!/usr/bin/env python3
"""`livegamed follow` while games go on: what is added is polled, routed and explained at once, survives a kill, a reload
and a restore, and is removed again; what the configuration names is not; and only root, the daemon's own user and the
configured group may change it.

    python3 Tests/Acceptance/follow.py --livegamed .build/debug/livegamed

The users outside and inside the group need root; without it those checks are skipped.
"""
import argparse
import grp
import json
import os
import signal
import subprocess
import urllib.error
import urllib.request

from lib import harness
from lib.harness import Checks, Daemon, Scratch
from lib.json_source import JSONSource
from lib.other_user import NOBODY, as_nobody
from lib.simulated import Lines, Simulated, log_of


class League(JSONSource):
    """A proxy before the simulator that also answers /api/v1/people, by `people`: id -> members; None fails."""

    def __init__(self, url):
        self.url_of_simulator, self.people = url, {}
        super().__init__(self.answer)

    def answer(self, path):
        if path.startswith("/api/v1/people"):
            if self.people is None:
                return 500, b"{}"
            ids = [int(x) for x in path.split("personIds=")[1].split("&")[0].split(",")]
            rows = [dict(self.people[x], id=x) for x in ids if x in self.people]
            return 200, json.dumps({"people": rows}).encode()
        try:
            with urllib.request.urlopen(self.url_of_simulator + path, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return None


class Home:
    """The commands on a daemon."""

    def __init__(self, daemon):
        self.daemon = daemon

    def command(self, *arguments):
        return subprocess.run([self.daemon.program, *arguments, "--socket", self.daemon.socket], capture_output=True,
                              text=True, timeout=70)

    def follow(self, *arguments):
        return self.command("follow", *arguments)

    def listed(self):
        """Returns the answer of `follow list`."""
        done = self.follow("list", "--json")
        return json.loads(done.stdout) if done.returncode == 0 else {"followed": []}

    def names(self):
        return [x.get("abbreviation") or x.get("id") or x.get("name") for x in self.listed()["followed"]]

    def polled(self):
        """Returns the games that are polled."""
        with Lines(self.daemon.socket) as client:
            client.next()
            return {x["game"]["id"] for x in client.ask({"op": "games"})["games"] if x["watched"]}

    def events(self, game):
        """Returns the events of a game."""
        return [x for x in map(json.loads, log_of(self.daemon.socket)[1]) if x["data"]["game"]["id"] == game]

    def outcome(self, event):
        """Returns the outcome of an event at the sink."""
        answer = json.loads(self.command("explain", str(int(event["sequence"])), "--json").stdout)
        return [x["outcome"] for x in answer["sinks"]]


def slate(socket):
    """Returns the games of the simulator's own daemon: (id, abbreviation and name of the home team)."""
    with Lines(socket) as client:
        client.next()
        return [(x["game"]["id"], x["game"]["home"]["abbreviation"], x["game"]["home"]["name"])
                for x in client.ask({"op": "games"})["games"]]


def failed(done, status, *words):
    return done.returncode == status and not done.stdout and all(x in done.stderr for x in words)


def judge_add(checks, home, games):
    (first, here, _), (second, there, name), _ = games
    checks("only the game of the configuration is polled", harness.wait_for(lambda: home.polled() == {first}, 60), str(home.polled()))
    checks("the list has its place", [(x["abbreviation"], x["place"]) for x in home.listed()["followed"]] == [
        (here, home.daemon.config + ":5:18")], str(home.listed()))
    added = home.follow("add", name.lower())
    checks("a team is added by its name", added.returncode == 0 and "(%s) is followed from now on" % there in added.stdout,
           added.stdout + added.stderr)
    checks("its game is polled without a restart", harness.wait_for(lambda: home.polled() == {first, second}, 30), str(home.polled()))
    checks("and its events arrive", harness.wait_for(lambda: len(home.events(second)) > 3, 60))
    checks("at the sink too", "not_followed" not in home.outcome(home.events(second)[-1]), str(home.outcome(home.events(second)[-1])))
    again = home.follow("add", there)
    checks("again it changes nothing", again.returncode == 0 and "is followed already" in again.stdout, again.stdout)
    own = home.follow("add", here)
    checks("a team of the configuration is known", own.returncode == 0 and home.daemon.config + ":5:18" in own.stdout, own.stdout)
    for wrong, words in (("Nobody Atall", "no team"), (there + "XX", "no team"), ("New York", "could be several teams")):
        checks("%s is refused" % wrong, failed(home.follow("add", wrong), 64, words), wrong)
    checks("and nothing is added", home.names() == [here, there], str(home.names()))
    only = home.follow("add", "--only", there)
    checks("--only is for a daemon that follows everything", failed(only, 64, "follow.refused"), only.stderr)


def judge_lasting(checks, home, games):
    (first, here, _), (second, there, _), _ = games
    home.daemon.kill()
    checks("after a kill both are followed", harness.wait_for(
        lambda: harness.listens(home.daemon.socket) and home.polled() == {first, second}, 60), "")
    count = len(home.events(second))
    checks("and events come", harness.wait_for(lambda: len(home.events(second)) > count, 60))
    reloaded = home.command("reload")
    checks("a reload changes nothing of it", reloaded.returncode == 0 and home.polled() == {first, second}, reloaded.stdout)
    checked = subprocess.run([home.daemon.program, "check-config", home.daemon.config], capture_output=True, text=True)
    checks("check-config names it", checked.returncode == 0 and "'livegamed follow add' has added %s" % there in checked.stdout,
           checked.stdout + checked.stderr)
    status = home.command("status", "--json")
    checks("the daemon is healthy", status.returncode == 0 and "config_warnings" not in json.loads(status.stdout), status.stdout)


def judge_players(checks, home, games, league):
    (first, here, _), (second, there, _), (third, other, _) = games
    player = next(p for e in home.events(second) for p in e["data"].get("players", []) if p["name"])
    league.people = {player["id"]: {"fullName": player["name"], "active": True, "currentTeam": {"name": "Somewhere"}}}
    added = home.follow("add", player["name"].upper(), "999999")
    checks("a player of the log is added by name, another by id", added.returncode == 0 and
           "(%d) is followed from now on" % player["id"] in added.stdout and "check the id" in added.stderr, added.stdout + added.stderr)
    entries = {x["id"]: x for x in home.listed()["followed"] if x["kind"] == "player"}
    checks("the league says who is active", {x: entries[x]["state"] for x in entries} == {player["id"]: "active", 999999: "unknown"} and
           entries[player["id"]]["team"] == "Somewhere", str(entries))
    text = home.follow("list")
    checks("the list says it", text.returncode == 0 and "active, Somewhere" in text.stdout and "unknown" in text.stdout and
           ("by root" if os.geteuid() == 0 else "by uid %d" % os.geteuid()) in text.stdout, text.stdout + text.stderr)
    checks("for a player every game is polled", harness.wait_for(lambda: third in home.polled(), 30))
    checks("and logged", harness.wait_for(lambda: len([x for x in home.events(third) if x["type"] == "livegame.play"]) > 1, 60))
    event = next(x for x in home.events(third) if x["type"] == "livegame.play")
    checks("but not followed", home.outcome(event) == ["not_followed"], str(home.outcome(event)))
    home.follow("add", other)
    checks("the explanation is that of then", home.outcome(event) == ["not_followed"])
    newest = lambda: [x for x in home.events(third) if int(x["sequence"]) > int(event["sequence"]) and
                      home.outcome(x) != ["not_followed"]]
    checks("and of now for new events", harness.wait_for(lambda: newest(), 60, 1))
    league.people = None
    home.follow("remove", "999999")
    stale = home.follow("list")
    checks("without the league the states are unknown, and the list is there", stale.returncode == 0 and
           "unknown" in stale.stdout and "are not known, because of an error" in stale.stderr, stale.stdout + stale.stderr)
    league.people = {}


def judge_restore(checks, home, base):
    names = home.names()
    copy = base + "/copy.sqlite"
    backed = subprocess.run([home.daemon.program, "log", "backup", "--config", home.daemon.config, copy], capture_output=True, text=True)
    home.follow("remove", str(names[1]))
    home.daemon.stop()
    restored = subprocess.run([home.daemon.program, "log", "restore", "--config", home.daemon.config, copy], capture_output=True, text=True)
    home.daemon.start()
    checks("a restored log has what was followed", harness.wait_for(
        lambda: harness.listens(home.daemon.socket) and home.names() == names, 60), backed.stderr + restored.stderr)


def judge_remove(checks, home, games):
    (first, here, _), (second, there, _), (third, other, _) = games
    own = home.follow("remove", here)
    checks("what the configuration names is refused with its place", failed(own, 64, home.daemon.config + ":5:18", "follow.refused"),
           own.stderr)
    unknown = home.follow("remove", "SomeBody")
    checks("and what is not followed", failed(unknown, 64, "is not followed"), unknown.stderr)
    added = [str(x) for x in home.names() if x != here]
    removed = home.follow("remove", *added)
    checks("the others are removed", removed.returncode == 0 and removed.stdout.count("is removed") == len(added) and
           home.names() == [here], removed.stdout + removed.stderr)
    checks("their games are no longer polled", harness.wait_for(lambda: home.polled() <= {first}, 60), str(home.polled()))


def as_user(groups, group, path, request):
    """Returns the answer to the user NOBODY with this primary group and these others."""
    def ask():
        with Lines(path) as client:
            client.next()
            answer = client.ask(request)
            return "%s %s" % (answer["op"], answer.get("code"))
    return as_nobody(ask, groups, group)


def judge_users(checks, o, base, url, team):
    group = next(x for x in grp.getgrall() if x.gr_gid not in (0, os.getegid(), NOBODY))
    os.chmod(base, 0o711)
    folder = base + "/users"
    os.makedirs(folder)
    os.chmod(folder, 0o711)
    with Daemon(o.livegamed, folder, url, 0.2, idle=0.5, more="follow: {players: [1], group: %s}\n" % group.gr_name) as daemon:
        home = Home(daemon)
        checks("it listens", harness.wait_for(lambda: harness.listens(daemon.socket), 30))
        os.chmod(daemon.socket, 0o666)
        add = {"op": "follow_add", "names": [team]}
        if os.geteuid() != 0:
            checks.skip("other users need root")
        else:
            checks("a user outside the group is refused", as_user([], NOBODY, daemon.socket, add) == "error forbidden")
            checks("and may list", as_user([], NOBODY, daemon.socket, {"op": "follow"}) == "follow None")
            checks("a member may add", as_user([group.gr_gid], NOBODY, daemon.socket, add) == "follow_add None")
            checks("and is named", [x.get("uid") for x in home.listed()["followed"] if x.get("abbreviation")] == [NOBODY])
            remove = {"op": "follow_remove", "names": [team]}
            checks("a user whose primary group it is may remove", as_user([], group.gr_gid, daemon.socket, remove) == "follow_remove None")
            checks("but change no delivery", as_user([group.gr_gid], NOBODY, daemon.socket, {"op": "retry", "all": True}) == "error forbidden")
        with open(daemon.config) as f:
            text = f.read()
        with open(daemon.config, "w") as f:
            f.write(text.replace(group.gr_name, "no-such-group"))
        daemon.process.send_signal(signal.SIGHUP)
        checks("a group that there is not is a warning", harness.wait_for(
            lambda: "config.unusable-group" in daemon.text() and "config_warnings" in home.command("status", "--json").stdout, 20))
        if os.geteuid() == 0:
            checks("and admits nobody", as_user([group.gr_gid], NOBODY, daemon.socket, add) == "error forbidden")


def judge_everything(checks, o, base, url, team):
    folder = base + "/all"
    os.makedirs(folder)
    with Daemon(o.livegamed, folder, url, 0.2, idle=0.5) as daemon:
        home = Home(daemon)
        checks("it listens", harness.wait_for(lambda: harness.listens(daemon.socket), 30))
        checks("without names everything is followed", home.listed().get("everything") is True and
               "every game is followed" in home.follow("list").stdout)
        every = lambda: len(home.polled())
        checks("every game is polled", harness.wait_for(lambda: every() == 3, 30), str(every()))
        narrow = home.follow("add", team)
        checks("nothing is narrowed in silence", failed(narrow, 64, "--only") and home.listed()["everything"], narrow.stderr)
        only = home.follow("add", team, "--only")
        checks("but with --only", only.returncode == 0 and harness.wait_for(lambda: every() == 1, 30), only.stderr)
        last = home.follow("remove", team)
        checks("nor widened", failed(last, 64, "--everything") and home.names() == [team], last.stderr)
        whole = home.follow("remove", team, "--everything")
        checks("but with --everything", whole.returncode == 0 and harness.wait_for(lambda: every() == 3, 30), whole.stderr)


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--livegamed", required=True)
    ap.add_argument("--keep", action="store_true")
    o = ap.parse_args()
    o.livegamed = os.path.abspath(o.livegamed)
    checks = Checks()
    with Scratch(checks, o.keep) as base, Simulated(o.livegamed, base, games=3, speed=20) as simulated:
        harness.wait_for(lambda: len(slate(simulated.socket)) == 3, 30)
        games, league = slate(simulated.socket), League(simulated.url)
        more = "follow: {teams: [%s]}\nsinks: {sink: {type: exec, command: [/bin/true]}}\n" % games[0][1]
        with Daemon(o.livegamed, base, league.url, 0.1, idle=0.5, live_max=0.3, more=more) as daemon:
            home = Home(daemon)
            checks("it listens", harness.wait_for(lambda: harness.listens(daemon.socket), 30))
            judge_add(checks, home, games)
            judge_lasting(checks, home, games)
            judge_players(checks, home, games, league)
            judge_restore(checks, home, base)
            judge_remove(checks, home, games)
            checks("the daemon stopped cleanly", daemon.stop() == 0)
        judge_users(checks, o, base, league.url, games[1][1])
        judge_everything(checks, o, base, league.url, games[1][1])
    checks.exit()


if __name__ == "__main__":
    main()
