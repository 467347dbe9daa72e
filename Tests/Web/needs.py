"""Finds Chromium, the font Inter and the Python packages; without one of them the tests end as skipped."""
import glob
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# For a daemon, the simulated games and the printed checks.
sys.path.append(ROOT + "/Tests/Acceptance")
# Where `packaging/install-build-needs.sh --web` puts the packages. PYTHONPATH has precedence.
sys.path.append(ROOT + "/.build/web-python")

SKIPPED = 77


def skip(what):
    print("skipped: " + what, flush=True)
    sys.exit(SKIPPED)


def chromium():
    """Returns the path of the browser."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or skip("Chromium is not installed")


def inter():
    """Returns the folder of the font."""
    return next(iter(glob.glob("/usr/share/fonts/*/inter")), None) or skip("the font Inter is not installed")


def check():
    """Ends the program as skipped if something is missing."""
    chromium(), inter()
    try:
        import axe_playwright_python  # noqa: F401
        import PIL  # noqa: F401
        import playwright  # noqa: F401
    except ImportError as error:
        skip("the Python package %s is not installed" % error.name)
