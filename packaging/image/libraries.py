"""The shared libraries of a program: those that it is linked with, and those that it loads by name while it runs."""
import json
import os
import subprocess
import tempfile


class Unreadable(Exception):
    """A program whose libraries cannot be listed on this machine."""


def paths_of(program):
    """Returns the path of each library, by its name, with those that a library needs in turn. None stands for a library that is
    not installed here."""
    later = loaded_by_name(program)
    # As if the program were linked with them.
    preload = {"LD_PRELOAD": ":".join(later)} if later else {}
    found = dict.fromkeys(later)
    for line in output("ldd", program, **preload).splitlines():
        name, _, target = line.strip().partition(" => ")
        path = (target or name).split(" (")[0]
        # The kernel's own library has no file.
        if path.startswith("/") or path == "not found":
            found[name.split(" (")[0]] = path if path.startswith("/") else None
    return found


def loaded_by_name(program):
    """Returns the names in the program's notes (https://systemd.io/ELF_DLOPEN_METADATA), without those of libraries that only
    some users need."""
    if ".note.dlopen" not in output("objdump", "--section-headers", program):
        return []
    with tempfile.TemporaryDirectory() as folder:
        output("objcopy", "--dump-section", ".note.dlopen=%s/note" % folder, program, folder + "/copy")
        with open(folder + "/note", "rb") as f:
            data = f.read()
    names = []
    while len(data) >= 12:
        owner, value = (int.from_bytes(data[x:x + 4], "little") for x in (0, 4))
        begin = 12 + (owner + 3) // 4 * 4
        for each in json.loads(data[begin:begin + value].rstrip(b"\0")):
            if each.get("priority") == "required":
                names += each["soname"][:1]
        data = data[begin + (value + 3) // 4 * 4:]
    return names


def output(*command, **variables):
    """Returns what a command prints, in English."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                          env=dict(os.environ, LC_ALL="C", **variables))
    if done.returncode:
        raise Unreadable("%s: %s" % (" ".join(command), (done.stderr or done.stdout).strip() or done.returncode))
    return done.stdout
