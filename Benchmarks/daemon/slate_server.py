"""Serves many games to a daemon, as copies of one replayed game: the replay tool itself is too slow for 200 answers a
second. Each answer of the replay tool is asked for once a second at most, and given to all copies under their own
gamePk.

    python3 slate_server.py http://127.0.0.1:REPLAY GAMEPK     # prints its port
"""
import functools
import gzip
import http.client
import json
import re
import sys
import time
import zlib

import connections

REPLAY, GAME = sys.argv[1], sys.argv[2]
HOST = REPLAY.split("//")[1]
# Seconds for which an answer of the replay tool is used again.
FRESH = 1.0
stats = {"requests": 0, "bytes": 0}


@functools.lru_cache(maxsize=64)
def source(path, _):
    connection = http.client.HTTPConnection(HOST, timeout=30)
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        body = answer.read()
        return answer.status, gzip.decompress(body) if answer.getheader("Content-Encoding") == "gzip" else body
    finally:
        connection.close()


@functools.lru_cache(maxsize=2000)
def packed(path, game, step):
    status, body = source(path, step)
    if game:
        body = body.replace(GAME.encode(), game)
    compress = zlib.compressobj(1, zlib.DEFLATED, 31)
    return status, compress.compress(body) + compress.flush()


def answer(target):
    found = re.match(r"(/api/v1\.1/game/)(\d+)(/feed/live.*)", target)
    step = int(time.monotonic() / FRESH)
    if found:
        return packed(found.group(1) + GAME + found.group(3), found.group(2).encode(), step)
    return packed(target, b"", step)


async def serve(reader, writer):
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        target = head.split(b" ", 2)[1].decode()
        if target == "/__stats":
            status, body, coding = 200, json.dumps(stats).encode(), b""
        else:
            (status, body), coding = answer(target), b"Content-Encoding: gzip\r\n"
            stats["requests"] += 1
            stats["bytes"] += len(body)
        writer.write(b"HTTP/1.1 %d OK\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n" % (
            status, coding, len(body)) + body)
        await writer.drain()


connections.serve(serve)
