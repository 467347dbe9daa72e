"""Containers of an image, without an engine: skopeo and umoci unpack it, crun runs it.

The caller and its containers share a network of their own, which is loopback only. Each container has a read-only root, no
capability, and no way to get one.
"""
import ctypes
import fcntl
import glob
import json
import os
import shutil
import socket
import struct
import subprocess
import threading

from lib import harness

LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNS, CLONE_NEWNET, MS_REC, MS_PRIVATE, MNT_DETACH = 0x00020000, 0x40000000, 0x4000, 1 << 18, 2
SIOCSIFFLAGS, IFF_UP = 0x8914, 1

TOOLS = ("skopeo", "umoci", "crun")


class CannotRun(Exception):
    """This machine runs no containers, and why."""


def check(failed, what):
    if failed:
        raise CannotRun("%s: %s" % (what, os.strerror(ctypes.get_errno())))


def look_for_tools():
    missing = [x for x in TOOLS if not shutil.which(x)]
    if missing:
        raise CannotRun("%s: not installed" % ", ".join(missing))
    if os.geteuid():
        raise CannotRun("running the image as another user needs root")


def enter_own_namespaces():
    """Moves this process into mounts and a network of its own, where crun can run."""
    check(LIBC.unshare(CLONE_NEWNS | CLONE_NEWNET), "unshare(2)")
    check(LIBC.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "mount(2)")
    # crun refuses to start where version 1 and 2 of control groups are mixed, though it is told to use none.
    if not os.path.exists("/sys/fs/cgroup/cgroup.controllers"):
        LIBC.umount2(b"/sys/fs/cgroup", MNT_DETACH)
        check(LIBC.mount(b"cgroup2", b"/sys/fs/cgroup", b"cgroup2", 0, None), "mount of cgroup2")
    with socket.socket() as s:
        fcntl.ioctl(s, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP))


def run(*command, within=60):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=within)


def must(*command):
    done = run(*command)
    if done.returncode:
        raise SystemExit("%s: exit %d\n%s%s" % (" ".join(command), done.returncode, done.stdout, done.stderr))
    return done.stdout


class Image:
    """The image of an archive, unpacked by tools that others have written."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        must("skopeo", "copy", "--quiet", "oci-archive:" + path, "oci:%s/layout:image" % folder)
        must("umoci", "unpack", "--image", folder + "/layout:image", folder + "/bundle")
        self.root = folder + "/bundle/rootfs"
        with open(folder + "/bundle/config.json") as f:
            self.template = json.load(f)
        # As they are in the archive; skopeo leaves out of the second what OCI's specification does not name.
        self.config = json.loads(must("skopeo", "inspect", "--raw", "--config", "oci-archive:" + path))
        self.as_docker = json.loads(must("skopeo", "inspect", "--raw", "--config", "docker-archive:" + path))

    def runtime_config(self, command, volumes, environment):
        """Returns the configuration that umoci made of the image's own, with what a careful engine adds."""
        config = json.loads(json.dumps(self.template))
        process = config["process"]
        process.update(terminal=False, noNewPrivileges=True, capabilities={x: [] for x in process["capabilities"]})
        # Those of this machine: umoci's are lower than any engine's.
        del process["rlimits"]
        process["env"] += ["%s=%s" % x for x in environment.items()]
        if command:
            process["args"] = self.config["config"]["Entrypoint"] + list(command)
        config["root"] = {"path": self.root, "readonly": True}
        config["linux"] = {"namespaces": [{"type": x} for x in ("pid", "ipc", "uts", "mount")],
                           "maskedPaths": config["linux"]["maskedPaths"], "readonlyPaths": config["linux"]["readonlyPaths"]}
        config["mounts"] = [x for x in config["mounts"] if x["type"] != "cgroup" and x["destination"] not in volumes]
        config["mounts"].append({"destination": "/tmp", "type": "tmpfs", "source": "tmpfs",
                                 "options": ["nosuid", "nodev", "mode=1777", "size=64m"]})
        for inside, (outside, mode) in volumes.items():
            config["mounts"].append({"destination": inside, "type": "bind", "source": outside,
                                     "options": ["bind", mode, "nosuid", "nodev", "noexec"]})
        return config


class Container:
    """One container, from its start to its end; its output is the file `log`."""

    def __init__(self, image, name, command=(), volumes=None, environment=None):
        self.name = "livegamed-test-%d-%s" % (os.getpid(), name)
        self.bundle, self.crun = "%s/%s" % (image.folder, name), ["crun", "--root", image.folder + "/crun",
                                                                   "--cgroup-manager=disabled"]
        os.makedirs(self.bundle, exist_ok=True)
        config = image.runtime_config(command, volumes or {}, environment or {})
        self.user = config["process"]["user"]
        with open(self.bundle + "/config.json", "w") as f:
            json.dump(config, f)
        self.log = self.bundle + "/log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([*self.crun, "run", "--bundle", self.bundle, self.name],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def text(self):
        with open(self.log, errors="replace") as f:
            return f.read()

    def init(self):
        """Returns the first process of the container, by its number outside."""
        return json.loads(must(*self.crun, "state", self.name))["pid"]

    def facts(self):
        """Returns what the kernel says of the first process."""
        with open("/proc/%d/status" % self.init()) as f:
            return {key: value.split() for key, _, value in (line.partition(":") for line in f)}

    def run(self, *command):
        """Runs a program inside, as `docker exec` does."""
        user = "%(uid)d:%(gid)d" % self.user
        return run(*self.crun, "exec", "--user", user, "--no-new-privs", self.name, *command)

    def signal(self, name):
        must(*self.crun, "kill", self.name, name)

    def ended(self, within=30):
        """Returns the exit status, or None if it still runs after so many seconds."""
        return self.process.returncode if harness.wait_for(lambda: self.process.poll() is not None, within) else None

    def stop(self):
        if self.process.poll() is None:
            run(*self.crun, "delete", "--force", self.name)
            self.process.wait(20)

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


class Notifications(threading.Thread):
    """The service manager's socket. It is abstract, so that it is in the network and needs no file. Keeps what it was told."""

    NAME = "livegamed-test-notify"

    def __init__(self):
        super().__init__(daemon=True)
        self.socket, self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), []
        self.socket.bind("\0" + self.NAME)
        self.start()

    def run(self):
        # The daemon waits while the queue is full.
        while True:
            self.told += self.socket.recv(4096).decode().splitlines()


def probe(image):
    """Finds out whether the smallest container can run here."""
    with Container(image, "probe", ["--version"]) as container:
        if container.ended() != 0:
            raise CannotRun("crun: " + container.text().strip()[-300:])
    for path in glob.glob(image.folder + "/probe/*"):
        os.unlink(path)
