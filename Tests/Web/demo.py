"""The page that `livegamed demo` serves by itself."""
import os
import re
import subprocess

import browser
import live
from lib import harness


def run(check, chromium, program, base):
    os.makedirs(base + "/demo")
    with open(base + "/demo.txt", "w+") as output:
        process = subprocess.Popen([program, "demo", "--seed", "7", "--duration", "90"], stdout=output,
                                   stderr=subprocess.STDOUT, env=dict(os.environ, TMPDIR=base + "/demo"))
        try:
            address = []

            def told():
                with open(output.name) as f:
                    address[:] = re.findall(r"in a browser: (http://\S+)", f.read())
                return address or process.poll() is not None

            harness.wait_for(told, 60)
            if not check("the demo says where its page is", address):
                return
            page, complaints = live.opened(chromium, address[0])
            check("its scoreboard has three games", harness.wait_for(lambda: games(page) == 3, 30), games(page))
            check("and is live", live.says(page, live.LIVE, 20))
            check.none("the demo's page has no complaint", complaints)
            page.context.close()
        finally:
            check("the demo ends when it is told to", harness.stop(process) in (0, -15), process.returncode)


def games(page):
    """Loads the scoreboard again, and returns the number of its games."""
    browser.visit(page, page.url)
    return page.locator("a.game").count()
