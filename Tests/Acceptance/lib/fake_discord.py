"""Discord's webhooks as a sender sees them: limits, rate limits, and messages that can be edited.

Sources: Discord's documentation, "Webhook Resource", "Message Resource" (embed limits), "Rate Limits".
"""
import json
import math

from lib.behaviours import Reply, reply_json, reply_text

WINDOW, ALLOWED = 2.0, 5
TEXTS = {"title": 256, "description": 4096}
# A snowflake above 2^53: a sender that reads ids as floating point numbers does not find its messages again.
FIRST_ID = 1312345678901234567


def discord(request, parts, memory):
    """`<behaviour>/webhooks/<id>/<token>[/messages/<message id>]`"""
    behaviour, kind, *way = parts
    if kind != "webhooks" or len(way) not in (2, 4) or (len(way) == 4 and way[2] != "messages"):
        return reply_json(404, {"message": "404: Not Found", "code": 0})
    refusal = REFUSALS.get(behaviour, lambda *_: None)(request, memory)
    if refusal:
        return refusal
    limits, exceeded = rate_limit(request, memory)
    if exceeded:
        return exceeded
    reply = message(request, way[3], memory) if len(way) == 4 else execute(request, memory)
    if behaviour == "deleted" and request.method == "PATCH" and not memory.get("deleted") and reply.status == 200:
        memory["deleted"] = True
        del memory["messages"][way[3]]
        reply = unknown_message()
    reply.headers.update(limits)
    return reply


# ------------------------------------------------------------- what goes wrong
def unknown_message():
    return reply_json(404, {"message": "Unknown Message", "code": 10008})


def limited(seconds, everywhere=False, scope="user"):
    reply = reply_json(429, {"message": "You are being rate limited.", "retry_after": round(seconds, 3),
                             "global": everywhere})
    reply.headers.update({"retry-after": str(math.ceil(seconds)), "x-ratelimit-scope": scope})
    if everywhere:
        reply.headers["x-ratelimit-global"] = "true"
    return reply


def once(key, make):
    def refuse(request, memory):
        if memory.get(key):
            return None
        memory[key] = True
        return make()
    return refuse


def each_second(request, memory):
    memory["turn"] = memory.get("turn", 0) + 1
    return reply_json(502, {"message": "502: Bad Gateway", "code": 0}) if memory["turn"] % 2 else None


REFUSALS = {
    "gone": lambda *_: reply_json(404, {"message": "Unknown Webhook", "code": 10015}),
    "token": lambda *_: reply_json(401, {"message": "Invalid Webhook Token", "code": 50027}),
    "global": once("global", lambda: limited(1.5, everywhere=True, scope="global")),
    "shared": once("shared", lambda: limited(1.25, scope="shared")),
    # Cloudflare before Discord: an HTML page instead of JSON.
    "banned": once("banned", lambda: reply_text(429, "error code: 1015", **{"retry-after": "3"})),
    "outage": each_second,
}


def rate_limit(request, memory):
    """Returns the headers of every answer, and the answer if this request exceeds the limit. Each method has a
    bucket."""
    bucket = memory.setdefault("buckets", {}).setdefault(request.method, {"until": 0, "left": 0})
    if request.mono >= bucket["until"]:
        bucket.update(until=request.mono + WINDOW, left=ALLOWED)
    rest = bucket["until"] - request.mono
    exceeded = limited(rest) if not bucket["left"] else None
    bucket["left"] = max(0, bucket["left"] - 1)
    headers = {"x-ratelimit-limit": str(ALLOWED), "x-ratelimit-remaining": str(bucket["left"]),
               "x-ratelimit-reset": "%.3f" % (request.wall + rest), "x-ratelimit-reset-after": "%.3f" % rest,
               "x-ratelimit-bucket": "bucket-" + request.method.lower()}
    if exceeded:
        exceeded.headers.update(headers)
    return headers, exceeded


# ------------------------------------------------------------------- messages
def execute(request, memory):
    if request.method == "GET":
        return reply_json(200, {"type": 1, "id": "1", "channel_id": "2", "name": "livegamed"})
    if request.method != "POST":
        return reply_json(405, {"message": "405: Method Not Allowed", "code": 0})
    body, refusal = form(request)
    if refusal:
        return refusal
    if not (body.get("content") or "").strip() and not body.get("embeds"):
        return complain({"message": "Cannot send an empty message", "code": 50006}, "empty")
    messages = memory.setdefault("messages", {})
    memory["last"] = memory.get("last", FIRST_ID - 1) + 1
    mid = str(memory["last"])
    messages[mid] = [body]
    return reply_json(200, shown(mid, body)) if request.query.get("wait") == "true" else Reply(204)


def message(request, mid, memory):
    versions = memory.get("messages", {}).get(mid)
    if versions is None:
        return unknown_message()
    if request.method == "GET":
        return reply_json(200, shown(mid, versions[-1]))
    if request.method == "DELETE":
        del memory["messages"][mid]
        return Reply(204)
    if request.method != "PATCH":
        return reply_json(405, {"message": "405: Method Not Allowed", "code": 0})
    body, refusal = form(request)
    if refusal:
        return refusal
    now = {**versions[-1], **body}
    if not (now.get("content") or "").strip() and not now.get("embeds"):
        return complain({"message": "Cannot send an empty message", "code": 50006}, "empty")
    versions.append(now)
    return reply_json(200, shown(mid, now))


def shown(mid, body):
    return {"id": mid, "type": 0, "channel_id": "2", "webhook_id": "1", "content": body.get("content", ""),
            "embeds": body.get("embeds", [])}


def complain(value, why):
    reply = reply_json(400, value)
    reply.complaint = why
    return reply


def form(request):
    """Returns the body as an object, or the answer to a body that Discord would reject."""
    try:
        body = json.loads(request.body)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        return {}, complain({"message": "The request body contains invalid JSON.", "code": 50109}, "no JSON object")
    wrong = list(faults(body))
    if not wrong:
        return body, None
    errors = {}
    for way, text in wrong:
        level = errors
        for key in way.split("."):
            level = level.setdefault(key, {})
        level["_errors"] = [{"code": "BASE_TYPE_BAD_LENGTH", "message": text}]
    return {}, complain({"code": 50035, "errors": errors, "message": "Invalid Form Body"},
                        "; ".join("%s: %s" % x for x in wrong))


def faults(body):
    """Returns violations of documented limits, as (path, text). Lengths are counted after trimming whitespace."""
    length = lambda x: len(x.strip()) if isinstance(x, str) else 0
    if length(body.get("content")) > 2000:
        yield "content", "Must be 2000 or fewer in length."
    if "allowed_mentions" not in body:
        yield "allowed_mentions", "This acceptance test wants it in every message."
    embeds = body.get("embeds") or []
    if len(embeds) > 10:
        yield "embeds", "Must be 10 or fewer in length."
    total = 0
    for i, embed in enumerate(embeds):
        fields = embed.get("fields") or []
        texts = [(k, embed.get(k), n) for k, n in TEXTS.items()]
        texts += [("footer.text", (embed.get("footer") or {}).get("text"), 2048),
                  ("author.name", (embed.get("author") or {}).get("name"), 256)]
        for j, field in enumerate(fields):
            texts += [("fields.%d.name" % j, field.get("name"), 256), ("fields.%d.value" % j, field.get("value"), 1024)]
            if not length(field.get("name")) or not length(field.get("value")):
                yield "embeds.%d.fields.%d" % (i, j), "This field is required"
        for name, text, most in texts:
            total += length(text)
            if length(text) > most:
                yield "embeds.%d.%s" % (i, name), "Must be %d or fewer in length." % most
        if len(fields) > 25:
            yield "embeds.%d.fields" % i, "Must be 25 or fewer in length."
        if not (length(embed.get("title")) + length(embed.get("description")) + len(fields)):
            yield "embeds.%d" % i, "An embed without text."
        if not 0 <= embed.get("color", 0) <= 0xFFFFFF:
            yield "embeds.%d.color" % i, "int value should be less than or equal to 16777215."
    if total > 6000:
        yield "embeds", "Embed size exceeds maximum size of 6000"
