"""Parses one body with orjson: parse.py BODY ROUNDS. Prints the least microseconds of a body."""
import os
import sys
import time

# Where packaging/install-build-needs.sh puts it if the system has none.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../.build/bench-python"))
import orjson  # noqa: E402

with open(sys.argv[1], "rb") as file:
    body = file.read()
best, plays = float("inf"), 0
for _ in range(int(sys.argv[2])):
    began = time.perf_counter()
    plays = len(orjson.loads(body)["liveData"]["plays"]["allPlays"])
    best = min(best, (time.perf_counter() - began) * 1e6)
print("%.1f %d" % (best, plays))
