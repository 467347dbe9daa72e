"""Another user of the machine, for tests that run as root."""
import os

NOBODY = 65534


def as_nobody(say, groups=(), group=NOBODY):
    """Returns the text that `say` returns as the user NOBODY with this primary group and these others; "denied" if that
    user may not connect. Uses fork, because that user may not run our Python."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(groups)
            os.setgid(group)
            os.setuid(NOBODY)
            said = say()
        except PermissionError:
            said = "denied"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with open(reading) as said:
        return said.read()
