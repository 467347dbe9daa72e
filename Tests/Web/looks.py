"""Every page on a phone and a desktop, light and dark: complaints, width, sizes of targets, accessibility rules, large
text, narrow screens, forced colours and reduced motion."""
import os

import axe_playwright_python

import browser
import evening as evenings

HERE = os.path.dirname(os.path.abspath(__file__))
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The rules that colours can break; the other ones do not depend on the theme.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
RULES = """async rules => (await axe.run(document, {runOnly: rules, resultTypes: ["violations"]})).violations.map(v => {
    const [first] = v.nodes;
    const reason = first.failureSummary.split("\\n")[1] ?? "";
    return `${v.id} (${v.nodes.length}): ${first.html.slice(0, 120)} ${reason.trim()}`;
})"""

# What is laid out anew, with the width of the screen: WCAG 1.4.10, 1.4.4 and 1.4.12.
REFLOWS = {
    "320 px": (320, ""),
    "text of 200 %": (390, "html { font-size: 200% !important }"),
    "spaced text": (390, "* { line-height: 1.5 !important; letter-spacing: .12em !important;"
                         " word-spacing: .16em !important } p { margin-bottom: 2em !important }"),
}


def read(path):
    with open(path) as f:
        return f.read()


MEASURES = read(HERE + "/measures.js")
AXE = read(os.path.dirname(axe_playwright_python.__file__) + "/axe.min.js")


def measure(page, name, *arguments):
    return page.evaluate("([name, rest]) => measures[name](...rest)", [name, list(arguments)])


def opened(context, url, expected=()):
    """Returns a page that does not change any more, with all it folds away, and its complaints."""
    page = context.new_page()
    complaints = browser.complaints_of(page, expected)
    response = browser.visit(page, url)
    browser.pause(page)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.evaluate(MEASURES)
    return page, response, complaints


def examine(check, context, name, url, device):
    """Examines one page of a device, in both themes."""
    missing = url.endswith(evenings.MISSING)
    page, response, complaints = opened(context, url, ["status of 404"] if missing else [])
    where = "%s, %s" % (name, device)
    check.none(where + ": the status is right", [] if response.status == (404 if missing else 200) else
               ["status %d" % response.status])
    for theme in "light", "dark":
        page.emulate_media(color_scheme=theme)
        check.none("%s, %s: nothing is wider than the screen" % (where, theme),
                   measure(page, "wide", browser.DEVICES[device]["viewport"]["width"]) + measure(page, "cut"))
        if theme == "light":
            check.none(where + ": what is touched is large enough", measure(page, "small"))
    check.none(where + ": the browser has no complaint", complaints)
    page.evaluate(AXE)
    for theme, rules in ("dark", OF_COLOURS), ("light", TAGS):
        page.emulate_media(color_scheme=theme)
        check.none("%s, %s: no rule of axe is broken" % (where, theme), page.evaluate(RULES, rules))
    page.close()


def reflow(check, context, name, url):
    """Lays a page out on narrow screens, with large and with spaced text, and with the reader's own colours."""
    page, _, _ = opened(context, url)
    for label, (width, css) in REFLOWS.items():
        page.set_viewport_size({"width": width, "height": 844})
        browser.style(page, css)
        check.none("%s, %s: nothing is cut off" % (name, label), measure(page, "wide", width) + measure(page, "cut"))
    browser.style(page, "")
    page.emulate_media(forced_colors="active")
    check.none("%s, forced colours: everything can be told apart" % name,
               measure(page, "alike") + measure(page, "gone"))
    page.close()


def motion(check, chromium, url):
    """Compares what moves on a page of a game in progress, with and without the wish that nothing does."""
    for wish in "no-preference", "reduce":
        context = browser.context(chromium, "phone", reduced_motion=wish)
        page, _, _ = opened(context, url)
        page.evaluate("document.querySelector('#plays li').classList.add('fresh')")
        moving = measure(page, "moving")
        if wish == "reduce":
            check.none("reduced motion: nothing moves", moving)
        else:
            check("without the wish, a new play is tinted", any("arrive" in x for x in moving), moving)
        context.close()


def run(check, chromium, evening, game):
    addresses = {name: evening.url + path for name, path in evenings.pages(evening, game).items()}
    for device in browser.DEVICES:
        context = browser.context(chromium, device)
        for name, url in addresses.items():
            examine(check, context, name, url, device)
        context.close()
    context = browser.context(chromium, "desktop")
    for name, url in addresses.items():
        reflow(check, context, name, url)
    context.close()
    motion(check, chromium, addresses["game"])
