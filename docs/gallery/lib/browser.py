"""Drives a headless Chromium over a pipe with the Chrome DevTools Protocol."""

import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

# The time for one answer, in seconds.
PATIENCE = 60
OPTIONS = [
    "--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
    "--disable-extensions", "--disable-background-networking", "--no-sandbox", "--hide-scrollbars",
    # The same letters on every machine: no subpixels, no hinting.
    "--disable-lcd-text", "--font-render-hinting=none", "--force-color-profile=srgb", "--lang=en-US",
]


class BrowserFault(Exception):
    """Chromium failed or did not answer."""


def program():
    """Returns the path of Chromium; None if it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One page of a Chromium, as a context manager. It draws only local documents, so it needs no network."""

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="livegamed-gallery-")
        inward, outward = os.pipe(), os.pipe()
        # Chromium reads from descriptor 3 and writes to 4; high numbers here so that neither is overwritten.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (inward[0], outward[1])]

        def connect():
            os.setsid()
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program(), *OPTIONS, f"--user-data-dir={self.profile}", "about:blank"], pass_fds=(3, 4), close_fds=True,
            preexec_fn=connect, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (*high, inward[0], outward[1]):
            os.close(end)
        self.pipe, self.answers = inward[1], outward[0]
        self.pending, self.number, self.session = b"", 0, None
        try:
            pages = [each for each in self.call("Target.getTargets")["targetInfos"] if each["type"] == "page"]
            target = pages[0]["targetId"] if pages else self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "DOM", "CSS", "Runtime"):
                self.call(f"{domain}.enable")
            self.call("Emulation.setDeviceMetricsOverride", width=1760, height=1800, deviceScaleFactor=1, mobile=False)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        os.close(self.pipe)
        os.close(self.answers)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Returns the answer to a command; fails after PATIENCE."""
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self.pipe, data):]
        except BrokenPipeError:
            raise BrowserFault(f"Chromium ended before {method}") from None
        limit = time.monotonic() + PATIENCE
        while True:
            message = self._next(method, limit)
            if message.get("id") == self.number:
                if "error" in message:
                    raise BrowserFault(f"{method}: {message['error']['message']}")
                return message["result"]

    def _next(self, method, limit):
        while b"\0" not in self.pending:
            if not select.select([self.answers], [], [], max(0, limit - time.monotonic()))[0]:
                raise BrowserFault(f"Chromium did not answer {method} in {PATIENCE} s")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise BrowserFault(f"Chromium ended during {method}")
            self.pending += part
        line, self.pending = self.pending.split(b"\0", 1)
        return json.loads(line)

    def evaluate(self, script):
        """Returns the value of a script, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise BrowserFault(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def show(self, document):
        """Shows an HTML document, and waits for its fonts and its layout."""
        frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.call("Page.setDocumentContent", frameId=frame, html=document)
        self.evaluate("document.fonts.ready.then(() => new Promise(done => requestAnimationFrame("
                      "() => requestAnimationFrame(() => done(true)))))")

    def screenshot(self):
        """Returns the element #picture as PNG with few colours: see palette.js."""
        box = self.evaluate("(() => { const box = document.getElementById('picture').getBoundingClientRect();"
                            "return {x: box.x, y: box.y, width: box.width, height: Math.round(box.height)}; })()")
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip={**box, "scale": 1})
        script = (pathlib.Path(__file__).parent / "palette.js").read_text()
        return base64.b64decode(self.evaluate(f"({script})('{answer['data']}')"))
