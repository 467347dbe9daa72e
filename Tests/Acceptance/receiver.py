#!/usr/bin/env python3
"""A receiver of webhooks that misbehaves on request: what it does to a delivery is chosen by the path.

    python3 Tests/Acceptance/receiver.py --port 0 --log requests.ndjson     # prints where it listens
    python3 Tests/Acceptance/receiver.py --selftest

| path | |
|-|-|
| `/ok/<name>` | 200 |
| `/slow/<ms>/<name>` | 200 after so long |
| `/status/<code>/<name>` | always that |
| `/flaky/<code>/<share>/<name>` | that to a share of the requests |
| `/retry-after/<form>/<times>/<name>` | 429 `times` times each message; seconds, `date-<n>`, or any text |
| `/429/<name>` | 429 twice each message, without Retry-After |
| `/redirect/<code>/<name>` | to `/ok/trap` |
| `/gone/<name>` | 410 |
| `/huge/<code>/<name>` | a body without an end; another code than 200 twice each message |
| `/hang/…`, `/loris/…`, `/reset/…`, `/garbage/…`, `/half/…` | with `[<times>/]<name>`: no answer; a byte a second; connection reset; no HTTP; half a status line |
| `/discord/<behaviour>/webhooks/<id>/<token>` | ok, gone, token, global, shared, banned, outage, deleted |
| `/slack/<behaviour>/services/T/B/X` | ok, no_service, invalid_payload, channel_is_archived, invalid_token, rate_limited, rollup_error |
| `/slackapi/[<behaviour>/]chat.postMessage`, `chat.update` | ok, invalid_auth, is_archived, rate_limited |
| `/`, kept as `/ntfy/<topic>` | the topic, up to a `-`, is ok, quota, forbidden, busy |
| `/telegram/[<behaviour>/]bot<token>/<method>` | ok, flood, blocked, migrated |
| `/gotify/[<behaviour>/]message` | ok, token |
| `/hass/api/webhook/<id>` | 200, whatever comes |

Every request is a line of the log: path, method, headers, body, when it came by both clocks, and what it got. Control:
`GET /__log?path=P` (lines; `prefix=P` for all below it), `GET /__stats`, `GET /__messages?path=P` (what a chat holds),
`POST /__reset`. One thread, so that one that hangs costs nothing; several loopback addresses with one port, so that a
limit of one host is none of another.
"""
import argparse
import asyncio
import http
import json
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

from lib.behaviours import GENERIC, Reply, Request, reply_json, reply_text
from lib.fake_discord import discord
from lib.fake_push import gotify, home_assistant, ntfy, telegram, topic
from lib.fake_slack import slack, slack_api

# The behaviour, and how many segments after its name share a memory (negative: all but so many of the last).
SERVICES = {"discord": (discord, 4), "slack": (slack, 5), "slackapi": (slack_api, -1), "ntfy": (ntfy, 1),
            "telegram": (telegram, -1), "gotify": (gotify, -1), "hass": (home_assistant, 3)}


class Receiver:
    """Records requests and answers. Lines are stored in the log file; only their offsets are kept in memory."""

    def __init__(self, log):
        self.log, self.end = open(log, "wb", buffering=0), 0
        self.reader = open(log, "rb")
        self.reset()

    def reset(self):
        self.places, self.stats, self.memories, self.connections = {}, {}, {}, 0

    def answer(self, request):
        if request.path == "/":
            # ntfy accepts JSON at its root only: the topic selects the behaviour.
            request.path = "/ntfy/" + topic(request)
        name, *parts = request.path.split("/")[1:]
        try:
            if name in SERVICES:
                behave, depth = SERVICES[name]
                parts = [x for x in parts if x]
                memory = self.memories.setdefault((name, *parts[:depth]), {})
            else:
                behave, memory = GENERIC[name], self.memories.setdefault(request.path, {})
            reply = behave(request, parts, memory)
        except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:
            reply = reply_text(404, "no such behaviour")
            reply.complaint = "not understood: %r" % error
        self.record(request, reply)
        return reply

    def record(self, request, reply):
        try:
            body, coding = request.body.decode(), "utf-8"
        except UnicodeDecodeError:
            body, coding = request.body.hex(), "hex"
        line = json.dumps({
            "path": request.path, "query": request.query, "method": request.method, "mono": request.mono,
            "wall": request.wall, "tls": request.tls, "status": reply.status, "manner": reply.manner,
            "answer": {k: v for k, v in reply.headers.items() if k.startswith(("retry", "x-rate"))},
            "complaint": reply.complaint, "headers": request.headers, "coding": coding, "body": body}).encode() + b"\n"
        self.log.write(line)
        self.places.setdefault(request.path, []).append((self.end, len(line)))
        self.end += len(line)
        stats = self.stats.setdefault(request.path, {"requests": 0, "statuses": {}, "complaints": 0})
        stats["requests"] += 1
        stats["complaints"] += bool(reply.complaint)
        stats["last"] = request.mono
        kind = str(reply.status or reply.manner)
        stats["statuses"][kind] = stats["statuses"].get(kind, 0) + 1

    def lines(self, path=None, prefix=None):
        places = sorted(x for p, xs in self.places.items() if p == path or (prefix is not None and p.startswith(prefix))
                        for x in xs)
        out = []
        for place, length in places:
            self.reader.seek(place)
            out.append(self.reader.read(length))
        return b"".join(out)

    def control(self, request):
        query = request.query
        if request.path == "/__log":
            return Reply(200, self.lines(query.get("path"), query.get("prefix")), {"content-type": "application/x-ndjson"})
        if request.path == "/__stats":
            return reply_json(200, {"paths": self.stats, "connections": self.connections})
        if request.path == "/__messages":
            key = tuple(x for x in query["path"].split("/") if x)
            return reply_json(200, {k: v for k, v in self.memories.get(key, {}).items() if k == "messages"})
        if request.path == "/__reset" and request.method == "POST":
            self.reset()
            return reply_json(200, {})
        return reply_text(404, "no such control")

    # -------------------------------------------------------------- connections
    async def serve(self, reader, writer):
        self.connections += 1
        tls = writer.get_extra_info("ssl_object") is not None
        try:
            while True:
                request = await self.read(reader, writer, tls)
                if request is None:
                    break
                if request.path.startswith("/__"):
                    reply = self.control(request)
                else:
                    reply = self.answer(request)
                if not await deliver(reply, request, reader, writer):
                    break
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError, ValueError):
            pass
        finally:
            writer.close()

    async def read(self, reader, writer, tls):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return None
        first, *rest = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {}
        for line in rest:
            name, colon, value = line.partition(":")
            if colon:
                headers[name.lower()] = value.strip()
        if headers.get("expect", "").lower() == "100-continue":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await read_body(reader, headers)
        parts = urllib.parse.urlsplit(target)
        return Request(method, parts.path, dict(urllib.parse.parse_qsl(parts.query)), headers, body,
                       time.monotonic(), time.time(), tls)


async def read_body(reader, headers):
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    body = b""
    while True:
        size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
        body += await reader.readexactly(size)
        await reader.readuntil(b"\r\n")
        if not size:
            return body


async def deliver(reply, request, reader, writer):
    """Sends the reply in its manner. Returns true if the connection stays open."""
    if reply.wait:
        await asyncio.sleep(reply.wait)
    if reply.manner == "whole":
        writer.write(head(reply, len(reply.body)) + (b"" if request.method == "HEAD" else reply.body))
        await writer.drain()
        return request.headers.get("connection", "").lower() != "close"
    await MANNERS[reply.manner](reply, reader, writer)
    return False


def head(reply, length=None):
    try:
        phrase = http.HTTPStatus(reply.status).phrase
    except ValueError:
        phrase = "Unknown"
    headers = dict(reply.headers)
    if length is None:
        headers["transfer-encoding"] = "chunked"
    elif reply.status not in (204, 304) and reply.status >= 200:
        headers["content-length"] = length
    return ("HTTP/1.1 %d %s\r\n%s\r\n" % (
        reply.status, phrase, "".join("%s: %s\r\n" % x for x in headers.items()))).encode("latin-1")


async def hang(reply, reader, writer):
    # Until the other side closes.
    while await reader.read(1 << 12):
        pass


async def loris(reply, reader, writer):
    for byte in b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n" + b"x" * 100000:
        if reader.at_eof() or writer.is_closing():
            return
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(1)


async def reset(reply, reader, writer):
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def huge(reply, reader, writer):
    writer.write(head(reply))
    block = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    while not writer.is_closing() and not reader.at_eof():
        writer.write(block)
        await writer.drain()
        await asyncio.sleep(0.001)


async def garbage(reply, reader, writer):
    writer.write(b"\x16\x03\x01 220 smtp.example.org ESMTP\r\n\x00\xff\r\n\r\n")
    await writer.drain()


async def half(reply, reader, writer):
    writer.write(b"HTTP/1.1 20")
    await writer.drain()


MANNERS = {"hang": hang, "loris": loris, "reset": reset, "huge": huge, "garbage": garbage, "half": half}


def self_signed(folder):
    """Creates an untrusted certificate with valid host and dates."""
    key, certificate = folder + "/key.pem", folder + "/certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


async def listen(serve, addresses, port, **more):
    """Listens on one port of several loopback addresses."""
    for _ in range(20):
        sockets = []
        try:
            chosen = port
            for i in range(1, addresses + 1):
                s = socket.socket()
                sockets.append(s)
                s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                s.bind(("127.0.0.%d" % i, chosen))
                chosen = s.getsockname()[1]
            return [await asyncio.start_server(serve, sock=s, backlog=512, **more) for s in sockets], chosen
        except OSError:
            for s in sockets:
                s.close()
            if port:
                raise
    raise SystemExit("no port is free on %d addresses" % addresses)


async def run(o, scratch):
    receiver = Receiver(o.log or scratch + "/requests.ndjson")
    servers, port = await listen(receiver.serve, o.addresses, o.port)
    more, tls = await listen(receiver.serve, 1, o.tls_port, ssl=self_signed(scratch), ssl_handshake_timeout=10)
    print("listening 127.0.0.1:%d tls 127.0.0.1:%d" % (port, tls), flush=True)
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    if o.until_eof:
        input = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(input), sys.stdin)
        loop.create_task(input.read()).add_done_callback(lambda _: ended.set())
    await ended.wait()
    for server in servers + more:
        server.close()
    receiver.log.close()


def main():
    ap = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    ap.add_argument("--port", type=int, default=0)
    ap.add_argument("--tls-port", type=int, default=0)
    ap.add_argument("--addresses", type=int, default=4, help="127.0.0.1 and so many in all")
    ap.add_argument("--log")
    ap.add_argument("--until-eof", action="store_true", help="end with whoever holds the other end of our input")
    ap.add_argument("--selftest", action="store_true")
    o = ap.parse_args()
    if o.selftest:
        from lib import receiver_selftest
        receiver_selftest.main()
    with tempfile.TemporaryDirectory(prefix="livegamed-receiver-") as scratch:
        asyncio.run(run(o, scratch))


if __name__ == "__main__":
    main()
