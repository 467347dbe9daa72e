"""Slack's incoming webhooks, and the two methods of its Web API with which a bot posts and edits.

Sources: Slack, "Sending messages using incoming webhooks", "Reference: blocks", "Rate limits", `chat.postMessage`,
`chat.update`.
"""
import json

from lib.behaviours import reply_json, reply_text, still_failing

# Seconds. Slack allows one message a second. A message may arrive late and the next one on time, which brings them
# closer by the jitter.
SPACING, JITTER = 1, 0.4
ERRORS = {"no_service": 404, "invalid_payload": 400, "channel_is_archived": 410, "invalid_token": 403}


def slack(request, parts, memory):
    """`<behaviour>/services/T…/B…/X…`"""
    behaviour, kind, *way = parts
    if kind != "services" or len(way) != 3 or request.method != "POST":
        return reply_text(404, "no_team")
    if behaviour in ERRORS:
        return reply_text(ERRORS[behaviour], behaviour)
    if behaviour == "rollup_error" and still_failing(request, memory, 2):
        return reply_text(500, "rollup_error")
    if behaviour == "rate_limited" and still_failing(request, memory, 1):
        return reply_text(429, "rate_limited", **{"retry-after": "2"})
    if too_soon(request, memory, "hook"):
        return reply_text(429, "rate_limited", **{"retry-after": "1"})
    error = fault(request)
    if error:
        reply = reply_text(400, error)
        reply.complaint = error
        return reply
    memory.setdefault("messages", []).append(json.loads(request.body))
    return reply_text(200, "ok")


def too_soon(request, memory, channel):
    """Counts early arrivals: a sender that is always slightly too fast is detected."""
    due = memory.setdefault("due", {})
    if request.mono < due.get(channel, 0) - JITTER:
        return True
    due[channel] = max(request.mono, due.get(channel, 0)) + SPACING
    return False


def slack_api(request, parts, memory):
    """`[<behaviour>/]chat.postMessage|chat.update`; `rate_limited` answers so once for each message."""
    method, behaviour = parts[-1], parts[0] if len(parts) > 1 else "ok"
    no = lambda error: reply_json(200, {"ok": False, "error": error})
    if not request.headers.get("authorization", "").startswith("Bearer xoxb-") or behaviour == "invalid_auth":
        return no("invalid_auth")
    if behaviour == "is_archived":
        return no("is_archived")
    if behaviour == "rate_limited" and still_failing(request, memory, 1):
        return reply_json(429, {"ok": False, "error": "ratelimited"}, **{"retry-after": "2"})
    error = fault(request)
    body = {} if error == "invalid_payload" else json.loads(request.body)
    channel = body.get("channel")
    if error or not channel:
        reply = no(error or "channel_not_found")
        reply.complaint = error or "no channel"
        return reply
    if method == "chat.postMessage" and too_soon(request, memory, channel):
        return reply_json(429, {"ok": False, "error": "ratelimited"}, **{"retry-after": "1"})
    return post(method, body, channel, memory, no)


def post(method, body, channel, memory, no):
    messages = memory.setdefault("messages", {})
    if method == "chat.postMessage":
        if "thread_ts" in body and body["thread_ts"] not in messages:
            return no("thread_not_found")
        ts = "1784000000.%06d" % (100 * (len(messages) + 1))
        messages[ts] = [body]
    elif method == "chat.update":
        ts = body.get("ts")
        if ts not in messages:
            return no("message_not_found")
        messages[ts].append(body)
    else:
        return no("unknown_method")
    return reply_json(200, {"ok": True, "channel": channel, "ts": ts, "message": {"text": body.get("text", "")}})


def fault(request):
    """Returns Slack's error code of an invalid payload; None if it is valid."""
    try:
        body = json.loads(request.body)
    except ValueError:
        return "invalid_payload"
    if not isinstance(body, dict):
        return "invalid_payload"
    text, blocks = body.get("text"), body.get("blocks", [])
    if not text and not blocks:
        return "no_text"
    if len(text or "") > 40000:
        return "msg_too_long"
    if not isinstance(blocks, list) or len(blocks) > 50:
        return "invalid_blocks_format"
    return "invalid_blocks" if any(bad_block(b) for b in blocks) else None


def bad_block(block):
    text = lambda o, most, kinds: bool(
        isinstance(o, dict) and o.get("type") in kinds and 1 <= len(o.get("text", "")) <= most)
    both = ("mrkdwn", "plain_text")
    kind = block.get("type")
    if len(block.get("block_id", "")) > 255:
        return True
    if kind == "header":
        return not text(block.get("text"), 150, ("plain_text",))
    if kind == "section":
        fields = block.get("fields", [])
        whole = text(block.get("text"), 3000, both) if "text" in block else bool(fields)
        return not whole or len(fields) > 10 or not all(text(f, 2000, both) for f in fields)
    if kind == "context":
        elements = block.get("elements", [])
        return not 1 <= len(elements) <= 10 or not all(e.get("type") == "image" or text(e, 3000, both) for e in elements)
    return kind not in ("divider", "image", "actions", "rich_text")
