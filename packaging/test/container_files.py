#!/usr/bin/env python3
"""Checks packaging/container/compose.yaml and livegamed.container: that their readers accept them, that they agree with each
other, with the image and with livegamed.service, and that docs/container.md prints them unchanged.

    packaging/test/container_files.py

Compose and Podman's generator read the files where they are installed; else their form is checked here. Needs PyYAML.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(HERE + "/../..")
sys.path[:0] = [HERE + "/../../Tests/Acceptance", HERE + "/../image"]

from archive import configuration  # noqa: E402
from lib.harness import Checks  # noqa: E402

# The keys of podman-systemd.unit(5), version 4.6, that a container may have.
QUADLET = {"Image", "Pull", "ContainerName", "Notify", "Environment", "Volume", "Secret", "ReadOnly", "DropCapability",
           "NoNewPrivileges", "PodmanArgs", "HealthCmd", "HealthInterval", "HealthTimeout", "HealthStartPeriod",
           "HealthRetries", "Tmpfs", "Timezone", "PublishPort", "Network", "User", "Exec"}
GENERATORS = ("/usr/libexec/podman/quadlet", "/usr/lib/podman/quadlet")


def text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def unit(content):
    """Returns the sections of a unit, and of each key its values in order."""
    sections, current = {}, None
    for line in content.splitlines():
        if re.fullmatch(r"\[\w+\]", line):
            current = sections.setdefault(line[1:-1], {})
        elif line and line[0] not in "#;":
            key, _, value = line.partition("=")
            current.setdefault(key, []).append(value)
    return sections


def printed(checks, page):
    for path in ("packaging/container/compose.yaml", "packaging/container/livegamed.container"):
        checks("docs/container.md prints %s" % os.path.basename(path), "\n%s```\n" % text(path) in page)


def compose(checks, service, image, version):
    checks("compose: the image of this release, which is never fetched",
           service["image"] == "localhost/livegamed:" + version and service["pull_policy"] == "never", service["image"])
    checks("compose: the health check is that of the image",
           service["healthcheck"]["test"] == image["Healthcheck"]["Test"]
           and [service["healthcheck"][x] for x in ("interval", "timeout", "start_period")] == [
               "%ds" % (image["Healthcheck"][x] // 10**9) for x in ("Interval", "Timeout", "StartPeriod")])
    checks("compose: nothing but the volume and two folders in memory can be written",
           service["read_only"] is True and {x.split(":")[1] for x in service["volumes"] if not x.endswith(":ro")} ==
           set(image["Volumes"]) and {x.split(":")[0] for x in service["tmpfs"]} == {"/run/livegamed", "/tmp"})
    checks("compose: no capability, and no way to one",
           service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"])


def compose_reads(checks):
    """Compose looks at the files of secrets only when it starts something."""
    command = next((x for x in (["docker-compose"], ["docker", "compose"]) if shutil.which(x[0]) and subprocess.run(
        [*x, "version"], capture_output=True).returncode == 0), None)
    if not command:
        print("     Compose is not installed: only the form of compose.yaml is checked")
        return
    done = subprocess.run([*command, "-f", ROOT + "/packaging/container/compose.yaml", "config", "--quiet"],
                          capture_output=True, text=True)
    checks("Compose reads compose.yaml", done.returncode == 0, done.stderr.strip()[-300:])


def quadlet(checks, sections, image, version):
    container, service = sections["Container"], sections["Service"]
    packaged = unit(text("livegamed.service"))["Service"]
    checks("quadlet: the image of this release", container["Image"] == ["localhost/livegamed:" + version])
    checks("quadlet: the health check is that of the image", container["HealthCmd"] == [" ".join(image["Healthcheck"]["Test"])])
    checks("quadlet: it is restarted as livegamed.service is", all(service[x] == packaged[x] for x in (
        "Restart", "RestartSec", "RestartPreventExitStatus", "WatchdogSec")))
    checks("quadlet: the daemon knows the time of the watchdog", container["Environment"][0] == "WATCHDOG_USEC=%d" % (
        int(service["WatchdogSec"][0]) * 1_000_000) and container["Notify"] == ["true"])
    checks("quadlet: nothing but two folders can be written", container["ReadOnly"] == ["true"]
           and {x.split(":")[1] for x in container["Volume"] if not x.endswith(":ro")} == {*image["Volumes"], "/run/livegamed"})
    checks("quadlet: no capability, and no way to one",
           container["DropCapability"] == ["all"] and container["NoNewPrivileges"] == ["true"])
    strange = set(container) - QUADLET
    checks("quadlet: Podman 4.6 knows its keys", not strange, sorted(strange))


def quadlet_reads(checks):
    generator = next((x for x in GENERATORS if os.path.exists(x)), None)
    if not generator:
        print("     Podman's generator is not installed: only the form of livegamed.container is checked")
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT + "/packaging/container/livegamed.container", folder)
        done = subprocess.run([generator, "-dryrun"], capture_output=True, text=True,
                              env=dict(os.environ, QUADLET_UNIT_DIRS=folder))
    checks("Podman's generator makes a service of livegamed.container",
           done.returncode == 0 and "ExecStart=" in done.stdout and "nsupported" not in done.stderr, done.stderr.strip()[-300:])


def main():
    try:
        import yaml
    except ImportError:
        print("skipped: python3-yaml is not installed")
        sys.exit(77)
    checks = Checks()
    version = re.search(r"^livegamed \((.*)\)", text("packaging/debian/changelog")).group(1)
    image = configuration(b"", {"Version": version, "Architecture": "any", "Description": ""}, "")["config"]
    printed(checks, text("docs/container.md"))
    compose(checks, yaml.safe_load(text("packaging/container/compose.yaml"))["services"]["livegamed"], image, version)
    compose_reads(checks)
    quadlet(checks, unit(text("packaging/container/livegamed.container")), image, version)
    quadlet_reads(checks)
    checks.exit()


if __name__ == "__main__":
    main()
