"""Printed checks that name what was found, and leave out known defects."""
import fnmatch

from known import KNOWN
from lib import harness


class Checks(harness.Checks):
    def __init__(self):
        super().__init__()
        self.used = set()

    def none(self, name, findings):
        """Checks that nothing was found. A finding is a text; known ones are printed, and do not fail."""
        new = []
        for finding in findings:
            entry = next((x for x in KNOWN if fnmatch.fnmatch(name, x[0]) and fnmatch.fnmatch(finding, x[1])), None)
            if entry:
                self.used.add(entry)
                print("     known: %s: %s (%s)" % (name, finding, entry[2]), flush=True)
            else:
                new.append(finding)
        return self(name, not new, "; ".join(new[:8]) + (" …" if len(new) > 8 else ""))

    def __call__(self, name, holds, detail=""):
        if not holds:
            entry = next((x for x in KNOWN if fnmatch.fnmatch(name, x[0]) and fnmatch.fnmatch(str(detail), x[1])), None)
            if entry:
                self.used.add(entry)
                print("     known: %s %s (%s)" % (name, detail, entry[2]), flush=True)
                return super().__call__(name + " (known not to hold)", True)
        return super().__call__(name, holds, detail)

    def tell_unused(self):
        """Prints the entries of KNOWN that nothing needed."""
        for entry in set(KNOWN) - self.used:
            print("     not needed any more: %s, %s" % entry[:2], flush=True)
