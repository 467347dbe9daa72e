"""The fonts of the pictures: free ones, each from a package of Debian."""

import functools
import hashlib
import pathlib
import re
import subprocess

EMOJI = "Noto Color Emoji"
# Each family, with its package. Lato, Open Sans and Noto Sans are fonts of Slack, Telegram Desktop and Discord, or close
# to them.
PACKAGES = {
    "DejaVu Sans Mono": "fonts-dejavu-core", "Inter": "fonts-inter", "Lato": "fonts-lato",
    "Noto Color Emoji": "fonts-noto-color-emoji", "Noto Sans": "fonts-noto-core", "Open Sans": "fonts-open-sans",
}


@functools.cache
def files(family):
    """Returns the regular and the bold file of a family; none if it is not installed."""
    found = []
    for style in ("Regular", "Bold"):
        answer = subprocess.run(["fc-match", "-f", "%{family[0]}\n%{file}", f"{family}:style={style}"],
                                capture_output=True, text=True, check=True).stdout.split("\n")
        if answer[0] == family:
            found.append(pathlib.Path(answer[1]))
    return found


def missing():
    """Returns the packages of the fonts that are not installed."""
    return [package for family, package in PACKAGES.items() if not files(family)]


def hashes():
    """Returns the hash of each family's files."""
    return {family: hashlib.sha256(b"".join(path.read_bytes() for path in files(family))).hexdigest()[:16]
            for family in PACKAGES}


@functools.cache
def letters(family):
    """Returns the code points of a family's regular file."""
    listed = subprocess.run(["fc-query", "-f", "%{charset}", str(files(family)[0])], capture_output=True, text=True,
                            check=True).stdout
    return frozenset(code for start, end in re.findall(r"([0-9a-f]+)(?:-([0-9a-f]+))?", listed)
                     for code in range(int(start, 16), int(end or start, 16) + 1))
