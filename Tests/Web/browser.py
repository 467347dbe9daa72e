"""Chromium: its start, contexts of a phone and of a desktop, and loading a page."""
import os
import time

import needs

PHONE = dict(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
DESKTOP = dict(viewport={"width": 1280, "height": 860})
DEVICES = {"phone": PHONE, "desktop": DESKTOP}

# The same letters on every machine: no subpixels, no hinting. To emulate a graphics card would cost much time.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--font-render-hinting=none",
             "--force-color-profile=srgb"]

FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>%s</dir><cachedir>%s</cachedir>
<match target="pattern"><edit name="family" mode="assign" binding="strong"><string>Inter</string></edit></match>
</fontconfig>"""


def start(playwright, folder):
    """Starts Chromium with one font, Inter, whatever else is installed."""
    path = folder + "/fonts.conf"
    with open(path, "w") as f:
        f.write(FONTS % (needs.inter(), folder + "/fonts"))
    return playwright.chromium.launch(
        executable_path=needs.chromium(), args=ARGUMENTS, env=dict(os.environ, FONTCONFIG_FILE=path))


def context(chromium, device, **more):
    """Returns a new context: no cookies, nothing in the cache. What moves for ever would keep the processor busy."""
    common = dict(locale="en-US", timezone_id="UTC", reduced_motion="reduce")
    return chromium.new_context(**{**DEVICES[device], **common, **more})


def visit(page, url, within=30):
    """Loads a page, later if the daemon has answered too many requests. Returns the response."""
    end = time.monotonic() + within
    while True:
        response = page.goto(url, wait_until="load")
        if response.status != 429 or time.monotonic() > end:
            return response
        page.wait_for_timeout(1000 * int(response.headers.get("retry-after", 1)))


def complaints_of(page, expected=()):
    """Returns a list that gets what the console of a page complains about, except texts with an expected part."""
    found = []

    def take(message):
        if message.type in ("error", "warning") and not any(x in message.text for x in expected):
            found.append("console: " + message.text[:200])

    page.on("console", take)
    page.on("pageerror", lambda error: found.append("error: " + str(error)[:200]))
    return found


def style(page, css):
    """Adds a style sheet. The page's policy allows one that is made by a script."""
    page.evaluate("""css => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
    }""", css)


def pause(page):
    """Stops the updates of a page, so that it can be examined."""
    if page.locator("[data-link]").count():
        # On a wall the words are not seen.
        page.locator("[data-link]", has_text="Live").wait_for(state="attached", timeout=30000)
        page.keyboard.press("p")
        page.locator("[data-link]", has_text="Paused").wait_for(state="attached", timeout=30000)
