"""Turns the output of a terminal into HTML."""

import re

from lib.markup import text

# The attributes that the program uses.
CLASSES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow", "36": "cyan"}
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def painted(line):
    """Returns a line as HTML. Fails on an escape sequence that is not a known attribute."""
    parts, is_open = [], False
    for index, part in enumerate(ESCAPE.split(line)):
        if index % 2 == 0:
            if "\x1b" in part:
                raise ValueError(f"an unknown escape sequence in {part!r}")
            parts.append(text(part))
            continue
        if is_open:
            parts.append("</span>")
        codes = [code for code in part.split(";") if code not in ("", "0")]
        is_open = bool(codes)
        if is_open:
            parts.append(f'<span class="{" ".join(CLASSES[code] for code in codes)}">')
    return "".join(parts) + "</span>" * is_open


def window(output):
    """Returns a terminal; the first line of its output is the command."""
    command, *lines = output.rstrip("\n").split("\n")
    content = "\n".join(map(painted, lines))
    return f'<div class="client terminal"><div class="head">{text(command)}</div><pre>{content}</pre></div>'
