#!/usr/bin/env python3
"""Writes an object file with the part of ICU's data that the program needs.

    packaging/filter-icu.py filter OBJECT    writes the object file, unless it is there with the same content
    packaging/filter-icu.py check PROGRAM    fails if a linked program has other data

Foundation's static library has all of ICU's data as one symbol, `icudtNN_dat`, of 34 MB. An object with the same symbol
that is given to the linker takes its place: the linker uses no member of a library for a symbol that is defined. The
items are those of packaging/icu-items.txt. docs/decisions/0049-a-smaller-program.md says how they were chosen.

The form of the data, by ICU's sources (ucmndata.h, udata.cpp, toolutil/package.cpp): a header, whose first two bytes
are its length; then the number of items and for each the offsets of its name and its data, counted from the end of the
header; the names in ascending order, each with a zero byte; and the data, each aligned to 16 bytes.
"""
import filecmp
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ITEMS = os.path.join(ROOT, "packaging/icu-items.txt")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def library():
    """Returns the path of the toolchain's static library with ICU."""
    paths = json.loads(run("swift", "-print-target-info", "-static-stdlib"))["paths"]
    for path in [paths["runtimeResourcePath"]] + paths["runtimeLibraryPaths"]:
        for folder in (path, os.path.join(path, "linux")):
            found = os.path.join(folder, "lib_FoundationICU.a")
            if os.path.exists(found):
                return found
    sys.exit("filter-icu.py: the Swift toolchain has no lib_FoundationICU.a among its static libraries")


def original():
    """Returns the name of the symbol and the data of the toolchain."""
    archive = os.path.abspath(library())
    with tempfile.TemporaryDirectory() as folder:
        table = subprocess.run(["nm", "--print-file-name", archive], check=True, capture_output=True, text=True).stdout
        found = re.search(r":([^:]+):[0-9a-f]+ R (icudt[0-9]+_dat)$", table, re.M)
        if not found:
            sys.exit(f"filter-icu.py: {archive} has no symbol icudtNN_dat; is ICU's data somewhere else now?")
        member, symbol = found.groups()
        subprocess.run(["ar", "x", archive, member], check=True, cwd=folder)
        data = os.path.join(folder, "data")
        run("objcopy", "-O", "binary", "--only-section=.rodata", os.path.join(folder, member), data)
        with open(data, "rb") as f:
            return symbol, f.read()


def items(data):
    """Returns the header, and name -> content of each item."""
    length = struct.unpack_from("<H", data)[0]
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        sys.exit("filter-icu.py: the toolchain's ICU data has an unknown form")
    count, = struct.unpack_from("<I", data, length)
    places = [struct.unpack_from("<II", data, length + 4 + 8 * i) for i in range(count)]
    ends = [place[1] for place in places[1:]] + [len(data) - length]
    found = {}
    for (name, start), end in zip(places, ends):
        text = data[length + name:data.index(b"\0", length + name)].decode()
        found[text] = data[length + start:length + end]
    return data[:length], found


def packed(header, chosen):
    """Returns the data with the items of `chosen` alone."""
    names = sorted(chosen, key=lambda name: name.encode())
    text, offsets = b"", []
    begin = 4 + 8 * len(names)
    for name in names:
        offsets.append(begin + len(text))
        text += name.encode() + b"\0"
    table, body = struct.pack("<I", len(names)), text
    start = begin + len(text)
    for offset, name in zip(offsets, names):
        padding = -(len(header) + start) % 16
        body += b"\xaa" * padding
        start += padding
        table += struct.pack("<II", offset, start)
        body += chosen[name]
        start += len(chosen[name])
    return header + table + body


def selection():
    """Returns the name of the symbol and the filtered data."""
    symbol, data = original()
    header, all_items = items(data)
    folder = next(iter(all_items)).split("/")[0]
    with open(ITEMS, encoding="utf-8") as f:
        wanted = [line.split("#")[0].strip() for line in f]
    wanted = [f"{folder}/{name}" for name in wanted if name]
    missing = [name for name in wanted if name not in all_items]
    if missing:
        sys.exit(f"filter-icu.py: the toolchain's ICU data lacks {', '.join(missing)}; see packaging/icu-items.txt")
    return symbol, packed(header, {name: all_items[name] for name in wanted})


def write(target):
    symbol, data = selection()
    target = os.path.abspath(target)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "icu.dat"), "wb") as f:
            f.write(data)
        with open(os.path.join(folder, "icu.S"), "w", encoding="ascii") as f:
            f.write(f"""  .section .rodata.{symbol},"a",%progbits
  .globl {symbol}
  .type {symbol}, %object
  .balign 16
{symbol}:
  .incbin "icu.dat"
  .size {symbol}, {len(data)}
  .section .note.GNU-stack,"",%progbits
""")
        subprocess.run(["clang", "-c", "-o", "icu.o", "icu.S"], check=True, cwd=folder)
        made = os.path.join(folder, "icu.o")
        # The time of an unchanged file stays, so that nothing is linked again.
        if not os.path.exists(target) or not filecmp.cmp(made, target, shallow=False):
            shutil.move(made, target)


def check(program):
    symbol, data = selection()
    # lld puts constants among data, because some objects of the toolchain have them in a writable section.
    found = re.findall(r"^[0-9a-f]+ ([0-9a-f]+) [a-zA-Z] (icudt[0-9]+_dat)$", run("nm", "--print-size", program), re.M)
    if found != [(f"{len(data):016x}", symbol)]:
        sizes = ", ".join(f"{name} of {int(size, 16)} bytes" for size, name in found) or "none"
        sys.exit(f"filter-icu.py: {program} should have {symbol} of {len(data)} bytes, but has {sizes}")


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("filter", "check"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        sys.exit(64)
    (write if sys.argv[1] == "filter" else check)(sys.argv[2])


main()
