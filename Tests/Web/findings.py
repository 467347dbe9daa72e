"""Printed checks that name what was found."""
from lib import harness


class Checks(harness.Checks):
    def none(self, name, findings):
        """Checks that nothing was found. A finding is a text."""
        return self(name, not findings, "; ".join(findings[:8]) + (" …" if len(findings) > 8 else ""))
