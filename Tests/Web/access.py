"""The page without a mouse and without JavaScript."""
import re

import browser
import evening as evenings
import live
from lib import harness


def keyboard(check, chromium, evening):
    page = browser.context(chromium, "desktop").new_page()
    browser.visit(page, evening.url + "/mlb")
    focused = "document.activeElement.textContent.trim()"
    page.keyboard.press("Tab")
    first = page.evaluate(focused)
    check("the first key leads to the skip link", first == "Skip to content", first)
    box = page.locator(".skip").bounding_box()
    check("and it is seen then", min(box["x"], box["y"]) >= 0, box)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    check("it leads into the content", page.url.endswith("#main")
          and page.evaluate("document.querySelector('main').contains(document.activeElement)"))
    ring = page.evaluate("getComputedStyle(document.activeElement).outline")
    check("the focus has a ring", "none" not in ring and "0px" not in ring, ring)
    browser.pause(page)
    games(check, page)
    days(check, page, evening)
    page.context.close()
    kept(check, chromium, evening)


def games(check, page):
    """Walks through the games with j and k."""
    total = page.locator("a.game").count()
    at = "[...document.querySelectorAll('a.game')].indexOf(document.activeElement)"
    went = []
    for key in "jjkk":
        page.keyboard.press(key)
        went.append(page.evaluate(at))
    check("j and k go through the games", total >= 3 and went == [0, 1, 0, 0], went)
    hidden = page.evaluate("""() => { const e = document.querySelectorAll('a.game')[0]; e.focus();
        return e.getBoundingClientRect().top < document.querySelector('.top').getBoundingClientRect().bottom }""")
    check("the bar covers no game that has the focus", not hidden)


def days(check, page, evening):
    """Walks through the days with the arrows."""
    def date():
        return page.locator("#date").input_value()

    today = date()
    for key, holds in [("ArrowLeft", lambda x: x < today), ("ArrowRight", lambda x: x == today),
                       ("ArrowRight", lambda x: x > today)]:
        with page.expect_navigation():
            page.keyboard.press(key)
        check("%s leads to another day" % key, holds(date()), date())
    page.locator("#date").focus()
    page.keyboard.press("j")
    check("a key that is typed into a field is no shortcut", page.evaluate("document.activeElement.id") == "date")


def kept(check, chromium, evening):
    """Replaces the game that has the focus, and then the whole page, as news do: the focus stays on the game."""
    page, _ = live.opened(chromium, evening.url + "/mlb")
    check("the scoreboard is live", live.says(page, live.LIVE, 30))
    focused = "document.activeElement.closest('li')?.id"
    page.keyboard.press("j")
    page.keyboard.press("j")
    game = page.evaluate(focused)
    after = page.evaluate("""async () => {
        const game = document.activeElement.closest("li"), news = game.cloneNode(true);
        news.dataset.news = "";
        (await import(document.querySelector("script[type=module]").src)).place(news.outerHTML);
        return game.isConnected ? "not replaced" : document.activeElement.closest("li")?.id;
    }""")
    check("a game that is replaced keeps the focus", game and after == game, (game, after))
    page.evaluate("() => { former = document.querySelector('main'); stream.dispatchEvent(new MessageEvent('reload')); }")
    check("the page fetches itself again", harness.wait_for(
        lambda: page.evaluate("former !== document.querySelector('main')"), 30, pause=0.2))
    check("a game keeps the focus then", page.evaluate(focused) == game, page.evaluate(focused))
    page.context.close()


def without_script(check, chromium, evening, addresses):
    """Looks at each page without JavaScript: it is all there, and a live page has a link that loads it again. A wall,
    which nobody touches, loads itself again."""
    context = browser.context(chromium, "phone", java_script_enabled=False)
    for name, path in addresses.items():
        page = context.new_page()
        browser.visit(page, evening.url + path)
        words = " ".join(page.locator("main").inner_text().split())
        check("%s without JavaScript is there" % name, page.locator("main h1").count() == 1 and len(words) > 30,
              words[:60])
        is_live = page.locator("body[data-live]").count() > 0
        if name == "wall":
            check("a wall without JavaScript loads itself again each minute",
                  page.locator("meta[http-equiv=refresh][content='60']").count() == 1)
        if is_live:
            check("%s without JavaScript does not say that it is live" % name,
                  not re.search(r"^(Live|Reconnecting)", page.locator("[data-link]").inner_text().strip()))
        if is_live and name != "wall":
            link = page.get_by_role("link", name="Refresh", exact=True)
            seen = link.count() == 1 and link.is_visible()
            if check("%s without JavaScript can be loaded again" % name, seen) and seen:
                with page.expect_navigation():
                    link.click()
                check("%s: Refresh leads to the same page" % name, page.url == evening.url + path, page.url)
        page.close()
    page = context.new_page()
    browser.visit(page, evening.url + "/mlb")
    page.locator("#date").fill("2026-04-20")
    with page.expect_navigation():
        page.get_by_role("button", name="Go").click()
    check("a date can be opened without JavaScript", "date=2026-04-20" in page.url, page.url)
    context.close()


def run(check, chromium, evening, game):
    keyboard(check, chromium, evening)
    without_script(check, chromium, evening, evenings.pages(evening, game))
