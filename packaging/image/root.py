"""What is in the image: the program of the package, the libraries that it loads, certificates, and who it runs as."""
import os
import posixpath
import tempfile

import debs
from debs import NotThere
from layer import Layer

# The number of the user and of the group: above those of Debian's own users, and within the 65536 numbers that a container
# of a user has.
USER = 65532

STATE, RUNTIME, CREDENTIALS = "/var/lib/livegamed", "/run/livegamed", "/run/secrets"

# Files of the package. Manual pages, completions and units are of no use in a container.
PROGRAM = "/usr/bin/livegamed"
TAKEN = (PROGRAM, "/etc/livegamed/livegamed.yaml", "/usr/share/doc/livegamed/copyright", "/usr/share/doc/livegamed/NOTICE")

# Packages of which something is needed beside the libraries.
DATA = {"base-files", "ca-certificates", "tzdata"}

# The C library reads names from these, in this order.
SMALL_FILES = {
    "/etc/passwd": "root:x:0:0:root:/root:/usr/sbin/nologin\n"
                   "livegamed:x:%d:%d:livegamed:/nonexistent:/usr/sbin/nologin\n" % (USER, USER),
    "/etc/group": "root:x:0:\nlivegamed:x:%d:\n" % USER,
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
}


def make(deb, epoch, folder):
    """Returns the layer of the image of a package. Debian's packages are kept in the folder."""
    layer = Layer(epoch)
    add_mount_points(layer)
    for path, text in SMALL_FILES.items():
        layer.file(path, text.encode())
    for path in TAKEN:
        if path not in deb.files:
            raise NotThere("%s has no %s" % (deb.path, path))
        layer.file(path, deb.files[path], 0o755 if path == PROGRAM else 0o644)
    names, loaded = needed(deb)
    packages = {x.name: x for x in debs.download(names | DATA, folder)}
    # The documentation of a library may be a link to that of another package of the same source.
    others = {posixpath.basename(documentation(x)) for x in packages.values()} - set(packages)
    documents = {x.name: x for x in debs.download(others, folder)} if others else {}
    add_libraries(layer, loaded, packages.values())
    add_certificates(layer, packages["ca-certificates"])
    add_zones(layer, packages["tzdata"])
    add_release(layer, packages["base-files"])
    for package in packages.values():
        add_copyright(layer, package, packages | documents)
    for package in (deb, *packages.values()):
        layer.file("/var/lib/dpkg/status.d/" + package.name, record(package).encode())
    return layer


def add_mount_points(layer):
    """An engine mounts something on each of these, and cannot make the folders when the root is read-only."""
    for path in ("/dev", "/proc", "/sys", CREDENTIALS, "/etc/livegamed/livegamed.d"):
        layer.folder(path)
    layer.folder("/tmp", 0o1777)
    # A new volume gets owner and mode of the folder below it.
    layer.folder(STATE, 0o700, USER)
    # runc gives a folder in memory the mode of the one below it, whatever is asked for, and root as its owner.
    layer.folder(RUNTIME, 0o1777, USER)
    for name in ("bin", "lib", "lib64", "sbin"):
        layer.folder("/usr/" + name)
        layer.link("/" + name, "usr/" + name)


def needed(deb):
    """Returns the names of the packages with the libraries of the program, and the paths by which it loads them."""
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/livegamed"
        with open(path, "wb") as f:
            f.write(deb.files[PROGRAM])
        os.chmod(path, 0o755)
        return debs.packages_of(path)


def add_libraries(layer, loaded, packages):
    """Adds the libraries under the names by which they are loaded."""
    for path in loaded:
        package = next((x for x in packages if x.resolved(path) in x.files), None)
        if not package:
            raise NotThere("no downloaded package has %s" % path)
        file = package.resolved(path)
        # Only the loader is started as a program.
        layer.file(file, package.files[file], 0o755 if "/ld-linux" in file else 0o644)
        if file != path:
            add_link(layer, path, file)


def add_link(layer, path, file):
    layer.link(path, posixpath.relpath(file, posixpath.dirname(path)))


def add_certificates(layer, package):
    """Adds the authorities as one file, as update-ca-certificates does."""
    bundle = b"".join(package.files[x].rstrip(b"\n") + b"\n" for x in package.below("/usr/share/ca-certificates"))
    layer.file("/etc/ssl/certs/ca-certificates.crt", bundle)


def add_zones(layer, package):
    """Adds the time zones. The C library reads them for `TZ`; without them it takes every zone for UTC, and says nothing."""
    zones = "/usr/share/zoneinfo"
    # Copies of all zones, those that count leap seconds, and a link to the zone of a machine.
    left_out = (zones + "/posix/", zones + "/right/", zones + "/localtime")
    for path in package.below(zones):
        if not path.startswith(left_out):
            layer.file(path, package.files[path])
    for path, target in package.links.items():
        if path.startswith(zones + "/") and not path.startswith(left_out):
            add_link(layer, path, target)


def add_release(layer, package):
    """Adds the name of the distribution, and the licences that the copyright files refer to."""
    layer.file("/usr/lib/os-release", package.files["/usr/lib/os-release"])
    layer.link("/etc/os-release", "../usr/lib/os-release")
    for path in package.below("/usr/share/common-licenses"):
        layer.file(path, package.files[path])


def documentation(package):
    """Returns the folder of the package's documentation."""
    return package.resolved("/usr/share/doc/" + package.name)


def add_copyright(layer, package, packages):
    folder = documentation(package)
    path = folder + "/copyright"
    owner = packages[posixpath.basename(folder)]
    if path not in owner.files:
        raise NotThere("%s has no copyright file" % owner.path)
    layer.file("/usr/share/doc/%s/copyright" % package.name, owner.files[path])


def record(package):
    """Returns what programs that look for known faults in images read of a package, in the form of Debian's own records."""
    wanted = ("Package", "Source", "Version", "Architecture", "Maintainer", "Homepage", "Description")
    return "".join("%s: %s\n" % (x, package.fields[x]) for x in wanted if x in package.fields)
