"""Plots as SVG that follow the reader's colours: lines over an axis of numbers."""
import math

import results

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 260, 56, 22, 34, 36
# The height of the name of a series, above the plot.
KEY = 16
STYLE = """text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;fill:#24292f}.grid{stroke:#d0d7de}
polyline{fill:none;stroke-width:2}.s1{stroke-dasharray:6 3}.s2{stroke-dasharray:2 3}
.s0{stroke:#0969da}.s1{stroke:#bc4c00}.s2{stroke:#6e7781}
circle{fill:#0969da}circle.s1{fill:#bc4c00}circle.s2{fill:#6e7781}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}
.s0{stroke:#4493f8}.s1{stroke:#f0883e}.s2{stroke:#9198a1}
circle{fill:#4493f8}circle.s1{fill:#f0883e}circle.s2{fill:#9198a1}}"""


def short(value):
    """Formats a number for an axis: 0.5, 250, 1,000, 10^5."""
    if value >= 100_000 and math.log10(value).is_integer():
        return "10<tspan dy='-4' font-size='9'>%d</tspan>" % math.log10(value)
    return format(int(value), ",") if value == int(value) else "%.3g" % value


def draw(path, title, series, is_logarithmic=True, ticks=None, has_points=True):
    """Draws series, which are (name, [(x, y)…]); without ticks the axis is labelled with the x of the first one."""
    xs = [x for _, points in series for x, _ in points]
    highest = max(y for _, points in series for _, y in points) or 1
    scale = math.log10 if is_logarithmic else float
    first, last = scale(min(xs)), scale(max(xs))
    # The names of several series need space of their own.
    more = KEY * len(series) if len(series) > 1 else 0
    height, top = HEIGHT + more, TOP + more

    def across(x):
        return LEFT + (WIDTH - LEFT - RIGHT) * (scale(x) - first) / ((last - first) or 1)

    def down(y):
        return height - BOTTOM - (height - BOTTOM - top) * y / (highest * 1.05)

    shapes = []
    for share in (0, 0.5, 1):
        y = down(highest * share)
        shapes.append('<line x1="%d" y1="%.1f" x2="%d" y2="%.1f" class="grid"/>' % (LEFT, y, WIDTH - RIGHT, y))
        shapes.append('<text x="%d" y="%.1f" text-anchor="end">%s</text>' % (LEFT - 6, y + 4, results.short(highest * share)))
    for x in ticks or [x for x, _ in series[0][1]]:
        shapes.append('<text x="%.1f" y="%d" text-anchor="middle">%s</text>' % (across(x), height - 14, short(x)))
    for number, (name, points) in enumerate(series):
        shapes += curve(number, [(across(x), down(y)) for x, y in points], has_points)
        if len(series) > 1:
            shapes += key(number, name)
    with open(path, "w") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">\n'
                   '<style>%s</style>\n<text x="%d" y="20" class="title">%s</text>\n%s\n</svg>\n' % (
                       WIDTH, height, title, STYLE, LEFT, title, "\n".join(shapes)))


def curve(number, places, has_points):
    line = '<polyline class="s%d" points="%s"/>' % (number, " ".join("%.1f,%.1f" % place for place in places))
    return [line] + ['<circle class="s%d" cx="%.1f" cy="%.1f" r="3.5"/>' % (number, *place) for place in places
                     if has_points]


def key(number, name):
    """Returns the name of a series and a piece of its line, above the plot."""
    x, y = LEFT, TOP + 4 + KEY * number
    return ['<polyline class="s%d" points="%d,%d %d,%d"/>' % (number, x, y - 4, x + 24, y - 4),
            '<text x="%d" y="%d">%s</text>' % (x + 30, y, name)]
