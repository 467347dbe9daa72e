#!/usr/bin/env python3
"""Measures the decoder beside JSONDecoder, Node's JSON.parse, Python's orjson and simdjson, and what inflating costs.

    run.py PROGRAM [--quick] FEED.json.gz…

PROGRAM is the built `decoding`. Each time is the least of several runs, which take turns. The ratios of the medians over
all feeds are added to Benchmarks/results.json.
"""
import argparse
import gzip
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / "rivals"
sys.path.insert(0, str(HERE.parent.parent))
import results  # noqa: E402

PEERS = {"JSONDecoder": "jsondecoder", "JSON.parse": "node", "orjson": "orjson", "simdjson": "simdjson"}
# What of ours does the same as a peer, if that is not the making of a snapshot.
SAME = {"simdjson": "scan"}


def output(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout.strip()


def build(folder):
    """Compiles the programs that are compared, and returns their paths."""
    simdjson, inflate = folder / "simdjson", folder / "inflate"
    output("g++", "-O3", "-march=native", "-std=c++17", "-o", simdjson, HERE / "simdjson.cpp", "-lsimdjson")
    output("gcc", "-O2", "-o", inflate, HERE / "inflate.c", "-lz", "-ldeflate", "-lisal")
    return simdjson, inflate


def measure(program, simdjson, inflate, tree, body, turns):
    packed = body.with_suffix(body.suffix + ".gz")
    packed.write_bytes(gzip.compress(body.read_bytes(), 6))
    commands = {
        "ours": (program, "ours", body, 300),
        "scan": (program, "sum", body, 300),
        "JSONDecoder": (program, "JSONDecoder", body, 30),
        "JSON.parse": ("node", HERE / "parse.mjs", body, 100),
        "orjson": (sys.executable, HERE / "parse.py", body, 100),
        "simdjson": (simdjson, tree, body, 300),
        "zlib": (inflate, "zlib", packed, 100),
        "libdeflate": (inflate, "libdeflate", packed, 100),
        "isal": (inflate, "isal", packed, 100),
    }
    least = dict.fromkeys(commands, float("inf"))
    for _ in range(turns):
        for name, command in commands.items():
            least[name] = min(least[name], float(output(*command).split()[0]))
    return least


def figures(bodies):
    """Returns the medians over the bodies of each kind."""
    found = {}
    for kind, ending in (("full", ""), ("fields", "_fields")):
        rows = [least for of, least in bodies if of == kind]
        for peer, word in PEERS.items():
            found["decode%s_vs_%s" % (ending, word)] = beside(rows, SAME.get(peer, "ours"), peer)
        found["snapshot%s_vs_simdjson_sum" % ending] = beside(rows, "ours", "simdjson")
        for library in ("zlib", "libdeflate", "isal"):
            found["inflate%s_%s" % (ending, library)] = results.figure(
                statistics.median(row[library] for row in rows), "µs")
    return found


def beside(rows, ours, peer):
    """Returns the median of one of our columns, with that of a peer."""
    values = [row[ours] for row in rows]
    theirs = statistics.median(row[peer] for row in rows)
    return results.spread(results.under(statistics.median(values), "µs", theirs), values)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("feeds", nargs="+", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="two turns, to see that it works")
    o = parser.parse_args()
    bodies = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        simdjson, inflate = build(folder)
        tree = folder / "tree"
        tree.write_text(output(o.program, "tree", "-") + "\n")
        print("body | bytes | ours, MB/s | µs: ours | scan | JSONDecoder | JSON.parse | orjson | simdjson | zlib "
              "| libdeflate | isal | over ours: JSONDecoder | JSON.parse | orjson | simdjson | simdjson over scan")
        for feed in o.feeds:
            plain = folder / feed.name.removesuffix(".json.gz")
            plain.write_bytes(gzip.decompress(feed.read_bytes()))
            output(o.program, "trim", plain)
            for kind in ("full", "fields"):
                body = pathlib.Path(f"{plain}.{kind}")
                if output(o.program, "check", body) != "same":
                    sys.exit(f"{body.name}: the decoder and JSONDecoder give different snapshots")
                least = measure(o.program, simdjson, inflate, tree, body, 2 if o.quick else 7)
                bodies.append((kind, least))
                size, ours = body.stat().st_size, least["ours"]
                ratios = (f"{least[peer] / ours:.2f}" for peer in PEERS)
                scan = f"{least['simdjson'] / least['scan']:.2f}"
                print(body.name, size, f"{size / ours:.0f}", *(f"{time:.0f}" for time in least.values()), *ratios, scan,
                      sep=" | ", flush=True)
    found = figures(bodies)
    results.show(found)
    results.keep(results.RESULTS, found)


if __name__ == "__main__":
    main()
