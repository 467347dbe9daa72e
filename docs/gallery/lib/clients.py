"""Lays out a message of the gallery as its client shows it: HTML for layout.css."""

from lib import markup, reader
from lib.markup import rich, span, text

# The emoji for a tag of ntfy; a tag that is not here is shown as a word.
NTFY_EMOJI = {
    "arrows_counterclockwise": "🔄", "baseball": "⚾", "boom": "💥", "checkered_flag": "🏁", "clipboard": "📋",
    "eyes": "👀", "fire": "🔥", "newspaper": "📰", "no_entry_sign": "🚫", "pencil2": "✏️", "runner": "🏃",
    "satellite": "📡", "star2": "🌟", "tada": "🎉", "umbrella": "☔", "warning": "⚠️",
}

# Signs of the clients, drawn without a font. Each is filled or stroked with the colour of the text.
SIGNS = {
    "silent": '<path d="M12 3a6 6 0 0 1 6 6v4l2 3v1H4v-1l2-3V9a6 6 0 0 1 6-6zM10 19h4a2 2 0 0 1-4 0z"/>'
              '<path class="cut" d="M3 3l18 18"/>',
    "bin": '<path d="M6 19a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V7H6zM19 4h-3.5l-1-1h-5l-1 1H5v2h14z"/>',
    "close": '<path d="M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6z"/>',
    "up": '<path class="line" d="M6 13l6-6 6 6M6 18l6-6 6 6"/>',
    "upmost": '<path class="line" d="M6 10l6-6 6 6M6 15l6-6 6 6M6 20l6-6 6 6"/>',
    "down": '<path class="line" d="M6 8l6 6 6-6"/>',
    "downmost": '<path class="line" d="M6 6l6 6 6-6M6 12l6 6 6-6"/>',
}


def sign(name):
    return f'<svg class="sign {name}" viewBox="0 0 24 24">{SIGNS[name]}</svg>'


def block(name, *parts):
    return f'<div class="{name}">{"".join(parts)}</div>'


def known(members, *names):
    """Fails if the object has a member that no picture shows or knows to be invisible."""
    unknown = sorted(set(members) - set(names))
    if unknown:
        raise ValueError(f"{', '.join(unknown)}: docs/gallery/lib/clients.py does not know how they look")


def card(client, caption, *parts, notes=()):
    """Returns a client's card below its caption. Empty notes are left out."""
    words = ", ".join(filter(None, notes))
    return block("column", block("caption", f"<b>{text(caption)}</b>", span("notes", text(words)) if words else ""),
                 block(f"client {client}", *parts))


def changed(message):
    return "changed in place" if "edits" in message else ""


def discord(message, scene, caption="Discord", sent=None):
    body = message["body"]
    known(body, "allowed_mentions", "embeds", "flags")
    silent = body.get("flags", 0) & 4096
    head = block("head", span("name", "livegamed"), span("app", "APP"),
                 span("date", text(scene.calendar(sent or scene.now))), sign("silent") if silent else "")
    mark = block("edited", "(edited)") if "edits" in message else ""
    embeds = [discord_embed(embed, scene) for embed in body["embeds"]]
    return card("discord", caption, span("avatar", "L"), block("body", head, mark, *embeds),
                notes=[changed(message), "no sound" if silent else ""])


def discord_embed(embed, scene):
    known(embed, "color", "description", "footer", "timestamp", "title", "url")
    marked = markup.discord_markup(scene.discord)
    parts = []
    if "title" in embed:
        parts.append(block("title link" if "url" in embed else "title", marked(embed["title"])))
    if "description" in embed:
        parts.append(block("description", marked(embed["description"])))
    stamp = embed.get("timestamp")
    foot = [embed.get("footer", {}).get("text"), stamp and scene.calendar(reader.parsed(stamp))]
    if any(foot):
        parts.append(block("footer", text(" • ".join(filter(None, foot)))))
    colour = f'<div class="bar" style="background:#{embed["color"]:06x}"></div>'
    return block("embed", colour, block("inner", *parts))


def slack(message, scene):
    body = message["body"]
    known(body, "blocks", "channel", "parse", "text", "thread_ts", "ts", "unfurl_links", "unfurl_media")
    marked = markup.slack_markup(scene.slack)
    head = block("head", span("name", "livegamed"), span("app", "APP"), span("date", text(reader.short(scene.now))))
    parts = []
    for each in body["blocks"]:
        if each["type"] == "header":
            parts.append(block("header", text(each["text"]["text"])))
        elif each["type"] == "section":
            parts.append(block("section", marked(each["text"]["text"])))
        elif each["type"] == "context":
            parts.append(block("context", *[marked(element["text"]) for element in each["elements"]]))
        else:
            raise ValueError(f"a block of type {each['type']}: docs/gallery/lib/clients.py does not know how it looks")
    # Slack marks no edit of a message with blocks.
    return card("slack", "Slack", span("avatar", "L"), block("body", head, *parts),
                notes=[changed(message), "in the game's thread" if "thread_ts" in body else ""])


def ntfy(message, scene):
    body = message["body"]
    known(body, "click", "message", "priority", "sequence_id", "tags", "title", "topic")
    urgency = {1: "downmost", 2: "down", 4: "up", 5: "upmost"}.get(body["priority"])
    tags = body.get("tags", [])
    emoji = [NTFY_EMOJI[tag] for tag in tags if tag in NTFY_EMOJI]
    words = [tag for tag in tags if tag not in NTFY_EMOJI]
    parts = [sign("close"), block("date", scene.now.strftime("%-m/%-d/%y, %-I:%M %p"), sign(urgency) if urgency else "")]
    parts.append(block("title", text(" ".join([*emoji, body["title"]]))))
    parts.append(block("message", text(body["message"])))
    if words:
        parts.append(block("date", text(f"Tags: {', '.join(words)}")))
    if "click" in body:
        parts.append(block("actions", span("action", "COPY LINK"), span("action", "OPEN LINK")))
    return card("ntfy", "ntfy", *parts, notes=[changed(message), f"priority {body['priority']}"])


def telegram(message, scene):
    body = message["body"]
    known(body, "chat_id", "disable_notification", "link_preview_options", "message_id", "parse_mode", "text")
    date = ("edited " if "edits" in message else "") + reader.short(scene.now)
    bubble = block("bubble", block("name", "livegamed"), block("message", rich(body["text"]), "<wbr>", span("room", date)),
                   span("date", date))
    return card("telegram", "Telegram", span("avatar", "L"), bubble,
                notes=[changed(message), "no sound" if body.get("disable_notification") else ""])


def gotify(message, _):
    body = message["body"]
    known(body, "extras", "message", "priority", "title")
    level = "high" if body["priority"] > 7 else "middle" if body["priority"] >= 4 else "low"
    head = block("head", block("titles", block("title", text(body["title"])), block("app", "livegamed"),
                               block("date", "1 minute ago")), sign("bin"))
    return card(f"gotify {level}", "Gotify", head, block("message", text(body["message"])),
                notes=[f"priority {body['priority']}"])
