"""ntfy, Gotify, Telegram and Home Assistant as a sender sees them.

Sources: ntfy "Publishing" and "Rate limits"; Gotify's `spec.json`; Telegram's Bot API (`sendMessage`,
`editMessageText`, "Making requests"); Home Assistant, "Webhook trigger".
"""
import html.parser
import json

from lib.behaviours import now_and_then, Reply, reply_json


def json_object(request):
    try:
        value = json.loads(request.body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def complain(status, value, why):
    reply = reply_json(status, value)
    reply.complaint = why
    return reply


# ------------------------------------------------------------------------ ntfy
def topic(request):
    return str((json_object(request) or {}).get("topic", ""))


def ntfy(request, parts, memory):
    """JSON at the root of the server; the topic is `quota`, `forbidden`, `busy` (each fourth message, once), or any
    other."""
    behaviour = "".join(parts).partition("-")[0]
    error = lambda code, text: reply_json(code // 100, {"code": code, "http": code // 100, "error": text,
                                                        "link": "https://ntfy.sh/docs/publish/#limitations"})
    if behaviour == "forbidden":
        return error(40301, "forbidden")
    if behaviour == "quota":
        return error(42908, "limit reached: daily message quota reached")
    if behaviour == "busy" and now_and_then(request, memory):
        return error(42901, "limit reached: too many requests")
    body = json_object(request)
    if request.method not in ("POST", "PUT") or body is None:
        return complain(400, {"code": 40017, "http": 400, "error": "invalid request: request body must be message JSON"},
                        "no JSON object")
    wrong = ntfy_fault(body)
    if wrong:
        return complain(400, {"code": 40000, "http": 400, "error": wrong}, wrong)
    memory["n"] = memory.get("n", 0) + 1
    mid = "m%011d" % memory["n"]
    told = {"id": mid, "sequence_id": body.get("sequence_id", mid), "time": int(request.wall),
            "expires": int(request.wall) + 43200, "event": "message", "topic": body["topic"],
            "message": body.get("message") or "triggered"}
    told.update({k: body[k] for k in ("title", "priority", "tags", "click") if k in body})
    memory.setdefault("messages", {}).setdefault(told["sequence_id"], []).append(body)
    return reply_json(200, told)


def ntfy_fault(body):
    topic = body.get("topic", "")
    if not topic or len(topic) > 64 or not all(c.isalnum() or c in "-_" for c in topic):
        return "invalid topic"
    if len(body.get("message", "").encode()) > 4096:
        return "message too large: over 4096 bytes it becomes an attachment"
    if body.get("priority", 3) not in (1, 2, 3, 4, 5):
        return "invalid priority parameter"
    if len(body.get("actions", [])) > 3:
        return "invalid request: too many actions"
    if not isinstance(body.get("tags", []), list):
        return "invalid request: tags"
    return None


# ---------------------------------------------------------------------- gotify
def gotify(request, parts, memory):
    """`[<behaviour>/]message`; `token` refuses every message."""
    behaviour = parts[0] if len(parts) > 1 else "ok"
    bearer = request.headers.get("authorization", "")
    key = request.headers.get("x-gotify-key") or request.query.get("token") or (
        bearer[7:] if bearer.startswith("Bearer ") else "")
    error = lambda code, name, text: reply_json(code, {"error": name, "errorCode": code, "errorDescription": text})
    if parts[-1:] != ["message"] or request.method != "POST":
        return error(404, "Not Found", "page not found")
    if not key or behaviour == "token":
        return error(401, "Unauthorized", "you need to provide a valid access token or user credentials to access this api")
    body = json_object(request)
    if body is None or not body.get("message"):
        return complain(400, {"error": "Bad Request", "errorCode": 400, "errorDescription": "Field 'message' is required"},
                        "no message")
    messages = memory.setdefault("messages", [])
    messages.append(body)
    return reply_json(200, dict({"id": len(messages), "appid": 5, "date": "2026-07-14T00:00:00Z"}, **body))


# -------------------------------------------------------------------- telegram
class Entities(html.parser.HTMLParser):
    """Counts the visible characters, and finds markup that Telegram would not parse."""

    KNOWN = {"b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "a", "code", "pre", "tg-spoiler", "span",
             "blockquote", "tg-emoji"}

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.shown, self.wrong = [], "", ""
        self.feed(text)
        self.close()
        if self.open:
            self.wrong = "Can't find end tag corresponding to start tag \"%s\"" % self.open[-1]

    def handle_starttag(self, tag, attributes):
        if tag not in self.KNOWN:
            self.wrong = "Unsupported start tag \"%s\"" % tag
        self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong = "Unmatched end tag \"%s\"" % tag

    def handle_data(self, data):
        self.shown += data


def telegram(request, parts, memory):
    """`[<behaviour>/]bot<token>/<method>`; `flood` (each fourth message, once), `blocked`, `migrated`."""
    bot = next((i for i, p in enumerate(parts) if p.startswith("bot")), None)
    no = lambda code, text, **more: reply_json(code, dict({"ok": False, "error_code": code, "description": text}, **more))
    if bot is None or len(parts) != bot + 2:
        return no(404, "Not Found")
    behaviour = parts[0] if bot else "ok"
    if behaviour == "flood" and now_and_then(request, memory):
        return no(429, "Too Many Requests: retry after 2", parameters={"retry_after": 2})
    if behaviour == "blocked":
        return no(403, "Forbidden: bot was kicked from the group chat")
    if behaviour == "migrated":
        return no(400, "Bad Request: group chat was upgraded to a supergroup chat",
                  parameters={"migrate_to_chat_id": -1001234567890})
    body = json_object(request) or {}
    wrong = telegram_fault(body)
    if wrong:
        return complain(400, {"ok": False, "error_code": 400, "description": "Bad Request: " + wrong}, wrong)
    return telegram_method(parts[-1], body, memory, no)


def telegram_fault(body):
    text = body.get("text", "")
    if not body.get("chat_id"):
        return "chat_id is empty"
    shown = text
    if body.get("parse_mode") == "HTML":
        parsed = Entities(text)
        if parsed.wrong:
            return "can't parse entities: " + parsed.wrong
        shown = parsed.shown
    if not shown.strip():
        return "message text is empty"
    # Telegram counts UTF-16 code units.
    return "message is too long" if len(shown.encode("utf-16-le")) // 2 > 4096 else None


def telegram_method(method, body, memory, no):
    messages = memory.setdefault("messages", {})
    if method == "sendMessage":
        mid = str(len(messages) + 1)
        messages[mid] = [body]
    elif method == "editMessageText":
        mid = str(body.get("message_id"))
        if mid not in messages:
            return no(400, "Bad Request: message to edit not found")
        if messages[mid][-1].get("text") == body["text"]:
            return no(400, "Bad Request: message is not modified: specified new message content and reply markup are "
                           "exactly the same as a current content and reply markup of the message")
        messages[mid].append(body)
    else:
        return no(404, "Not Found")
    return reply_json(200, {"ok": True, "result": {"message_id": int(mid), "date": 1784000000, "text": body["text"],
                                                   "chat": {"id": body["chat_id"], "type": "group"}}})


# -------------------------------------------------------------- home assistant
def home_assistant(request, parts, memory):
    """`api/webhook/<id>`: 200 with an empty body, for any request."""
    return Reply(200)
