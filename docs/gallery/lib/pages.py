"""The pages of the gallery: an HTML document for each picture."""

import json
import pathlib
from typing import NamedTuple

from lib import clients, reader, terminal

GALLERY = pathlib.Path(__file__).resolve().parent.parent
THEMES = ("light", "dark")
SINKS = ["discord-plays", "slack-bot", "ntfy", "telegram", "discord-scoreboard", "gotify"]
BOARD = "watch-board"
# Scenes with so much text that three clients fill a picture.
LONG = {"digest"}


class Page(NamedTuple):
    """One picture: its file name without the ending, and its HTML."""

    name: str
    html: str


def messages():
    """Returns the messages of each sink by scene."""
    return {sink: {message["scene"]: message for message in json.loads((GALLERY / f"{sink}.json").read_text())}
            for sink in SINKS}


def arrival(scene, message):
    """Returns the time at which the message of a scene arrives, by its newest event."""
    if scene == "digest":
        return reader.MORNING
    stamps = [embed["timestamp"] for embed in message["body"]["embeds"] if "timestamp" in embed]
    return max(map(reader.parsed, stamps), default=reader.EVENING)


def cards(scene, told):
    """Returns the cards of a scene; a sink without a message for it has none."""
    plays, board = told["discord-plays"][scene], told["discord-scoreboard"]
    eye = reader.Reader(arrival(scene, plays))
    parts = [clients.discord(plays, eye), clients.slack(told["slack-bot"][scene], eye)]
    if scene in LONG:
        return parts + [clients.telegram(told["telegram"][scene], eye)]
    parts += [clients.ntfy(told["ntfy"][scene], eye), clients.telegram(told["telegram"][scene], eye)]
    if scene in board:
        # An edited message keeps the time of its first version.
        first = arrival("", next(iter(board.values())))
        parts.append(clients.discord(board[scene], eye, "Discord, mode: scoreboard", first))
    return parts + [clients.gotify(told["gotify"][scene], eye)]


def document(theme, kind, content):
    style = (GALLERY / "lib" / "layout.css").read_text()
    return (f'<!doctype html>\n<html class="{theme}" lang="en">\n<meta charset="utf-8">\n<style>\n{style}</style>\n'
            f'<div id="picture" class="{kind}">{content}</div>\n</html>\n')


def all_pages():
    """Returns every page, light and dark."""
    told = messages()
    contents = [(scene, "messages", "\n".join(cards(scene, told))) for scene in told["discord-plays"]]
    contents.append((BOARD, "board", terminal.window((GALLERY / f"{BOARD}.txt").read_text())))
    return [Page(f"{name}-{theme}", document(theme, kind, content))
            for name, kind, content in contents for theme in THEMES]
