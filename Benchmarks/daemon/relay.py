"""Passes requests of a daemon on to the replay tool. Notes when it begins to send an answer with a feed, of which it has
all bytes by then.

    python3 relay.py http://127.0.0.1:REPLAY     # prints its port; GET /__sent returns [[instant, gamePk], …]
"""
import asyncio
import json
import re
import sys
import time

import connections

HOST, PORT = sys.argv[1].split("//")[1].split(":")
sent = []


async def relay(reader, writer):
    from_replay, to_replay = await asyncio.open_connection(HOST, int(PORT))
    try:
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            if request.startswith(b"GET /__sent "):
                body = json.dumps(sent).encode()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                continue
            game = re.match(rb"GET /api/v1\.1/game/(\d+)/feed", request)
            to_replay.write(request)
            answer = await whole(from_replay)
            if game:
                sent.append((time.time(), int(game.group(1))))
            writer.write(answer)
            await writer.drain()
    finally:
        to_replay.close()


async def whole(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: *(\d+)", head, re.I)
    return head + await reader.readexactly(int(length.group(1)) if length else 0)


connections.serve(relay)
