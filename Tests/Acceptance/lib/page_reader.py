"""The game pages and the scoreboard of the web page as values, read with `html.parser` alone."""
import html.parser
import re

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Element:
    """An element of a page, with its children and texts in order."""

    def __init__(self, tag, attributes=()):
        self.tag, self.attributes, self.inside = tag, dict(attributes), []

    @property
    def id(self):
        return self.attributes.get("id", "")

    @property
    def classes(self):
        return (self.attributes.get("class") or "").split()

    @property
    def children(self):
        return [x for x in self.inside if isinstance(x, Element)]

    def all(self, tag=None, kind=None, id=None):
        """Returns the elements inside with this name, class and id, in the order of the page."""
        found = []
        for child in self.children:
            if tag in (None, child.tag) and (kind is None or kind in child.classes) and id in (None, child.id):
                found.append(child)
            found += child.all(tag, kind, id)
        return found

    def first(self, tag=None, kind=None, id=None):
        return next(iter(self.all(tag, kind, id)), None)

    def text(self, *without):
        """Returns the visible text with single spaces, without elements of these names. Class `sr` is for ears only."""
        return " ".join(self._text(without).split())

    def _text(self, without):
        return "".join(
            x if isinstance(x, str) else "" if "sr" in x.classes or x.tag in without else x._text(without)
            for x in self.inside)


class Reader(html.parser.HTMLParser):
    """Builds the tree of a page. `trouble` has the tags that do not match."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root, self.trouble = Element("page"), []
        self.open = [self.root]
        self.feed(text)
        self.close()
        self.trouble += ["<%s> is not closed" % x.tag for x in self.open[1:]]

    def handle_starttag(self, tag, attributes):
        element = Element(tag, attributes)
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].inside.append(Element(tag, attributes))

    def handle_endtag(self, tag):
        if self.open[-1].tag == tag:
            self.open.pop()
        else:
            self.trouble.append("</%s> ends <%s>" % (tag, self.open[-1].tag))

    def handle_data(self, data):
        self.open[-1].inside.append(data)


def player(row):
    """Returns the id of the player to whom the first link of a row leads; 0 without one."""
    link = row.first("a")
    found = re.search(r"/mlb/players/(\d+)$", link.attributes.get("href", "")) if link else None
    return int(found.group(1)) if found else 0


def table(element):
    """Returns (head, rows, foot): each row is (id of the player, name, words behind it, words before it, cells)."""
    head = [x.text() for x in element.first("thead").all("th")]
    rows = []
    for row in element.first("tbody").all("tr"):
        th = row.first("th")
        link, small = th.first("a"), th.first("small")
        rows.append((player(th), link.text() if link else th.text("small"), small.text() if small else "",
                     th.text("a", "small"), [x.text() for x in row.all("td")]))
    foot = element.first("tfoot")
    return head, rows, [x.text() for x in foot.all("td")] if foot else None


class PlayLine:
    """A play, an action or a status in the list of plays."""

    def __init__(self, item, half):
        self.id, self.half, self.order = item.id, half, int(item.attributes["data-order"])
        self.code, self.text = item.first("a", "code").text(), item.first("p").text()
        score = item.first("span", "now-score")
        self.score = tuple(int(x) for x in score.text().split("–")) if score else None
        self.scores, self.is_gone = "runs" in item.classes, "gone" in item.classes
        self.is_early, self.is_status = "early" in item.classes, "status" in item.classes
        self.tags = [x.text() for x in item.all("span", "tag")]
        history = item.first("details")
        self.history = [x.text() for x in history.all("blockquote")] if history else []
        self.summary = history.first("summary").text() if history else ""
        self.cause = next((a.attributes["href"][1:] for a in history.all("a")
                           if a.attributes["href"].startswith("#")), None) if history else None
        self.struck = [x.text() for x in history.all("s")] if history else []

    @property
    def is_plate_appearance(self):
        return "-pa-" in self.id


class GamePage:
    """The page of a game. Parts that the page does not have are None or empty."""

    def __init__(self, text):
        reader = Reader(text)
        self.trouble, root = reader.trouble, reader.root
        self.title = root.first("title").text()
        self.ids = [x.id for x in root.all() if x.id]
        score = root.first(id="score")
        clubs, sums = score.all("div", "club"), score.all("b", "sum")
        self.heading = " ".join("".join(x for x in root.first("h1").inside if isinstance(x, str)).split())
        self.names = [x.first("strong").text() for x in clubs]
        self.records = [x.first("span", "soft").text() if x.first("span", "soft") else None for x in clubs]
        self.has_lost = ["lost" in x.first("strong").classes for x in clubs]
        self.score = tuple(int(x.text()) for x in sums) if sums else None
        when = score.first("div", "when").children
        self.state, self.facts = when[0].text(), [x.text() for x in when[1:]]
        self.times = [x.attributes["datetime"] for x in score.all("time")]
        self._now(root.first(id="now"))
        self._linescore(root.first(id="linescore"))
        self.batting = self._tables(root.first(id="lineups"))
        self.pitching = self._tables(root.first(id="pitchers"))
        lineups, pitchers = root.first(id="lineups"), root.first(id="pitchers")
        self.remarks = [x.text() for x in lineups.all("p")] if lineups else []
        self.bullpens = [x.text() for x in pitchers.all("p")] if pitchers else []
        stats, leaders = root.first(id="stats"), root.first(id="leaders")
        self.stats = {x.first("span").text(): tuple(int(b.text()) for b in x.all("b"))
                      for x in stats.all("li")} if stats else {}
        self.leaders = [(player(x), x.first("b").text(), x.all("span")[-1].text())
                        for x in leaders.all("li")] if leaders else []
        chances = root.first(id="chances")
        self.chance = chances.first("small").text() if chances else None
        self._plays(root)

    def _now(self, now):
        self.now = now.text() if now else None
        self.pause = now.first("p", "headline").text() if now and now.first("p", "headline") else None
        count = [x.text() for x in now.first("div", "count").children] if now and now.first("div", "count") else []
        self.count = next((x[:-len("Count")].strip() for x in count if x.endswith("Count")), None)
        self.outs = next((int(x[:-len("Outs")]) for x in count if x.endswith("Outs")), None)

    def _linescore(self, card):
        self.innings, self.lines, self.totals = [], [], []
        if not card:
            return
        head = [x.text() for x in card.first("thead").all("th")]
        self.innings = [int(x) for x in head[1:-3]]
        for row in card.first("tbody").all("tr"):
            cells = [x.text() for x in row.all("td")]
            self.lines.append(cells[:-3])
            self.totals.append(cells[-3:])

    @staticmethod
    def _tables(card):
        return [table(x) for x in card.all("table")] if card else []

    def _plays(self, root):
        self.plays = []
        plays = root.first(id="plays")
        for section in plays.children if plays else []:
            half = section.id[len("half-"):]
            self.plays += [PlayLine(x, half) for x in section.first("ol").children]
        counts = [x.text() for p in root.all("p", "filters") for x in p.children if x.text().startswith("All ")]
        self.count_of_plays = int(counts[0].split()[1]) if counts else None
        heading = root.first(id="plays-h")
        self.note = heading.first("small").text() if heading else None
        chips = root.first("nav", "chips")
        self.others = [x.text() for x in chips.all("a") if "/mlb/games/" in x.attributes["href"]]


class BoardRow:
    """A game of the scoreboard."""

    def __init__(self, item, group):
        self.pk, self.group = int(item.id.split("-")[1]), group
        sides = item.all("span", "side")
        self.names = [x.first("b").text() for x in sides]
        self.records = [x.first("i").text() if x.first("i") else None for x in sides]
        self.has_lost = ["lost" in x.classes for x in sides]
        scores = [x.text() for x in item.all("span", "score")]
        self.score = tuple(int(x) for x in scores) if all(scores) else None
        state = item.first("span", "state")
        self.state = state.first("b").text() if state.first("b") else ""
        self.detail = [x.text() for x in state.children if x.tag == "span"]
        note = item.first("span", "note")
        self.note = note.text() if note else None
        self.sentence = "".join(x for x in item.first("span", "sr").inside if isinstance(x, str))


class Board:
    """The scoreboard of a date."""

    def __init__(self, text):
        reader = Reader(text)
        self.trouble = reader.trouble
        self.heading = reader.root.first("h1").text()
        self.rows = {}
        self.repeated = []
        for group in reader.root.all("ul", "games"):
            for item in group.children:
                row = BoardRow(item, group.id)
                if row.pk in self.rows:
                    self.repeated.append(row.pk)
                self.rows[row.pk] = row

    def add(self, other):
        """Adds the games of another date."""
        self.trouble += other.trouble
        self.repeated += other.repeated + [x for x in other.rows if x in self.rows]
        self.rows.update(other.rows)
