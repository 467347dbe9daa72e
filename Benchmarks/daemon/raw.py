"""The raw system calls that stand beside the way from an answer to a client of the socket: write and fdatasync of a
line to a file, then send over a Unix socket, with another process that receives. Nothing is decoded, and there is no
index."""
import multiprocessing
import os
import socket
import time


def spans(base, lines):
    """Returns for each line the milliseconds from the write until the other process has the line."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    inside, outside = multiprocessing.Pipe()
    process = multiprocessing.Process(target=receive, args=(theirs, len(lines), inside), daemon=True)
    process.start()
    file, began = os.open(base + "/raw", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), []
    try:
        for line in lines:
            # The pace of events: the receiver sleeps and the disk rests.
            time.sleep(0.02)
            began.append(time.monotonic())
            os.write(file, line)
            os.fdatasync(file)
            ours.send(line)
        ended = outside.recv()
    finally:
        os.close(file)
        process.join(5)
    return [(y - x) * 1000 for x, y in zip(began, ended)]


def receive(connection, count, result):
    times = []
    for _ in range(count):
        connection.recv(1 << 20)
        times.append(time.monotonic())
    result.send(times)
