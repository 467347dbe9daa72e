#!/usr/bin/env python3
"""Makes a container image from the Debian package: .build/livegamed-VERSION-ARCH.oci.tar. `make image` runs it.

    packaging/make-image.py PACKAGE.deb [FOLDER]

It needs no container engine and no root. apt-get downloads the Debian packages with the libraries of the program, in the
newest version that this machine's lists have, and keeps them in FOLDER/image-packages. The same packages give the same image,
byte for byte; SOURCE_DATE_EPOCH is its date, else that of the release. Exits 69 if a package is not to be had.
"""
import datetime
import email.utils
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE + "/image")

import archive  # noqa: E402
import debs  # noqa: E402
import root  # noqa: E402


def date_of_release():
    """Returns the date of the newest entry of Debian's changelog."""
    with open(HERE + "/debian/changelog", encoding="utf-8") as f:
        found = re.search(r"^ -- .*>  (.*)$", f.read(), re.MULTILINE)
    return int(email.utils.parsedate_to_datetime(found.group(1)).timestamp())


def megabytes(size):
    return "%.1f MB" % (size / 1e6)


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    deb, folder = sys.argv[1], (sys.argv[2:] or [".build"])[0]
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or date_of_release())
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        package = debs.Deb(deb)
        layer = root.make(package, epoch, folder + "/image-packages")
    except debs.NotThere as why:
        print("make-image.py: %s" % why, file=sys.stderr)
        sys.exit(69)
    data = archive.pack(layer, package.fields, epoch, created)
    os.makedirs(folder, exist_ok=True)
    path = "%s/livegamed-%s-%s.oci.tar" % (folder, package.fields["Version"], package.fields["Architecture"])
    # Whole or not at all.
    with open(path + ".new", "wb") as f:
        f.write(data)
    os.rename(path + ".new", path)
    print("%s: %s, %s of files" % (path, megabytes(len(data)), megabytes(layer.size)))
    print("load it with one of these:\n  docker load -i %s\n  podman load -i %s\n  skopeo copy oci-archive:%s TARGET"
          % (path, path, path))


if __name__ == "__main__":
    main()
