"""The plays of a page, read from its HTML, to compare a page that was kept up to date with one that was just loaded."""
import datetime
import html
import re


def texts(page):
    """Returns the text of each play by its id, in the order of the page. Times are left out: browsers rewrite them."""
    found = {}
    for name, inner in re.findall(r'<li id="(f-[^"]+)"[^>]*>(.*?)</li>', page, re.S):
        inner = re.sub(r"<time.*?</time>", "", inner, flags=re.S)
        found[name] = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", inner)).split())
    return found


def ids(page):
    """Returns the ids of all plays, with repeats."""
    return re.findall(r'<li id="(f-[^"]+)"', page)


def element_of(fact):
    """Returns the id of the element of a fact: mlb/823163/8-top/pa/677587/1 → f-8-top-pa-677587-1."""
    return "f-" + re.sub(r"[^A-Za-z0-9]", "-", "-".join(fact.split("/")[2:]))


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def histories(events):
    """Returns the revisions of each fact, by the id of its element."""
    found = {}
    for event in events:
        found.setdefault(element_of(event["data"]["fact"]), []).append(event["data"])
    return found
