"""A step of at_home.py: the commands of README and docs run on the machine as they are printed."""
import json
import os
import re

from lib.harness import wait_for
from home import trouble

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
# Without recipes.md, webhooks.md and socket.md, whose blocks are run by RecipesPageTests, webhook_receivers.py and examples.py.
PAGES = ("README.md", "docs/configuration.md", "docs/events.md", "docs/livegamed.md", "docs/operations.md")

# Commands of these blocks or lines cannot run on this machine, or would end it. Each has the place of its test.
ELSEWHERE = (
    (r"\bmake (demo|test|lint|golden|fuzz|bench|polling|kills|soak)\b", ".ci/run, or by hand"),
    (r"\bmake (deb|tarball|release|release-files|install)\b|^\.build/livegamed|install\.sh", ".ci/run"),
    (r"^(sudo )?apt(-get)? |^sha256sum|^curl |^git |^tar ", "the steps install, upgrade, remove and purge"),
    (r"\blivegamed log restore\b", "Tests/Acceptance/backup.py"),
    (r"^sudo systemctl (stop|start|disable|enable) ", "the step stopped"),
    (r"^(sudo )?livegamed (setup|run|demo)\b", "Tests/Acceptance/setup.py and commands.py"),
    (r"^livegamed (record|replay)\b", "Tests/Acceptance/record.py"),
    (r"^sudo livegamed follow add\b", "Tests/Acceptance/follow.py"),
    # The source of the games here has no list of teams and players.
    (r"^livegamed (player|team)\b", "PlayerCommandTests"),
)

# Commands that follow something and do not end by themselves.
FOLLOWS = re.compile(r"\bwatch\b(?!.*--(exit|until))|\bjournalctl\b.* -f\b|\bjournalctl -f\b|\bsocat (-u|-t 3600)\b")

# Exit statuses of a command that succeeds: status and sink list return 1 if a delivery has failed, and explain returns 66
# if the log has no event with the tag yet. game returns 66 if the team does not play here, and 69 while polls take the budget.
ACCEPTED = {"livegamed status": (0, 1), "livegamed sink list": (0, 1), "livegamed explain --last": (0, 66),
            "livegamed game": (0, 66, 69)}


def commands_of(text):
    """Returns the commands of a shell block: comments and the output that follows `$ ` are left out."""
    text = re.sub(r"\\\n|(?<=\|)\n", " ", text)
    lines = text.splitlines()
    if any(x.startswith("$ ") for x in lines):
        lines = [x[2:] for x in lines if x.startswith("$ ")]
    return [x for x in (re.sub(r"\s+# .*$|^# .*$", "", line).strip() for line in lines) if x]


def blocks_of(page):
    """Returns each shell block of a page as (line, commands)."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as f:
        text = f.read()
    return [(text[:x.start()].count("\n") + 1, commands_of(x.group(1)))
            for x in re.finditer(r"^```(?:sh|console)\n(.*?)^```$", text, re.M | re.S)]


def sinks_of(commands):
    """Returns the names of sinks that commands give as arguments."""
    named = re.compile(r"\bsink (?:test|enable|pause|resume) ([a-z][a-z0-9-]*)|--sink[= ]([a-z][a-z0-9-]*)|--to[= ]([a-z][a-z0-9-]*)")
    return {next(filter(None, x)) for command in commands for x in named.findall(command)}


def documents(home, checks):
    """Runs every command of README and docs."""
    blocks = [(page, *block) for page in PAGES for block in blocks_of(page)]
    everything = [x for _, _, commands in blocks for x in commands]
    checks("the pages have commands", len(everything) > 40, str(len(everything)))
    links_lead_somewhere(home, checks)
    home.configure(sinks=["hook", "stuck", *((name, "late") for name in sorted(sinks_of(everything)))])
    checks("a configuration with the sinks of the pages is accepted", home.systemctl("reload", "livegamed").returncode == 0
           and home.is_well())
    checks("a message waits, for commands that name one", wait_for(lambda: message_of(home), 20))
    for page, line, commands in blocks:
        if any("/srv/livegamed" in x for x in commands):
            # The step `moved` runs the whole block.
            continue
        for command in commands:
            if not any(re.search(pattern, command) for pattern, _ in ELSEWHERE):
                run(home, checks, "%s:%d: %s" % (page, line, command), numbered(home, command))
    home.machine.run("find", "/var/backups", "-name", "livegamed-*", "-delete", check=True)
    home.configure()
    checks("the daemon runs as before", home.systemctl("restart", "livegamed").returncode == 0 and home.is_well())


def numbered(home, command):
    """Returns a command with the numbers of a message and of an event that exist here."""
    command = re.sub(r"(outbox (?:retry|drop)) \d+", lambda x: "%s %s" % (x.group(1), message_of(home)), command)
    return re.sub(r"\bexplain \d+", "explain 1", command)


def message_of(home):
    """Returns the number of a message that waits; None without one."""
    listed = json.loads(home.livegamed("outbox", "list", "--sink", "stuck", "--json").stdout or "{}")
    return next((x["number"] for x in listed.get("entries", [])), None)


def run(home, checks, name, command):
    """Runs a command as root, or as the member of the clients' group if it does not begin with sudo."""
    follows = FOLLOWS.search(command)
    # A command that is not found has the status 127; a program that follows is ended by timeout with 124.
    shell = "sudo() { \"$@\"; }; USER=alice; set -o pipefail; cd /etc/livegamed; " + command
    done = home.machine.run(*(["timeout", "--signal=INT", "4"] if follows else []), "bash", "-c", shell)
    accepted = (0, 124, 130) if follows else next(
        (x for prefix, x in ACCEPTED.items() if re.search(r"(^|sudo )" + re.escape(prefix), command)), (0,))
    checks(name, done.returncode in accepted, trouble(done) if done.returncode not in accepted else "")


def links_lead_somewhere(home, checks):
    """Checks that the installed pages link to installed pages only, or to the web."""
    folder, dead = "/usr/share/doc/livegamed", []
    for page in sorted(os.listdir(home.machine.path(folder))):
        if not page.endswith(".md"):
            continue
        with open(home.machine.path(os.path.join(folder, page)), encoding="utf-8") as f:
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)|srcset=\"([^\"]+)\"|src=\"([^\"]+)\"", f.read()):
                target = next(filter(None, target))
                if "://" not in target and not os.path.exists(home.machine.path(os.path.join(folder, target))):
                    dead.append("%s: %s" % (page, target))
    checks("links of installed pages lead to installed files", not dead, ", ".join(dead))
