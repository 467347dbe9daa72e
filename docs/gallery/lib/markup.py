"""Turns the markup of each service into HTML, as its client shows it."""

import html
import html.parser
import re

# A pictogram with its variation selector, skin tone and joined pictograms. Symbols such as ◆ and ▲ are text.
PICTOGRAM = "[\U0001F000-\U0001FAFF\u2600-\u27BF\u2B50\u2B55\u231A\u231B\u23E9-\u23FA]\uFE0F?[\U0001F3FB-\U0001F3FF]?"
EMOJI = re.compile(f"{PICTOGRAM}(?:\u200D{PICTOGRAM})*")


def span(name, content, tag="span"):
    """Returns an element with a class; the content is HTML."""
    return f'<{tag} class="{name}">{content}</{tag}>'


def text(plain):
    """Returns plain text as HTML. Emoji are separate elements, because clients draw them with another font."""
    parts, end = [], 0
    for found in EMOJI.finditer(plain):
        parts += [html.escape(plain[end:found.start()], quote=False), span("emoji", found.group())]
        end = found.end()
    return "".join(parts) + html.escape(plain[end:], quote=False)


class Markup:
    """A language of patterns, each with a function from the match and a reader of nested text to HTML."""

    def __init__(self, *rules, plain=text):
        self.rules = [(re.compile(pattern, re.DOTALL | re.MULTILINE), build) for pattern, build in rules]
        self.plain = plain

    def __call__(self, source):
        """Returns the source as HTML. The leftmost match wins; of equal ones, the first rule."""
        parts, start = [], 0
        while True:
            matches = [(found.start(), order, found, build) for order, (pattern, build) in enumerate(self.rules)
                       if (found := pattern.search(source, start))]
            if not matches:
                return "".join(parts) + self.plain(source[start:])
            at, _, found, build = min(matches, key=lambda match: match[:2])
            parts += [self.plain(source[start:at]), build(found, self)]
            start = found.end()


def nested(tag):
    return lambda found, inner: f"<{tag}>{inner(found.group(1))}</{tag}>"


def between(mark):
    """Returns a pattern for text between two marks, in which a backslash escapes a sign."""
    return rf"{mark}((?:\\.|(?!{mark}).)+?){mark}"


def spoiler(found, inner):
    content = inner(found.group(1))
    return f'<div class="spoiler">{content}</div>' if "<pre>" in content else span("spoiler", content)


def discord_markup(clock):
    """Returns Discord's Markdown; `clock` gives the text of a time from its Unix seconds and its style."""
    return Markup(
        (r"\\([^\w\s])", lambda found, _: text(found.group(1))),
        (r"```(?:\w+\n)?\n*(.*?)\n*```\n?", lambda found, _: f"<pre>{text(found.group(1))}</pre>"),
        (r"`([^`]+)`", lambda found, _: f"<code>{text(found.group(1))}</code>"),
        (r"\|\|(.+?)\|\|", spoiler),
        (between("~~"), nested("s")), (between(r"\*\*"), nested("b")), (between(r"__"), nested("u")),
        (between(r"\*"), nested("i")), (r"(?<!\w)_((?:\\.|[^_\\])+)_(?!\w)", nested("i")),
        (r"\[([^\]]+)\]\(<?[^)\s]+>?\)", lambda found, inner: span("link", inner(found.group(1)))),
        (r"<t:(-?\d+)(?::([tTdDfFR]))?>",
         lambda found, _: span("time", text(clock(int(found.group(1)), found.group(2) or "f")))),
        (r"^-# (.+?)$", lambda found, inner: span("small", inner(found.group(1)))),
        (r"^> (.+?)$", lambda found, inner: span("quote", inner(found.group(1)))),
    )


def slack_markup(clock):
    """Returns Slack's mrkdwn; `clock` gives the text of a time from its Unix seconds and its format."""
    return Markup(
        (r"```\n?(.*?)\n?```\n?", lambda found, _: f"<pre>{text(html.unescape(found.group(1)))}</pre>"),
        (r"`([^`\n]+)`", lambda found, _: f"<code>{text(html.unescape(found.group(1)))}</code>"),
        (r"<!date\^(\d+)\^([^|^]+)(?:\^[^|]+)?\|[^>]*>",
         lambda found, _: text(clock(int(found.group(1)), found.group(2)))),
        (r"<[^|>!]+\|([^>]+)>", lambda found, _: span("link", text(html.unescape(found.group(1))))),
        (r"(?<!\w)\*([^*\n]+)\*(?!\w)", nested("b")), (r"(?<!\w)~([^~\n]+)~(?!\w)", nested("s")),
        (r"(?<!\w)_([^_\n]+)_(?!\w)", nested("i")),
        plain=lambda source: text(html.unescape(source)),
    )


class Rich(html.parser.HTMLParser):
    """The HTML that Telegram accepts, as the HTML of the picture. Fails on a tag that it does not know."""

    TAGS = {"b": "b", "strong": "b", "s": "s", "del": "s", "i": "i", "em": "i", "u": "u", "code": "code", "pre": "pre",
            "blockquote": "blockquote"}

    def __init__(self, source):
        super().__init__()
        self.parts, self.open = [], []
        self.feed(source)
        self.close()
        if self.open:
            raise ValueError(f"unclosed elements in {source!r}")

    def handle_starttag(self, tag, _):
        if tag == "tg-spoiler":
            start, end = '<span class="spoiler">', "</span>"
        elif tag == "a":
            start, end = '<span class="link">', "</span>"
        elif tag == "tg-time":
            start, end = '<span class="time">', "</span>"
        elif tag in self.TAGS:
            start, end = f"<{self.TAGS[tag]}>", f"</{self.TAGS[tag]}>"
        else:
            raise ValueError(f"<{tag}>: docs/gallery/lib/markup.py does not know how it looks")
        self.parts.append(start)
        self.open.append(end)

    def handle_endtag(self, tag):
        self.parts.append(self.open.pop())

    def handle_data(self, data):
        self.parts.append(text(data))


def rich(source):
    return "".join(Rich(source).parts)
