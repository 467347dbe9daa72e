#!/usr/bin/env python3
"""Draws what the gallery's messages look like: a picture a scene, from the JSON beside this file.

    docs/gallery/draw.py            write pictures/*.svg
    docs/gallery/draw.py --check    say which of them are not what the JSON gives, and fail

Text is measured by a table of widths, for the picture must be the same on every machine.
"""

import argparse
import html
import html.parser
import itertools
import json
import pathlib
import re
import sys
from datetime import datetime

HERE = pathlib.Path(__file__).resolve().parent
PICTURES = HERE / "pictures"

COLUMN, GAP, PADDING = 312, 16, 12
# Of the text in an embed.
EMBED = COLUMN - 48
SANS = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Color Emoji',sans-serif"
MONO = "monospace"

# What ntfy makes of a tag; one that is not here is shown as a word.
EMOJI = {
    "arrows_counterclockwise": "🔄", "baseball": "⚾", "boom": "💥", "checkered_flag": "🏁", "clipboard": "📋",
    "eyes": "👀", "fire": "🔥", "newspaper": "📰", "no_entry_sign": "🚫", "pencil2": "✏️", "runner": "🏃",
    "satellite": "📡", "star2": "🌟", "tada": "🎉", "umbrella": "☔", "warning": "⚠️",
}

# Of a wide sans-serif font, in thousandths of its size.
WIDTHS = {
    **dict.fromkeys("iIjl|.,:;'!", 310), **dict.fromkeys("ft()[]/ r-·•", 380), **dict.fromkeys("mwMW@%—", 930),
    **dict.fromkeys("ABCDEGHKNOQRUVXY&", 740),
}


def width(text, size, bold=False, mono=False):
    units = sum(602 if mono else 1250 if ord(c) > 0x2fff else WIDTHS.get(c, 620) for c in text)
    return units * size * (1.1 if bold and not mono else 1) / 1000


class Style(frozenset):
    """Names of marks: bold, strike, spoiler, link, mono, dim."""

    def __call__(self, mark):
        return Style(self | {mark})


PLAIN = Style()


# Markup to runs: (text, style).

def marked(text, rules, style=PLAIN):
    """Runs of a text in which each rule is a pattern with one group, and the mark of what the group holds."""
    for pattern, mark in rules:
        found = re.search(pattern, text, re.DOTALL)
        if found:
            return (marked(text[:found.start()], rules, style) + marked(found.group(1), rules, style(mark))
                    + marked(text[found.end():], rules, style))
    return [(text, style)] if text else []


def discord(text):
    # An escaped sign is no markup: it steps aside until the marks are found.
    aside = re.sub(r"\\(.)", lambda found: chr(0xe000 + ord(found.group(1))), text)
    rules = [(r"\|\|(.+?)\|\|", "spoiler"), (r"```\n?(.+?)\n?```", "mono"), (r"~~(.+?)~~", "strike"),
             (r"\*\*(.+?)\*\*", "bold"), (r"\[([^\]]+)\]\([^)]+\)", "link")]
    back = lambda part: "".join(chr(ord(c) - 0xe000) if 0xe000 <= ord(c) < 0xe080 else c for c in part)
    return [(back(part), style) for part, style in marked(aside, rules)]


def slack(text):
    rules = [(r"<[^|>]+\|([^>]+)>", "link"), (r"(?<!\w)\*([^*\n]+)\*(?!\w)", "bold"),
             (r"(?<!\w)~([^~\n]+)~(?!\w)", "strike")]
    return [(html.unescape(part), style) for part, style in marked(text, rules)]


class Telegram(html.parser.HTMLParser):
    MARKS = {"b": "bold", "strong": "bold", "s": "strike", "del": "strike", "tg-spoiler": "spoiler", "a": "link",
             "code": "mono", "pre": "mono", "i": "dim"}

    def __init__(self, text):
        super().__init__()
        self.runs, self.open = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, _):
        self.open.append(self.MARKS.get(tag, "plain"))

    def handle_endtag(self, _):
        self.open.pop()

    def handle_data(self, text):
        self.runs.append((text, Style(self.open)))


# Runs to lines.

def wrapped(runs, size, room):
    """Lines of runs, none wider than the room; drawings in letters of one width are never broken."""
    lines, line, used = [], [], 0
    for text, style in runs:
        for number, row in enumerate(text.split("\n")):
            if number:
                lines, line, used = lines + [line], [], 0
            for word in [row] if "mono" in style else re.findall(r"\s*\S+|\s+$", row):
                extent = width(word, size, "bold" in style, "mono" in style)
                if line and used + extent > room and "mono" not in style:
                    lines, line, used = lines + [line], [], 0
                    word = word.lstrip()
                line.append((word, style))
                used += width(word, size, "bold" in style, "mono" in style)
    return [joined(line) for line in (lines + [line] if line else lines)]


def joined(line):
    """Neighbours of one style as one run."""
    return [("".join(text for text, _ in part), style) for style, part in itertools.groupby(line, lambda run: run[1])]


class Card:
    """A picture that grows downwards from its upper left corner."""

    def __init__(self, name, note="", ground="#2b2d31"):
        self.parts, self.ground, self.y = [], ground, 34
        self.put(0, 12, [(name, PLAIN("bold")), ("  " + note, PLAIN)], 11, "#8b949e")

    def put(self, x, y, line, size, fill):
        spans, at = [], x
        for text, style in line:
            extent = width(text, size, "bold" in style, "mono" in style)
            if "spoiler" in style:
                self.parts.append(f'<rect x="{at:.0f}" y="{y - size:.0f}" width="{extent:.0f}" height="{size + 4}" '
                                  'rx="3" fill="#1a1b1e"/>')
            at += extent
            marks = "".join([
                ' font-weight="600"' if "bold" in style else "",
                ' text-decoration="line-through"' if "strike" in style else "",
                f' font-family="{MONO}"' if "mono" in style else "",
                ' fill="#00a8fc"' if "link" in style else ' fill-opacity="0"' if "spoiler" in style else "",
            ])
            quoted = html.escape(text, quote=False)
            spans.append(f"<tspan{marks}>{quoted}</tspan>" if marks else quoted)
        self.parts.append(f'<text x="{x}" y="{y:.0f}" font-size="{size}" fill="{fill}">{"".join(spans)}</text>')

    def write(self, runs, size=13, fill="#dbdee1", x=PADDING, room=None, after=0):
        for line in wrapped(runs, size, room or COLUMN - x - PADDING):
            if any("mono" in style for _, style in line):
                self.parts.append(f'<rect x="{x}" y="{self.y - 1:.0f}" width="{room or COLUMN - x - PADDING}" '
                                  f'height="{size + 6}" fill="#1e1f22"/>')
            self.y += size
            self.put(x, self.y, line, size, fill)
            self.y += 5
        self.y += after

    def draw(self, left, top):
        """Its lines, and its height."""
        height = self.y + PADDING - 4
        ground = (f'<rect y="20" width="{COLUMN}" height="{height - 20:.0f}" rx="8" fill="{self.ground}"/>')
        return [f'<g transform="translate({left} {top:.0f})">', ground, *self.parts, "</g>"], height


# Messages to cards.

def notes(message, *others, silent=False):
    """What stands beside a receiver's name."""
    return ", ".join(
        ["changed in place"] * ("edits" in message) + ["silent"] * bool(silent) + [*filter(None, others)])


def discord_card(message, name):
    body = message["body"]
    card = Card(name, notes(message, silent=body.get("flags", 0) >> 12 & 1), "#313338")
    for number, embed in enumerate(body["embeds"]):
        start = card.y = card.y + (8 if number else 0)
        place, card.y = len(card.parts), card.y + 8
        title = PLAIN("bold")("link") if "url" in embed else PLAIN("bold")
        heading = [(text, Style(style | title)) for text, style in discord(embed.get("title", ""))]
        card.write(heading, x=24, room=EMBED, after=3)
        card.write(discord(embed.get("description", "")), x=24, room=EMBED)
        time = embed.get("timestamp") and datetime.fromisoformat(embed["timestamp"].replace("Z", "+00:00"))
        foot = [embed.get("footer", {}).get("text"), time and f"{time:%d %b %Y %H:%M}"]
        card.y += 3
        card.write([(" • ".join(filter(None, foot)), PLAIN)], 10.5, "#b5bac1", x=24)
        card.y += 4
        card.parts.insert(place, (
            f'<rect x="{PADDING}" y="{start:.0f}" width="{COLUMN - 2 * PADDING}" height="{card.y - start:.0f}" rx="4" '
            f'fill="#2b2d31"/><rect x="{PADDING}" y="{start:.0f}" width="4" height="{card.y - start:.0f}" rx="2" '
            f'fill="#{embed["color"]:06x}"/>'))
    return card


def slack_card(message):
    body = message["body"]
    card = Card("Slack", notes(message, "in the game's thread" if "thread_ts" in body else ""), "#1a1d21")
    for block in body["blocks"]:
        if block["type"] == "header":
            card.write([(block["text"]["text"], PLAIN("bold"))], 15, "#f8f8f8", after=2)
        elif block["type"] == "section":
            card.write(slack(block["text"]["text"]), fill="#d1d2d3", after=2)
        else:
            card.write([run for part in block["elements"] for run in slack(part["text"])], 11, "#ababad")
    return card


def ntfy_card(message):
    body = message["body"]
    card = Card("ntfy", notes(message, f"priority {body['priority']}"), "#26282c")
    signs = "".join(EMOJI[tag] for tag in body["tags"] if tag in EMOJI)
    card.write([(f"{signs} {body['title']}".strip(), PLAIN("bold"))], 13.5, "#f1f1f1", after=2)
    card.write([(body["message"], PLAIN)], fill="#c4c7cc")
    words = [tag for tag in body["tags"] if tag not in EMOJI]
    if words:
        card.write([(f"Tags: {', '.join(words)}", PLAIN)], 11, "#8b949e")
    return card


def gotify_card(message):
    body = message["body"]
    card = Card("Gotify", f"priority {body['priority']}", "#303030")
    card.write([(body["title"], PLAIN("bold"))], 13.5, "#ffffff", after=2)
    card.write([(body["message"], PLAIN)], fill="#d0d0d0")
    return card


def telegram_card(message):
    body = message["body"]
    card = Card("Telegram", notes(message, silent=body.get("disable_notification", False)), "#182533")
    card.write(Telegram(body["text"]).runs, fill="#f5f5f5")
    return card


def picture(cards):
    """Three columns; each card joins the shortest."""
    tops, parts = [0, 0, 0], []
    for card in cards:
        column = tops.index(min(tops))
        drawn, height = card.draw(column * (COLUMN + GAP), tops[column])
        parts += drawn
        tops[column] += height + GAP
    across, down = 3 * COLUMN + 2 * GAP, max(tops) - GAP
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down:.0f}" width="{across}" '
            f'height="{down:.0f}" font-family="{SANS}" xml:space="preserve">')
    return "\n".join([head, *parts, "</svg>", ""])


def pictures():
    """All of them, by name."""
    pages = ["discord-plays", "slack-bot", "ntfy", "telegram", "discord-scoreboard", "gotify"]
    told = {page: {message["scene"]: message for message in json.loads((HERE / f"{page}.json").read_text())}
            for page in pages}
    drawn = {}
    for scene in told["discord-plays"]:
        cards = [discord_card(told["discord-plays"][scene], "Discord"), slack_card(told["slack-bot"][scene]),
                 ntfy_card(told["ntfy"][scene]), telegram_card(told["telegram"][scene])]
        if scene in told["discord-scoreboard"]:
            cards.append(discord_card(told["discord-scoreboard"][scene], "Discord, mode: scoreboard"))
        cards.append(gotify_card(told["gotify"][scene]))
        drawn[f"{scene}.svg"] = picture(cards)
    return drawn


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    check = parser.parse_args().check
    drawn, known = pictures(), {path.name: path.read_text() for path in PICTURES.glob("*.svg")}
    stale = sorted(name for name in drawn.keys() | known.keys() if drawn.get(name) != known.get(name))
    if check:
        for name in stale:
            print(f"docs/gallery/pictures/{name}: not what the messages give; 'make golden' draws it", file=sys.stderr)
        return 1 if stale else 0
    PICTURES.mkdir(exist_ok=True)
    for name in stale:
        if name in drawn:
            (PICTURES / name).write_text(drawn[name])
        else:
            (PICTURES / name).unlink()
    print(f"{len(drawn)} pictures, {len(stale)} of them new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
