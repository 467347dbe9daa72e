#!/usr/bin/env python3
"""The receiver of `receiver.py` for long runs: it keeps counts of the requests, and no bytes.

`GET /__tally?path=P` returns, by `webhook-id`, how often it was accepted and how often its bytes differed from the
first, and clears those of the path with `forget=1`. It listens on an address for each sink, and ends with its
standard input.
"""
import asyncio
import hashlib
import sys

import receiver
from lib.behaviours import reply_json


class Tally(receiver.Receiver):
    def __init__(self):
        self.reset()

    def reset(self):
        self.paths, self.memories, self.connections = {}, {}, 0

    def record(self, request, reply):
        path = self.paths.setdefault(request.path, {"requests": 0, "refused": 0, "messages": {}})
        path["requests"] += 1
        message = path["messages"].setdefault(request.message, [0, 0, hashlib.sha1(request.body).hexdigest()])
        if 200 <= (reply.status or 0) < 300:
            message[0] += 1
        else:
            path["refused"] += 1
        message[1] += hashlib.sha1(request.body).hexdigest() != message[2]

    def control(self, request):
        if request.path != "/__tally":
            return super().control(request)
        path = self.paths.get(request.query["path"], {"requests": 0, "refused": 0, "messages": {}})
        if "forget" in request.query:
            self.paths.pop(request.query["path"], None)
            # The memory of a behaviour for messages, such as how often it has failed one.
            self.memories.pop(request.query["path"], None)
        return reply_json(200, path)


async def run(addresses):
    tally = Tally()
    servers, port = await receiver.listen(tally.serve, addresses, 0)
    print("listening 127.0.0.1:%d" % port, flush=True)
    ended = asyncio.Event()
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    asyncio.get_running_loop().create_task(reader.read()).add_done_callback(lambda _: ended.set())
    await ended.wait()
    for server in servers:
        server.close()


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else 16))
