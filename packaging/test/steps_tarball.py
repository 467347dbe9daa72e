"""A step of at_home.py: the archive for other distributions, on a machine without the package."""
import json
import os
import shutil
import tarfile

from booted import Booted
from lib.harness import wait_for
from home import CONFIGURATION, CREDENTIALS, SERVICE, SOCKET, SOCKET_UNIT, STATE, Home, trouble
from steps_package import apt

UNITS = (SOCKET_UNIT, SERVICE)
UNIT_FOLDER = "/usr/local/lib/systemd/system/"
UNPACK = "umask 077; cd && tar --extract --gzip --file /tmp/livegamed.tar.gz"


def tarball(home, checks):
    """Installs, upgrades and removes the archive, unpacked by a user with a strict umask."""
    if not home.archive:
        print("     left out: there is no --tarball")
        return
    with Booted(home.machine.tree, home.scratch + "/other", home.machine.binds) as machine:
        other = Home(machine, home.source, home.receiver, home.package, home.scratch)
        installer = unpacked(other, home.archive)
        installed(other, checks, installer, files_of(home.archive))
        replaced(other, checks, installer)
        removed(other, checks, installer, files_of(home.archive))
        beside_the_package(other, checks, installer)


def files_of(archive):
    """Returns the destinations of an archive's files."""
    with tarfile.open(archive) as tar:
        return [x.name.partition("/files")[2] for x in tar if x.isfile() and "/files/" in x.name]


def unpacked(other, archive):
    """Unpacks the archive as a user does. Returns the path of the script."""
    other.machine.run("useradd", "--create-home", "carol", check=True)
    shutil.copy(archive, other.machine.path("/tmp/livegamed.tar.gz"))
    os.chmod(other.machine.path("/tmp/livegamed.tar.gz"), 0o644)
    as_carol(other, "sh", "-c", UNPACK, check=True)
    return other.machine.run("sh", "-c", "echo /home/carol/livegamed-*/install.sh").stdout.strip()


def as_carol(other, *command, **more):
    return other.machine.run("setpriv", "--reuid=carol", "--regid=carol", "--init-groups", "--", *command,
                             environment={"HOME": "/home/carol"}, **more)


def answers(other, user="carol"):
    """Returns whether the daemon shows its status to a user; a missing source does not matter."""
    done = other.livegamed("status", "--json", user=user)
    return done.returncode in (0, 1) and "version" in json.loads(done.stdout)


def installed(other, checks, installer, files):
    done = other.machine.run(installer)
    checks("install.sh succeeds", done.returncode == 0, trouble(done))
    wanted = {x: "%s root:root" % ("755" if "/bin/" in x else "644") for x in files}
    found = {x: other.machine.run("stat", "--format=%a %U:%G", x).stdout.strip() for x in files}
    checks("all users can read its files", found == wanted and len(files) > 15,
           str({x: found[x] for x in files if found[x] != wanted[x]}))
    folders = {os.path.dirname(x) for x in files}
    modes = {other.machine.run("stat", "--format=%A", x).stdout.strip()[-3:] for x in folders}
    checks("and enter its folders", modes == {"r-x"}, str(modes))
    secret = other.machine.run("stat", "--format=%a", CREDENTIALS).stdout.strip()
    checks("except the secrets", secret == "700", secret)
    checked = as_carol(other, "livegamed", "check-config")
    checks("a user can run it, and read its configuration", checked.returncode == 0, trouble(checked))
    checks("the catalogue has it", " livegamed: " in other.machine.run("journalctl", "--list-catalog").stdout)
    other.machine.run("usermod", "--append", "--groups", "livegame-clients", "carol", check=True)
    started = other.systemctl("enable", "--now", *UNITS)
    checks("it runs, and starts with the machine", started.returncode == 0 and other.active and
           other.show("FragmentPath") == UNIT_FOLDER + SERVICE, trouble(started))
    checks("it answers", answers(other))


def replaced(other, checks, installer):
    """Upgrades with the same archive."""
    with open(other.machine.path(CONFIGURATION), "a") as f:
        f.write("\n# by hand\n")
    os.chmod(other.machine.path(CREDENTIALS), 0o750)
    process, inode = other.process, os.stat(other.machine.path(SOCKET)).st_ino
    done = other.machine.run(installer)
    checks("install.sh runs again", done.returncode == 0, trouble(done))
    checks("the daemon was restarted, with the same socket", wait_for(
        lambda: other.active and other.process not in (None, process), 20) and
        os.stat(other.machine.path(SOCKET)).st_ino == inode)
    checks("it answers as before", answers(other))
    checks("edited files are kept", open(other.machine.path(CONFIGURATION)).read().endswith("# by hand\n"))
    mode = other.machine.run("stat", "--format=%a", CREDENTIALS).stdout.strip()
    checks("and so is the mode of a folder", mode == "750", mode)


def removed(other, checks, installer, files):
    done = other.machine.run(installer, "--uninstall")
    checks("install.sh --uninstall succeeds", done.returncode == 0, trouble(done))
    exists = lambda path: os.path.lexists(other.machine.path(path))
    left = [x for x in files if exists(x) and not x.startswith("/etc/")]
    checks("no file of it is left", not left and not exists("/usr/local/share/doc/livegamed"), " ".join(left))
    checks("no process of it runs", not other.machine.processes(SERVICE) and not exists(SOCKET) and
           all(other.show("LoadState", unit=x) == "not-found" for x in UNITS))
    checks("the configuration and the log stay", exists(CONFIGURATION) and exists(CREDENTIALS) and
           exists(STATE + "/livegamed.sqlite"))


def beside_the_package(other, checks, installer):
    """Checks that an administrator with both installations is told which one is active, and how to remove it."""
    other.machine.run("rm", "-r", "/etc/livegamed", check=True)
    other.machine.run(installer, check=True)
    shutil.copy(other.package, other.machine.path("/root/livegamed.deb"))
    both = apt(other, "install", "/root/livegamed.deb")
    said = both.stdout + both.stderr
    checks("the package warns of the other installation", both.returncode == 0 and
           UNIT_FOLDER + SERVICE in said and "install.sh --uninstall" in said, trouble(both))
    for command in ([installer, "--uninstall"], ["apt-get", "--yes", "install", "--reinstall", "/root/livegamed.deb"],
                    ["systemctl", "enable", "--now", *UNITS]):
        done = other.machine.run(*command, environment={"DEBIAN_FRONTEND": "noninteractive"})
        checks("`%s` succeeds then" % " ".join(command[:2]), done.returncode == 0, trouble(done))
    checks("and the package's unit is active", other.active and "/usr/local" not in other.show("FragmentPath") and
           answers(other), other.show("FragmentPath"))
