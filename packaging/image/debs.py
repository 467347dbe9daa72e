"""The Debian packages that the image takes files from.

apt downloads them and checks their signatures. The files that are installed on this machine are not used, because somebody may
have changed them.
"""
import io
import os
import posixpath
import re
import subprocess
import tarfile
import tempfile

import libraries


class NotThere(Exception):
    """A package or a file that the image needs is not to be had."""


def output(*command, **options):
    """Returns what a command prints, in English."""
    done = subprocess.run(command, capture_output=True, env=dict(os.environ, LC_ALL="C"), **options)
    if done.returncode:
        raise NotThere("%s: %s" % (" ".join(command[:2]), done.stderr.decode(errors="replace").strip() or done.returncode))
    return done.stdout


def below_usr(path):
    """Returns the path of a file below /usr, where Debian's /lib and /bin are links."""
    return path if re.match(r"/(usr|etc|var)/", path) else "/usr" + path


def packages_of(program):
    """Returns the names of the packages with the libraries that a program loads on this machine, and of each the path by
    which it is loaded."""
    needed = {}
    try:
        paths = libraries.paths_of(program)
    except libraries.Unreadable as why:
        raise NotThere(str(why)) from None
    for name, path in paths.items():
        if not path:
            raise NotThere("%s, which the program loads, is not installed here" % name)
        needed[below_usr(path)] = None
    # A package names a library with or without /usr, so both are asked for; one of the two is always unknown.
    names = [y for x in needed for y in (x, x.removeprefix("/usr"))]
    found = subprocess.run(["dpkg-query", "--search", *names], capture_output=True, text=True, env=dict(os.environ, LC_ALL="C"))
    packages = set()
    for line in found.stdout.splitlines():
        package, _, path = line.rpartition(": ")
        if below_usr(path) in needed and not package.startswith("diversion"):
            needed[below_usr(path)] = package
            packages.add(package)
    strange = sorted(x for x, package in needed.items() if not package)
    if strange:
        raise NotThere("no Debian package has %s" % ", ".join(strange))
    return packages, sorted(needed)


def download(names, folder):
    """Returns the packages of these names. Those that are in the folder already are not fetched again."""
    os.makedirs(folder, exist_ok=True)
    # The user _apt may not write here; the signatures are checked all the same.
    apt = ("apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", *sorted(names))
    output(*apt, cwd=folder)
    # The folder may have older versions too. In an empty one, apt says which files it would fetch.
    with tempfile.TemporaryDirectory() as empty:
        uris = output(*apt, "--print-uris", cwd=empty).decode().splitlines()
    return [Deb(folder + "/" + line.split()[1]) for line in uris if line.startswith("'")]


class Deb:
    """One package: its fields, and its files by their absolute path below /usr."""

    def __init__(self, path):
        self.path = path
        lines = output("dpkg-deb", "--field", path).decode().splitlines()
        self.fields = dict(line.split(": ", 1) for line in lines if not line.startswith(" "))
        self.files, self.links = {}, {}
        with tarfile.open(fileobj=io.BytesIO(output("dpkg-deb", "--fsys-tarfile", path))) as archive:
            for entry in archive:
                name = below_usr("/" + entry.name.removeprefix("./"))
                if entry.issym():
                    self.links[name] = below_usr(posixpath.normpath(posixpath.join(posixpath.dirname(name), entry.linkname)))
                elif entry.isfile() or entry.islnk():
                    self.files[name] = archive.extractfile(entry).read()

    @property
    def name(self):
        return self.fields["Package"]

    def resolved(self, path):
        """Returns the path of the file that a path of the package leads to."""
        return self.resolved(self.links[path]) if path in self.links else path

    def below(self, folder):
        """Returns the paths of the files in a folder, in their order."""
        return sorted(x for x in self.files if x.startswith(folder + "/"))
