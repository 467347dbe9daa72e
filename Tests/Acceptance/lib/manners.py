"""Invalid input for the socket, and the reactions that docs/socket.md promises."""
import json
import os
import random

LIMIT = 65536
NOISE = random.Random(9).randbytes(4096).replace(b"\n", b"?")

# name: (bytes, the ops or error codes of the answer; several if the reader may choose). The connection stays open.
STAYS = {
    "no JSON": (b"hello?\n", {"malformed"}),
    "an empty object": (b"{}\n", {"malformed"}),
    "null": (b"null\n", {"malformed"}),
    "a list": (b'[{"op":"ping"}]\n', {"malformed"}),
    "an op that is a number": (b'{"op":7}\n', {"malformed"}),
    "an op that is nothing": (b'{"op":null}\n', {"malformed"}),
    "an unknown op": (b'{"op":"dance"}\n', {"unknown_op"}),
    "an unknown op without end": (b'{"op":"' + b"x" * 60000 + b'"}\n', {"unknown_op"}),
    "an op in capitals": (b'{"op":"PING"}\n', {"unknown_op"}),
    "half an object": (b'{"op":"ping"\n', {"malformed"}),
    "two objects on a line": (b'{"op":"ping"}{"op":"ping"}\n', {"malformed"}),
    "something behind the object": (b'{"op":"ping"} and more\n', {"malformed"}),
    "single quotes": (b"{'op':'ping'}\n", {"malformed"}),
    "a comment": (b'{"op":"ping"/* now */}\n', {"malformed"}),
    "binary": (NOISE + b"\n", {"malformed"}),
    "NUL bytes": (b"\0" * 1000 + b"\n", {"malformed"}),
    "a NUL behind": (b'{"op":"ping"}\0\n', {"malformed"}),
    "a NUL in a text": (b'{"op":"ping","id":"a\0b"}\n', {"malformed", "pong"}),
    "an HTTP request": (b"GET / HTTP/1.1\r\n", {"malformed"}),
    "60,000 open lists": (b"[" * 60000 + b"\n", {"malformed"}),
    "30,000 nested lists": (b"[" * 30000 + b"]" * 30000 + b"\n", {"malformed"}),
    "nested objects in an id": (b'{"op":"ping","id":' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}\n", {"malformed"}),
    "nested lists in a filter": (b'{"op":"subscribe","filter":{"teams":' + b"[" * 9000 + b"]" * 9000 + b"}}\n", {"malformed"}),
    "an op twice": (b'{"op":"ping","op":"dance"}\n', {"pong", "unknown_op", "malformed"}),
    "an id twice": (b'{"op":"ping","id":1,"id":2}\n', {"pong", "malformed"}),
    "a broken UTF-8 text": (b'{"op":"ping","id":"\xff\xfe"}\n', {"malformed", "pong"}),
    "an overlong UTF-8 text": (b'{"op":"ping","id":"\xc0\xaf"}\n', {"malformed", "pong"}),
    "a UTF-8 surrogate": (b'{"op":"ping","id":"\xed\xa0\x80"}\n', {"malformed", "pong"}),
    "half an escaped surrogate": (b'{"op":"ping","id":"\\ud800"}\n', {"malformed", "pong"}),
    "a wrong escape": (b'{"op":"ping","id":"\\x41"}\n', {"malformed"}),
    "a byte order mark": (b'\xef\xbb\xbf{"op":"ping"}\n', {"malformed", "pong"}),
    "an id of 1e400": (b'{"op":"ping","id":1e400}\n', {"malformed"}),
    "an id of 40 digits": (b'{"op":"ping","id":' + b"9" * 40 + b"}\n", {"malformed"}),
    "an id of 60,000 digits": (b'{"op":"ping","id":' + b"9" * 60000 + b"}\n", {"malformed"}),
    "a broken id": (b'{"op":"ping","id":1.5}\n', {"malformed"}),
    "an id that is a list": (b'{"op":"ping","id":[]}\n', {"malformed"}),
    "a long id": (b'{"op":"ping","id":"' + b"x" * 60000 + b'"}\n', {"malformed"}),
    "an id of 257 bytes": (b'{"op":"ping","id":"' + b"x" * 257 + b'"}\n', {"malformed"}),
    "an id of 256 bytes": (b'{"op":"ping","id":"' + b"x" * 256 + b'"}\n', {"pong"}),
    "a long id of escapes": (b'{"op":"ping","id":"' + b"\\u0001" * 10000 + b'"}\n', {"malformed"}),
    "256 bytes of escapes": (b'{"op":"ping","id":"' + b"\\u0001" * 256 + b'"}\n', {"pong"}),
    "a ping with a payload": (b'{"op":"ping","payload":"x"}\n', {"malformed"}),
    "a filter of 10,000 names": (
        b'{"op":"subscribe","filter":{"tags":[' + b",".join([b'"x"'] * 10000) + b"]}}\n", {"malformed"}),
    "a filter of 65 names": (
        b'{"op":"subscribe","filter":{"tags":[' + b",".join([b'"x"'] * 65) + b"]}}\n", {"malformed"}),
    "a filter of a long name": (b'{"op":"subscribe","filter":{"tags":["' + b"x" * 65 + b'"]}}\n', {"malformed"}),
    "the longest line": (b'{"op":"ping"}'.ljust(LIMIT) + b"\n", {"pong"}),
    "the end of a line by Windows": (b'{"op":"ping"}\r\n', {"pong"}),
    "an escaped op": (b'{"op":"p\\u0069ng"}\n', {"pong"}),
    "a place before the first": (b'{"op":"subscribe","after":-1}\n', {"malformed"}),
    "half a place": (b'{"op":"subscribe","after":1.5}\n', {"malformed"}),
    "a place of 1e400": (b'{"op":"subscribe","after":1e400}\n', {"malformed"}),
    "a place of 20 digits": (b'{"op":"subscribe","after":99999999999999999999}\n', {"malformed"}),
    "the same as a text": (b'{"op":"subscribe","after":"99999999999999999999"}\n', {"malformed"}),
    "a place by an unknown name": (b'{"op":"subscribe","after":"yesterday"}\n', {"malformed"}),
    "a place that is a list": (b'{"op":"subscribe","after":[1]}\n', {"malformed"}),
    "a misspelt member": (b'{"op":"subscribe","filters":{}}\n', {"malformed"}),
    "a misspelt filter": (b'{"op":"subscribe","filter":{"team":["BOS"]}}\n', {"malformed"}),
    "a filter that is a text": (b'{"op":"subscribe","filter":{"teams":"BOS"}}\n', {"malformed"}),
    "a log that is a number": (b'{"op":"subscribe","after":1,"log":7}\n', {"malformed"}),
    "a limit of nothing": (b'{"op":"outbox","limit":0}\n', {"malformed"}),
    "an order without an aim": (b'{"op":"drop"}\n', {"malformed"}),
    "an order with two": (b'{"op":"drop","all":true,"number":1}\n', {"malformed"}),
    "a protocol of tomorrow": (b'{"op":"ping","protocol":2}\n', {"unsupported_protocol"}),
    "a subscription by another protocol": (b'{"op":"subscribe","protocol":7}\n', {"unsupported_protocol"}),
    "a hello from before the first": (b'{"op":"hello","protocol":0}\n', {"unsupported_protocol"}),
    "a hello with a misspelt member": (b'{"op":"hello","protocols":2}\n', {"malformed"}),
    "a hello to the highest": (b'{"op":"hello","protocol":9}\n', {"hello"}),
    "a long payload": (b'{"op":"tick","payload":"' + b"x" * 257 + b'"}\n', {"malformed"}),
    "a payload that fits": (b'{"op":"tick","payload":"' + b"x" * 256 + b'"}\n', {"tick"}),
    "an unknown game": (b'{"op":"game","game":4}\n', {"unknown_game"}),
    "a game by its name": (b'{"op":"game","game":"Boston"}\n', {"malformed"}),
    "a query with a misspelt member": (b'{"op":"games","team":["BOS"]}\n', {"malformed"}),
    "a status of something": (b'{"op":"status","game":1}\n', {"malformed"}),
}

# Subscriptions that are unusual but valid: a gap or none, then synced.
SUBSCRIBES = {
    "the last number": b'{"op":"subscribe","after":9223372036854775807}\n',
    "digits": b'{"op":"subscribe","after":"0"}\n',
    "an empty filter": b'{"op":"subscribe","filter":{"teams":[],"types":[],"tags":[]}}\n',
    "a filter of 64 names": b'{"op":"subscribe","filter":{"tags":[' + b",".join([b'"x"'] * 64) + b"]}}\n",
    "another log": b'{"op":"subscribe","after":1,"log":"no such log"}\n',
    "members that are null": b'{"op":"subscribe","after":null,"log":null,"filter":null}\n',
}

# Input without an answer.
SILENT = {"blank lines": b"\n\n\r\n \t \r\n", "a thousand of them": b"\n" * 1000}

# Input after which the next request cannot be found: one error, then the end.
CLOSES = {
    "65,537 bytes": b"x" * (LIMIT + 1),
    "65,537 bytes and a newline": b'{"op":"ping"}'.ljust(LIMIT + 1) + b"\n",
    "100,000 open lists": b"[" * 100_000 + b"\n",
    "10 MB without a newline": b"y" * 10_000_000,
    "10 MB of NUL": b"\0" * 10_000_000,
}


def codes(lines):
    """Returns the code of each error, and the op of each other line."""
    return [x.get("code") if x.get("op") == "error" else x.get("op") for x in lines if x is not None]


def resident(pid):
    """Returns the resident memory in bytes."""
    with open("/proc/%d/status" % pid) as f:
        return next(int(x.split()[1]) for x in f if x.startswith("VmRSS")) << 10


def descriptors(pid):
    return len(os.listdir("/proc/%d/fd" % pid))


def loads(line):
    """Parses JSON strictly: a repeated name is an error."""
    def once(pairs):
        assert len({k for k, _ in pairs}) == len(pairs), pairs
        return dict(pairs)
    return json.loads(line.decode("utf-8", "strict"), object_pairs_hook=once)
