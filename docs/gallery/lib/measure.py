"""Lays pages out in Chromium and finds what is wrong with them: text outside its box, missing letters, other fonts."""

import pathlib

from lib import fonts
from lib.pages import Page

# What changes other letters, and is none itself.
INVISIBLE = {0xFE0F, 0x200D, 0x0A, 0x09}
TEXT = "(e => [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join(''))"


def faults(browser, page):
    """Returns the faults of a page as texts."""
    browser.show(page.html)
    script = (pathlib.Path(__file__).parent / "measure.js").read_text()
    answer = browser.evaluate(f"({script})()")
    found = list(answer["faults"])
    root = browser.call("DOM.getDocument", depth=0)["root"]["nodeId"]
    nodes = browser.call("DOM.querySelectorAll", nodeId=root, selector="[data-text]")["nodeIds"]
    if answer["elements"] != len(nodes) or not nodes:
        found.append(f"{answer['elements']} elements with text, but {len(nodes)} nodes")
    marks = browser.evaluate(f"[...document.querySelectorAll('[data-text]')].map(e => [{TEXT}(e), "
                             "e.classList.contains('emoji'), getComputedStyle(e).fontFamily.replaceAll('\"', '')])")
    for node, (text, is_emoji, family) in zip(nodes, marks):
        found += font_faults(browser, node, text, is_emoji, family)
    return [f"{page.name}: {each}" for each in found]


def font_faults(browser, node, text, is_emoji, family):
    """Returns the faults of an element's own text: Chromium says with which fonts it drew the text."""
    found = []
    if family not in fonts.PACKAGES or is_emoji != (family == fonts.EMOJI):
        return [f"{text!r} asks for the font '{family}'"]
    used = browser.call("CSS.getPlatformFontsForNode", nodeId=node)["fonts"]
    # The answer also counts the emoji in elements inside this one; those are checked by themselves.
    others = {each["familyName"] for each in used} - {family} - (set() if is_emoji else inner_families(browser, node))
    if others or family not in {each["familyName"] for each in used}:
        found.append(f"{text!r} is drawn with {sorted(each['familyName'] for each in used)} instead of '{family}'")
    absent = {letter for letter in text if ord(letter) not in fonts.letters(family) and ord(letter) not in INVISIBLE}
    if absent:
        found.append(f"'{family}' has no letter for {', '.join(f'U+{ord(each):04X}' for each in sorted(absent))}")
    return found


def inner_families(browser, node):
    """Returns the fonts that the elements inside this one ask for."""
    inside = browser.call("DOM.resolveNode", nodeId=node)["object"]["objectId"]
    answer = browser.call(
        "Runtime.callFunctionOn", objectId=inside, returnByValue=True,
        functionDeclaration="function() { return [...this.querySelectorAll('*')].map("
                            "e => getComputedStyle(e).fontFamily.replaceAll('\"', '')); }")
    return set(answer["result"]["value"])


# Layouts with one fault each, and the word that its text must hold: the proof that faults are found.
FAULTY = [
    ("leaves", '<p style="width:40px;white-space:nowrap;font-family:Inter">too wide for it</p>'),
    ("cut off", '<p style="width:40px;white-space:nowrap;overflow:hidden;font-family:Inter">too wide for it</p>'),
    ("lies upon",
     '<p style="font-family:Inter;margin:0">below</p><p style="font-family:Inter;margin:-1em 0 0">above</p>'),
    ("has no letter for U+6F22", '<p style="font-family:Inter">漢</p>'),
    ("is drawn with", '<p style="font-family:\'Open Sans\'">◆</p>'),
    ("asks for the font", '<p style="font-family:\'Noto Color Emoji\'">12 3</p>'),
    ("asks for the font", '<p style="font-family:Roboto, \'Noto Color Emoji\', sans-serif">12 3</p>'),
    ("asks for the font", '<span class="emoji" style="font-family:Inter">A</span>'),
]


def unnoticed(browser):
    """Returns the faulty layouts whose fault is not found."""
    missed = []
    for word, content in FAULTY:
        found = faults(browser, Page("faulty", f'<!doctype html><div id="picture">{content}</div>'))
        if not any(word in each for each in found):
            missed.append(f"measuring does not find that this {word}: {content}")
    return missed
