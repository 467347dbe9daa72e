"""Tests each behaviour of `receiver.py` with plain HTTP clients: `receiver.py --selftest`."""
import email.utils
import http.client
import json
import socket
import ssl
import threading
import time

from lib.deliveries import ReceiverProcess
from lib.harness import Checks

EMBED = {"embeds": [{"title": "t", "description": "d"}], "allowed_mentions": {"parse": []}}


class Client:
    """Sends requests to the receiver, each on a new connection."""

    def __init__(self, port):
        self.port = port

    def __call__(self, path, body=b"{}", method="POST", timeout=3, **headers):
        """Returns status, headers and body; for a failure its name instead of a status."""
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            c.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
            r = c.getresponse()
            return r.status, r.headers, r.read(1 << 20)
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__, {}, b""
        finally:
            c.close()

    def statuses(self, path, count, body=b"{}", **headers):
        return [self(path, body, **headers)[0] for _ in range(count)]


def generic(checks, ask):
    checks("ok", ask("/ok/a")[0] == 200)
    began = time.monotonic()
    checks("slow", ask("/slow/300/a")[0] == 200 and time.monotonic() - began >= 0.3)
    checks("status", [ask("/status/%d/a" % c)[0] for c in (204, 400, 403, 503, 599)] == [204, 400, 403, 503, 599])
    share = ask.statuses("/flaky/503/0.3/a", 200).count(503)
    checks("flaky", 35 <= share <= 85, "%d of 200" % share)
    checks("429 without Retry-After", ask.statuses("/429/a", 3, webhook_id="m") == [429, 429, 200])
    status, headers, _ = ask("/retry-after/7/1/a", webhook_id="m")
    checks("retry-after, seconds", (status, headers["retry-after"]) == (429, "7") and ask("/retry-after/7/1/a", webhook_id="m")[0] == 200)
    checks("retry-after is counted for each message", ask("/retry-after/7/1/a", webhook_id="n")[0] == 429)
    wall = time.time()
    when = email.utils.parsedate_to_datetime(ask("/retry-after/date-5/1/a")[1]["retry-after"]).timestamp()
    checks("retry-after, a date", 5 <= when - wall <= 7)
    checks("retry-after, absurd", ask("/retry-after/next%20week/1/a")[1]["retry-after"] == "next week")
    status, headers, _ = ask("/redirect/307/a")
    checks("redirect", (status, headers["location"]) == (307, "/ok/trap"))
    checks("gone", ask("/gone/a")[0] == 410)
    checks("an unknown path is 404", ask("/nothing/a")[0] == 404)


def broken(checks, ask):
    checks("hang", ask("/hang/a", timeout=0.5)[0] == "TimeoutError")
    checks("hang, then not", ask.statuses("/hang/1/a", 2, timeout=0.5) == ["TimeoutError", 200])
    with socket.create_connection(("127.0.0.1", ask.port)) as s:
        s.sendall(b"POST /loris/a HTTP/1.1\r\ncontent-length: 0\r\n\r\n")
        time.sleep(1.5)
        checks("loris", s.recv(100) == b"HT")
    checks("reset", ask("/reset/a")[0] in ("ConnectionResetError", "RemoteDisconnected"))
    checks("garbage", ask("/garbage/a")[0] == "BadStatusLine")
    checks("half", ask("/half/a")[0] == "BadStatusLine")
    status, _, body = ask("/huge/200/a")
    checks("huge", (status, len(body)) == (200, 1 << 20))
    checks("huge after 500", ask.statuses("/huge/500/a", 3) == [500, 500, 200])


def discord(checks, ask):
    hook = "/discord/ok/webhooks/1/token"
    status, headers, body = ask(hook + "?wait=true", EMBED)
    told = json.loads(body)
    checks("discord keeps a message", status == 200 and isinstance(told["id"], str) and int(told["id"]) > 1 << 53)
    checks("discord reports the remaining requests", (headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]) == ("5", "4"))
    checks("discord, no wait", ask(hook, EMBED)[0] == 204)
    one = "%s/messages/%s" % (hook, told["id"])
    checks("discord edits", ask(one, dict(EMBED, content="new"), "PATCH")[0] == 200)
    checks("discord shows it", json.loads(ask(one, b"", "GET")[2])["content"] == "new")
    checks("discord deletes", ask(one, b"", "DELETE")[0] == 204 and json.loads(ask(one, EMBED, "PATCH")[2])["code"] == 10008)
    replies = [ask(hook, EMBED) for _ in range(4)]
    value = json.loads(replies[-1][2])
    checks("discord, five in two seconds", [r[0] for r in replies] == [204, 204, 204, 429])
    checks("discord reports when to retry", 0 < value["retry_after"] <= 2 and value["global"] is False and "x-ratelimit-reset-after" in replies[-1][1])
    held = json.loads(ask("/__messages?path=" + hook, method="GET")[2])["messages"]
    checks("discord's messages can be listed", len(held) == 4 and all(x[-1]["embeds"] for x in held.values()))
    bad = lambda **x: {"embeds": [dict({"title": "t"}, **x)], "allowed_mentions": {"parse": []}}
    long = [bad(title="x" * 257), bad(description="x" * 4097), dict(EMBED, content="x" * 2001), {"embeds": EMBED["embeds"]},
            dict(EMBED, embeds=EMBED["embeds"] * 11), bad(footer={"text": "x" * 2049}),
            dict(EMBED, embeds=[{"description": "x" * 3001}] * 2), bad(color=1 << 24), {"allowed_mentions": {}}, b"no"]
    results = [ask("/discord/ok/webhooks/%d/t" % (10 + i), x) for i, x in enumerate(long)]
    checks("discord's limits", [r[0] for r in results] == [400] * len(long), str([r[0] for r in results]))
    checks("discord reports the violated limit", "title" in json.loads(results[0][2])["errors"]["embeds"]["0"])
    most = dict(EMBED, embeds=[{"title": "x" * 256, "description": " " + "x" * 4096 + "\n"}])
    checks("discord accepts messages at the limit", ask("/discord/ok/webhooks/30/t", most)[0] == 204)
    code = lambda behaviour: json.loads(ask("/discord/%s/webhooks/1/t" % behaviour, EMBED)[2]).get("code")
    checks("discord's final errors", (code("gone"), code("token")) == (10015, 50027))
    status, headers, body = ask("/discord/global/webhooks/1/t", EMBED)
    checks("discord, everywhere", status == 429 and headers["x-ratelimit-global"] == "true" and json.loads(body)["global"]
           and ask("/discord/global/webhooks/1/t", EMBED)[0] == 204)
    checks("discord behind Cloudflare", ask("/discord/banned/webhooks/1/t", EMBED)[2] == b"error code: 1015")
    checks("discord, an outage", ask.statuses("/discord/outage/webhooks/1/t", 3, EMBED) == [502, 204, 502])
    hook = "/discord/deleted/webhooks/1/t"
    one = "%s/messages/%s" % (hook, json.loads(ask(hook + "?wait=true", EMBED)[2])["id"])
    checks("discord, a deleted message", json.loads(ask(one, EMBED, "PATCH")[2])["code"] == 10008)


def slack(checks, ask):
    hook = "/slack/ok/services/T/B/X"
    checks("slack", ask(hook, {"text": "a"})[2] == b"ok")
    status, headers, body = ask(hook, {"text": "b"})
    checks("slack, one a second", (status, headers["retry-after"], body) == (429, "1", b"rate_limited"))
    bad = [({}, "no_text"), (b"no", "invalid_payload"), ({"text": "x" * 40001}, "msg_too_long"),
           ({"text": "x", "blocks": [{"type": "divider"}] * 51}, "invalid_blocks_format"),
           ({"blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3001}}]}, "invalid_blocks"),
           ({"blocks": [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}]}, "invalid_blocks")]
    results = [ask("/slack/ok/services/T/B/%d" % i, x) for i, (x, _) in enumerate(bad)]
    checks("slack's limits", [(r[0], r[2].decode()) for r in results] == [(400, w) for _, w in bad], str([r[2] for r in results]))
    way = "/slack/%s/services/T/B/X"
    checks("slack's final errors", [(w, ask(way % w, {"text": "a"})[0]) for w in ("no_service", "channel_is_archived", "invalid_payload")]
           == [("no_service", 404), ("channel_is_archived", 410), ("invalid_payload", 400)])
    checks("slack asks for a pause", ask.statuses(way % "rate_limited", 2, {"text": "a"}) == [429, 200])
    checks("slack fails", ask.statuses(way % "rollup_error", 3, {"text": "a"}) == [500, 500, 200])
    bot = lambda method, body: json.loads(ask("/slackapi/" + method, body, authorization="Bearer xoxb-1")[2])
    first = bot("chat.postMessage", {"channel": "C1", "text": "a"})
    checks("slack's bot posts and edits", first["ok"] and bot("chat.update", {"channel": "C1", "ts": first["ts"], "text": "b"})["ok"])
    checks("slack's bot gets the error", bot("chat.update", {"channel": "C1", "ts": "1", "text": "b"})["error"] == "message_not_found"
           and json.loads(ask("/slackapi/chat.postMessage", {"channel": "C1", "text": "a"})[2])["error"] == "invalid_auth")


def push(checks, ask):
    told = json.loads(ask("/", {"topic": "t", "message": "a", "sequence_id": "s1"})[2])
    checks("ntfy", (told["event"], told["sequence_id"]) == ("message", "s1"))
    checks("ntfy's limits", [ask("/", x)[0] for x in ({"message": "a"}, {"topic": "t", "message": "é" * 2049},
           {"topic": "t", "priority": 6}, b"text")] == [400] * 4)
    checks("ntfy refuses", [json.loads(ask("/", {"topic": x})[2])["code"] for x in ("quota", "forbidden", "busy")] == [42908, 40301, 42901])
    checks("gotify", ask("/gotify/message", {"message": "a"}, x_gotify_key="k")[0] == 200 and ask("/gotify/message", {"message": "a"})[0] == 401
           and ask("/gotify/message", {"title": "a"}, x_gotify_key="k")[0] == 400)
    bot = lambda way, **x: json.loads(ask("/telegram/" + way, dict({"chat_id": "-100"}, **x))[2])
    sent = bot("bot1:x/sendMessage", text="<b>a</b>", parse_mode="HTML")
    edit = lambda text: bot("bot1:x/editMessageText", message_id=sent["result"]["message_id"], text=text)
    checks("telegram", sent["ok"] and edit("b")["ok"] and "not modified" in edit("b")["description"])
    checks("telegram's limits", not any(x["ok"] for x in (bot("bot1:x/sendMessage", text="x" * 4097),
           bot("bot1:x/sendMessage", text="<b>a", parse_mode="HTML"), bot("bot1:x/sendMessage", text=""))))
    checks("telegram counts visible characters", bot("bot1:x/sendMessage", text="<b>" + "x" * 4096 + "</b>", parse_mode="HTML")["ok"])
    checks("telegram refuses", bot("flood/bot1:x/sendMessage", text="a")["parameters"]["retry_after"] == 2
           and bot("blocked/bot1:x/sendMessage", text="a")["error_code"] == 403)
    checks("home assistant", ask("/hass/api/webhook/x", {"a": 1})[0] == 200)


def kept(checks, process, ask):
    ask("/ok/kept", {"é": 1}, webhook_id="m1")
    ask("/ok/kept", b"\xff")
    log = process.requests("/ok/kept")
    checks("requests are recorded unchanged", [x["body"] for x in log] == ['{"\\u00e9": 1}', "ff"]
           and log[0]["headers"]["webhook-id"] == "m1" and log[0]["status"] == 200
           and abs(log[0]["wall"] - time.time()) < 5 and log[0]["mono"] <= log[1]["mono"])
    checks("and counted", process.stats()["/ok/kept"]["requests"] == 2)
    context = ssl.create_default_context()
    try:
        context.wrap_socket(socket.create_connection(("127.0.0.1", process.tls)), server_hostname="localhost").close()
        trusted = True
    except ssl.SSLError:
        trusted = False
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    c = http.client.HTTPSConnection("127.0.0.1", process.tls, context=context)
    c.request("POST", "/ok/tls", b"{}")
    checks("TLS with an untrusted certificate", not trusted and c.getresponse().status == 200 and process.requests("/ok/tls")[0]["tls"])
    process.reset()
    checks("and forgotten", process.stats() == {})


def load(checks, process, connections=48, each=60):
    """Sends many requests on kept connections while others hang."""
    hanging = []
    for _ in range(100):
        s = socket.create_connection(("127.0.0.1", process.port))
        s.sendall(b"POST /hang/load HTTP/1.1\r\ncontent-length: 0\r\n\r\n")
        hanging.append(s)
    body, good = b"x" * 2000, []

    def one(n):
        c = http.client.HTTPConnection("127.0.0.%d" % (n % 4 + 1), process.port, timeout=30)
        for _ in range(each):
            c.request("POST", "/ok/load", body)
            r = c.getresponse()
            r.read()
            good.append(r.status == 200)
        c.close()

    began = time.monotonic()
    threads = [threading.Thread(target=one, args=(n,)) for n in range(connections)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    seconds = time.monotonic() - began
    checks("%d connections beside 100 that hang" % connections, len(good) == connections * each and all(good)
           and process.stats()["/ok/load"]["requests"] == connections * each, "%.0f requests a second" % (len(good) / seconds))
    for s in hanging:
        s.close()


def main():
    checks = Checks()
    with ReceiverProcess() as process:
        ask = Client(process.port)
        for part in (generic, broken, discord, slack, push):
            part(checks, ask)
        kept(checks, process, ask)
        load(checks, process)
    checks.exit()
