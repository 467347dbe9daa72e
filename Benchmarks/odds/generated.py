"""The end of a script that makes a Swift file from tables of ../shared/data/predict."""
import os
import sys


def main(source, target, swift):
    """Writes the text that `swift` returns to the target. With --check, compares it instead. Returns the exit status:
    1 if the file differs, 77 if the source is missing."""
    if not os.path.exists(source):
        print("%s: missing" % source)
        return 77
    text = swift()
    if sys.argv[1:] == ["--check"]:
        with open(target) as f:
            return 0 if f.read() == text else 1
    with open(target, "w") as f:
        f.write(text)
    return 0
