"""nginx and Caddy in front of the web page, with the configuration of docs/configuration.md, as child processes."""
import os
import re
import shutil
import subprocess

from lib import harness
from lib.visitor import Visitor, free_port

PAGE = os.path.join(harness.HERE, "../../docs/configuration.md")
# The address of the page in the snippets.
SHOWN = "127.0.0.1:9465"
# The name and the password of the only visitor whom a proxy logs in.
USER = ("alice", "opensesame")
# Its hash of the least cost, because `caddy hash-password` makes one that takes a second to compare.
PASSWORD_HASH = "$2b$04$oYxj9wUHv2QhbtmGKDT7AOT7xzGOFiTMGmR5zZbjAL7JL6cZZLgFe"


def snippets():
    """Returns the blocks of the section about `web` that configure a proxy: those of nginx, then those of Caddy."""
    with open(PAGE) as f:
        section = f.read().split("\n### web\n", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    return [text for kind, text in blocks if kind == "nginx"], [text for kind, text in blocks if not kind]


class Proxy:
    """One program with several sites, each of which shows the page of a daemon under a name at a port of its own."""

    name = None

    def __init__(self, base):
        self.folder = os.path.join(base, self.name)
        os.makedirs(self.folder)
        self.sites, self.process = [], None
        self.log = open(self.folder + "/output.log", "wb")

    def add(self, page, host, path="/", has_login=False):
        """Adds a site: the page at a port of this machine, below a path, for visitors that the proxy logs in or not.
        Returns its number."""
        text = self.site_text(path, has_login).replace(SHOWN, "127.0.0.1:%d" % page)
        self.sites.append((free_port(), host, text))
        return len(self.sites) - 1

    def visitor(self, site, host=None):
        port, name, _ = self.sites[site]
        return Visitor(port, host or name, self.roots())

    def roots(self):
        return None

    def start(self):
        self.write()
        self.process = subprocess.Popen(
            self.command(), stdout=self.log, stderr=self.log, env=self.environment())
        if not harness.wait_for(self.is_up, 30, 0.2):
            raise SystemExit("%s did not start: %s" % (self.name, self.text()[-2000:]))

    def is_up(self):
        # Whatever it answers, it listens.
        return self.process.poll() is None and all(
            self.visitor(i).status("/icon.svg") > 0 for i in range(len(self.sites)))

    def environment(self):
        return dict(os.environ, PASSWORD_HASH=PASSWORD_HASH, XDG_CONFIG_HOME=self.folder, XDG_DATA_HOME=self.folder)

    def text(self):
        with open(self.log.name) as f:
            return f.read()

    def stop(self):
        if self.process:
            harness.stop(self.process)
        self.log.close()

    @classmethod
    def program(cls):
        """Returns the path of the program; None if it is not installed."""
        return shutil.which(cls.name, path=os.environ.get("PATH", "") + ":/usr/sbin")

    __enter__ = lambda self: self

    def __exit__(self, *_):
        self.stop()


class Nginx(Proxy):
    """nginx over http, with `gzip on`."""

    name = "nginx"

    def site_text(self, path, has_login):
        location, login = snippets()[0]
        login = login.replace("/etc/nginx/scores.htpasswd", self.folder + "/htpasswd") if has_login else ""
        return location.replace("location / {\n", "location %s {\n%s" % (path, login))

    def write(self):
        with open(self.folder + "/htpasswd", "w") as f:
            f.write("%s:{PLAIN}%s\n" % USER)
        temporary = "".join("%s_temp_path %s/%s;\n" % (x, self.folder, x)
                            for x in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        servers = "".join("server { listen 127.0.0.1:%d; server_name %s;\n%s}\n" % site for site in self.sites)
        with open(self.folder + "/nginx.conf", "w") as f:
            f.write("daemon off; master_process off; pid %s/pid;\nevents {}\n" % self.folder)
            f.write("http {\n%saccess_log off; gzip on;\n%s}\n" % (temporary, servers))

    def command(self):
        return [self.program(), "-e", "stderr", "-p", self.folder, "-c", self.folder + "/nginx.conf"]


class Caddy(Proxy):
    """Caddy over https with a certificate of its own, and with `encode gzip`."""

    name = "caddy"

    def site_text(self, path, has_login):
        # The first line is the address of the site.
        text = snippets()[1][has_login].split("\n", 1)[1]
        return text if path == "/" else text.replace("reverse_proxy ", "reverse_proxy %s* " % path.rstrip("/"))

    def write(self):
        sites = "".join("%s:%d {\ntls internal\nencode gzip\n%s}\n" % (host, port, text)
                        for port, host, text in self.sites)
        with open(self.folder + "/Caddyfile", "w") as f:
            f.write("{\nadmin off\nskip_install_trust\nauto_https disable_redirects\ndefault_bind 127.0.0.1\n"
                    "servers {\nprotocols h1 h2\n}\nstorage file_system %s/own\n}\n%s" % (self.folder, sites))

    def command(self):
        return [self.program(), "run", "--config", self.folder + "/Caddyfile", "--adapter", "caddyfile"]

    def adapts(self, text):
        """Returns whether a whole file is understood as it is."""
        path = self.folder + "/whole"
        with open(path, "w") as f:
            f.write(text)
        return subprocess.run([self.program(), "adapt", "--config", path, "--adapter", "caddyfile"],
                              stdout=self.log, stderr=self.log, env=self.environment()).returncode == 0

    def roots(self):
        path = self.folder + "/own/pki/authorities/local/root.crt"
        return path if os.path.exists(path) else None

    def is_up(self):
        return self.roots() and super().is_up()
