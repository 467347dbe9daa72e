#!/usr/bin/env python3
"""Draws the messages of the gallery as their clients show them: WebP pictures from the JSON beside this file.

    docs/gallery/draw.py            draw the pictures that are not current; needs Chromium, cwebp and the fonts
    docs/gallery/draw.py --all      draw every picture
    docs/gallery/draw.py --check    say which pictures are not what the messages give, and fail; needs only Python
    docs/gallery/draw.py --measure  lay every picture out; fail if text leaves its box, a letter is missing, or a font
                                    is not the one in the layout; ends with 77 if Chromium or a font is missing
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from lib import browser, fonts, measure, pages, record  # noqa: E402


def lacking(*programs):
    """Returns the Debian packages that drawing needs and that are not installed."""
    needs = [package for program, package in programs if not shutil.which(program)]
    if not browser.program():
        needs.append("chromium")
    return needs + (fonts.missing() if shutil.which("fc-match") else ["fontconfig", *fonts.PACKAGES.values()])


def webp(png):
    """Returns a PNG as lossless WebP."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        pathlib.Path(file.name).write_bytes(png)
        return subprocess.run(["cwebp", "-quiet", "-lossless", "-z", "8", file.name, "-o", "-"], capture_output=True,
                              check=True).stdout


def draw(everything):
    """Draws what is not current, and removes what belongs to no scene."""
    wanted, known, used = pages.all_pages(), record.load(), fonts.hashes()
    stale = [page for page in wanted if everything or not record.is_current(page, known, used)]
    record.PICTURES.mkdir(exist_ok=True)
    faults = []
    if stale:
        with browser.Browser() as chromium:
            for page in stale:
                faults += measure.faults(chromium, page)
                record.path(page).write_bytes(webp(chromium.screenshot()))
    for path in set(record.PICTURES.iterdir()) - {record.path(page) for page in wanted} - {record.SOURCES}:
        path.unlink()
    record.save(wanted, used)
    print(f"{len(wanted)} pictures, {len(stale)} of them new")
    return faults + record.faults(wanted)


def measured():
    """Returns the faults of all layouts."""
    wanted = pages.all_pages()
    with browser.Browser() as chromium:
        faults = measure.unnoticed(chromium)
        for page in wanted:
            faults += measure.faults(chromium, page)
    print(f"{len(wanted)} layouts, {len(faults)} faults")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--all", action="store_true", help="draw every picture")
    mode.add_argument("--check", action="store_true", help="compare, and write nothing; needs no browser")
    mode.add_argument("--measure", action="store_true", help="lay out, and write nothing")
    options = parser.parse_args()
    if options.check:
        faults = record.faults(pages.all_pages())
    else:
        needs = lacking() if options.measure else lacking(("cwebp", "webp"))
        if needs:
            print(f"needs {' '.join(sorted(set(needs)))}: install with apt")
            return 77 if options.measure else 1
        try:
            faults = measured() if options.measure else draw(options.all)
        except browser.BrowserFault as fault:
            faults = [str(fault)]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
