"""The pictures in the repository, and pictures/sources.json, which says from what each was drawn."""

import hashlib
import json

from lib.pages import GALLERY

PICTURES = GALLERY / "pictures"
SOURCES = PICTURES / "sources.json"
# The most bytes of one picture, and of all.
ONE, ALL = 80_000, 1_700_000


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def source(page, fonts):
    """Returns the hash of everything that a picture is drawn from: its HTML with the layout, the fonts and the palette."""
    palette = (GALLERY / "lib" / "palette.js").read_text()
    return digest("\0".join([page.html, json.dumps(fonts, sort_keys=True), palette]).encode())


def path(page):
    return PICTURES / f"{page.name}.webp"


def load():
    """Returns the record; an empty one if there is none."""
    return json.loads(SOURCES.read_text()) if SOURCES.exists() else {"fonts": {}, "pictures": {}}


def save(pages, fonts):
    """Writes the record of all pages."""
    entries = {page.name: {"source": source(page, fonts), "file": digest(path(page).read_bytes())} for page in pages}
    SOURCES.write_text(json.dumps({"fonts": fonts, "pictures": entries}, indent=1, sort_keys=True) + "\n")


def is_current(page, record, fonts):
    """Returns whether the picture is there and was drawn from this page with these fonts."""
    entry = record["pictures"].get(page.name)
    return (entry is not None and entry["source"] == source(page, fonts) and path(page).exists()
            and entry["file"] == digest(path(page).read_bytes()))


def faults(pages):
    """Returns what is wrong with the pictures in the repository, without a browser and without fonts."""
    record = load()
    names = {page.name for page in pages}
    found = [f"{path(page)}: not what the messages and the layout give; 'docs/gallery/draw.py' draws it"
             for page in pages if not is_current(page, record, record["fonts"])]
    found += [f"{SOURCES}: '{name}' is no picture" for name in record["pictures"].keys() - names]
    sizes = {each: each.stat().st_size for each in sorted(PICTURES.iterdir()) if each != SOURCES}
    found += [f"{each}: belongs to no scene" for each in sizes if each.name.removesuffix(".webp") not in names]
    found += [f"{each}: {size} bytes, more than {ONE}" for each, size in sizes.items() if size > ONE]
    if sum(sizes.values()) > ALL:
        found.append(f"{PICTURES}: {sum(sizes.values())} bytes in all, more than {ALL}")
    return found
