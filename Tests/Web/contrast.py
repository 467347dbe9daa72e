"""Contrast of the style sheet's colours, each text with each of its grounds, in both themes (WCAG 1.4.3, 1.4.11)."""
import re

TEXT = ["text", "soft", "faint", "link", "live", "warn", "good"]
GROUNDS = ["page", "card", "raised"]
PAIRS = ([(text, ground, 4.5) for text in TEXT for ground in GROUNDS]
         + [(x, x + "-ground", 4.5) for x in ("warn", "live", "good")] + [("control", "card", 3), ("control", "page", 3)])
COLOUR = r"light-dark\((#[0-9a-fA-F]{6}),\s*(#[0-9a-fA-F]{6})\)"


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def asset(evening, name):
    address = re.search(r'"(/assets/[^"]+/%s)"' % re.escape(name), evening.fetch("/settings")).group(1)
    return evening.ask(address)[2]


def run(check, evening):
    tokens = {m[0]: m[1:] for m in re.findall(r"--([\w-]+):\s*" + COLOUR, asset(evening, "app.css"))}
    weak = []
    for text, ground, least in PAIRS:
        for theme in (0, 1):
            ratio = contrast(tokens[text][theme], tokens[ground][theme])
            if ratio < least:
                weak.append("%s on %s, %s: %.2f, not %s" % (text, ground, ("light", "dark")[theme], ratio, least))
    check.none("text stands out from its ground (%d pairs)" % len(PAIRS), weak)
    teams = re.findall(r"\.(t-[\w-]+)\s*\{\s*--team:\s*" + COLOUR, asset(evening, "teams.css"))
    ratios = [(contrast(colours[theme], tokens["card"][theme]), name, ("light", "dark")[theme])
              for name, *colours in teams for theme in (0, 1)]
    names = {x[0] for x in teams}
    nba = {x for x in names if x.startswith("t-nba-")}
    check("each of the 30 clubs of either league has a colour", (len(names - nba), len(nba)) == (30, 30), len(teams))
    check.none("clubs stand out from the card; the weakest is %s with %.2f" % (min(ratios)[1], min(ratios)[0]),
               ["%s, %s: %.2f" % (name, theme, ratio) for ratio, name, theme in ratios if ratio < 3])
