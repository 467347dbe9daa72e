"""Pictures of /states, a page with each component in each state, compared with those in `pictures`; and the picture of
the README."""
import io
import os

import browser
from lib import harness

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = HERE + "/pictures"
README = os.path.dirname(os.path.dirname(HERE)) + "/docs/pictures/page.png"
WIDTHS = {"phone": 390, "desktop": 1280}
# The share of the pixels of one component that may differ.
MOST = 0.001
# A smaller difference of a channel is none: new releases of Chromium round some edges differently.
LEAST = 24
# The times of /states are near this instant; the browser's clock stands still at it.
MOMENT = "2026-07-14T23:05:00Z"
PARTS = """() => [...document.querySelectorAll("main [data-state], main > *, main > section > *")].map(e => {
    const r = e.getBoundingClientRect();
    return [e.dataset.state ?? e.id ?? "", Math.max(0, Math.floor(r.left)), Math.max(0, Math.floor(r.top + scrollY)),
        Math.min(innerWidth, Math.ceil(r.right)), Math.ceil(r.bottom + scrollY)]
})"""


def taken(chromium, url, width, theme):
    """Returns the picture of the whole page, and its parts as (name, box)."""
    from PIL import Image
    context = chromium.new_context(viewport={"width": width, "height": 844}, color_scheme=theme,
                                   reduced_motion="reduce", locale="en-US", timezone_id="UTC")
    page = context.new_page()
    page.clock.set_fixed_time(MOMENT)
    response = browser.visit(page, url)
    if response.status != 200:
        context.close()
        return None, []
    parts = [(x[0] or "part %d" % n, tuple(x[1:])) for n, x in enumerate(page.evaluate(PARTS))]
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    context.close()
    return picture, parts


def differing(one, other):
    """Returns the share of the pixels of two pictures of one size that differ."""
    from PIL import ImageChops
    changed = ImageChops.difference(one, other).convert("RGB")
    largest = ImageChops.lighter(ImageChops.lighter(*changed.split()[:2]), changed.split()[2])
    return sum(largest.histogram()[LEAST:]) / (one.width * one.height)


def changes(picture, parts, accepted):
    """Returns what differs from the accepted picture: its size, or the parts with more than MOST changed pixels."""
    if picture.size != accepted.size:
        return ["is %d × %d px, was %d × %d" % (*picture.size, *accepted.size)]
    whole = [("the page", (0, 0, *picture.size))]
    shares = [(name, differing(picture.crop(box), accepted.crop(box))) for name, box in whole + parts
              if box[2] > box[0] and box[3] > box[1]]
    return ["%s by %.2f %%" % (name, 100 * share) for name, share in shares if share > MOST]


def run(check, chromium, evening, artifacts, accepts=False):
    from PIL import Image
    for device, width in WIDTHS.items():
        for theme in "light", "dark":
            name = "states-%s-%s" % (device, theme)
            picture, parts = taken(chromium, evening.url + "/states", width, theme)
            if not check("/states is there, %s, %s" % (device, theme), picture is not None):
                continue
            path = "%s/%s.png" % (FOLDER, name)
            if accepts:
                os.makedirs(FOLDER, exist_ok=True)
                picture.save(path, optimize=True)
                continue
            if not check("%s has an accepted picture" % name, os.path.exists(path), "make pictures"):
                continue
            found = changes(picture, parts, Image.open(path).convert("RGB"))
            check.none("%s looks as it did" % name, found)
            if found:
                picture.save("%s/%s.png" % (artifacts, name))
                print("     see %s/%s.png; `make pictures` accepts it" % (artifacts, name))


def draw_readme(check, chromium, evening, game):
    """Draws the scoreboard of a desktop and the game of a phone side by side, when the game is in its sixth inning."""
    from PIL import Image
    def inning():
        return max((x["data"].get("inning") or {"number": 0})["number"] for x in evening.events_of(game))

    check("the sixth inning comes", harness.wait_for(lambda: inning() >= 6, 240, pause=0.2))
    context = browser.context(chromium, "desktop", color_scheme="light")
    wide = shot(context, evening.url + "/mlb", {"width": 1040, "height": 844})
    context.close()
    context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark", reduced_motion="reduce",
                                   locale="en-US", timezone_id="UTC")
    narrow = shot(context, "%s/mlb/games/%s" % (evening.url, game), {"width": 390, "height": 844})
    context.close()
    both = Image.new("RGB", (wide.width + narrow.width, wide.height))
    both.paste(wide, (0, 0))
    both.paste(narrow, (wide.width, 0))
    os.makedirs(os.path.dirname(README), exist_ok=True)
    both.quantize(256, dither=Image.Dither.NONE).save(README, optimize=True)
    check("the picture of the README has at most 250 KB", os.path.getsize(README) <= 250_000, os.path.getsize(README))


def shot(context, url, size):
    from PIL import Image
    page = context.new_page()
    page.set_viewport_size(size)
    browser.visit(page, url)
    page.locator("[data-link]", has_text="Live").wait_for(state="attached", timeout=30000)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")
