#!/usr/bin/env python3
"""Prints the bill of materials of a release as SPDX 2.3 JSON: the program, the Swift libraries that are part of it, and the
Debian libraries that it loads.

    SOURCE_DATE_EPOCH=1700000000 packaging/make-sbom.py VERSION PROGRAM [FILE...]

FILE are the files of the release, which are listed with their checksums. The same program and files give the same bytes.
"""
import datetime
import glob
import hashlib
import json
import os
import platform
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE + "/image")
import libraries  # noqa: E402

ROOT = os.path.join(HERE, "..")
HOME = "https://github.com/livegamed/livegamed"
UNKNOWN = "NOASSERTION"


def sha256(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def identifier(*words):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(words))


def package(kind, name, version, location, reference=None, **more):
    made = {"SPDXID": identifier(kind, name), "name": name, "versionInfo": version, "downloadLocation": location,
            "filesAnalyzed": False, "licenseConcluded": UNKNOWN, "licenseDeclared": UNKNOWN, "copyrightText": UNKNOWN}
    if reference:
        made["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": reference}]
    return dict(made, **more)


def swift_libraries():
    with open(os.path.join(ROOT, "packaging/release-versions.json"), encoding="utf-8") as f:
        pins = json.load(f)
    for name, pin in sorted(pins.items()):
        place = re.sub(r"^https://|\.git$", "", pin["location"])
        yield package("Swift", name, pin["version"], "git+%s@%s" % (pin["location"], pin["revision"]),
                      "pkg:swift/%s@%s" % (place, pin["version"]))


def shared_libraries(program):
    """Returns the packages of the shared libraries of the program."""
    try:
        return debian_packages(path for path in libraries.paths_of(program).values() if path)
    except libraries.Unreadable as why:
        sys.exit(str(why))


def static_libraries():
    """Returns the package of the library of C++, which is part of the program: the newest one, as the compiler takes it."""
    paths = glob.glob("/usr/lib/gcc/%s-linux-gnu/[0-9]*/libstdc++.a" % platform.machine())
    return debian_packages(sorted(paths, key=lambda x: int(x.split("/")[-2]))[-1:])


def debian_packages(paths):
    names = sorted(set(owner(os.path.realpath(x)) for x in paths))
    return [debian_package(x) for x in names]


def owner(path):
    """Returns the name of the package that has a file."""
    # With a merged /usr the package may list the file below /lib.
    for each in (path, path.removeprefix("/usr")):
        found = subprocess.run(["dpkg-query", "--search", each], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(": ")[0].split(",")[0]
    sys.exit("%s: belongs to no package, so it cannot be listed" % path)


def debian_package(name):
    form = "${Package}\t${Version}\t${Architecture}\n"
    found = subprocess.run(["dpkg-query", "--show", "--showformat", form, name], capture_output=True, text=True, check=True)
    short, version, architecture = found.stdout.splitlines()[0].split("\t")
    return package("Debian", short, version, UNKNOWN, "pkg:deb/debian/%s@%s?arch=%s" % (short, version, architecture))


def relationship(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def main():
    if len(sys.argv) < 3 or "SOURCE_DATE_EPOCH" not in os.environ:
        sys.exit(__doc__)
    version, program, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    digest = sha256(program)
    main_package = package("Program", "livegamed", version, HOME, None, licenseDeclared="Apache-2.0",
                           checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    inside, static, shared = list(swift_libraries()), static_libraries(), shared_libraries(program)
    listed = [{"SPDXID": identifier("File", os.path.basename(x)), "fileName": "./" + os.path.basename(x),
               "checksums": [{"algorithm": "SHA256", "checksumValue": sha256(x)}], "licenseConcluded": UNKNOWN,
               "copyrightText": UNKNOWN} for x in files]
    own = main_package["SPDXID"]
    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "livegamed-" + version,
        "documentNamespace": "%s/spdx/livegamed-%s-%s" % (HOME, version, digest),
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: packaging/make-sbom.py"]},
        "documentDescribes": [own], "packages": [main_package] + inside + static + shared, "files": listed,
        "relationships": [relationship(own, "CONTAINS", x["SPDXID"]) for x in inside]
        + [relationship(own, "STATIC_LINK", x["SPDXID"]) for x in static]
        + [relationship(own, "DYNAMIC_LINK", x["SPDXID"]) for x in shared]
        + [relationship(x["SPDXID"], "GENERATED_FROM", own) for x in listed],
    }, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
