// The lower bound: the cost of a server that sends each line to each client with send(2), and does nothing else.
//
//   rawsend SOCKET CLIENTS <control
//
// Accepts so many clients, reports that on the control socket, then sends each complete line from there to all of
// them.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "wire.h"

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 4096) != 0)
    die("%s: cannot listen", path);
  return listener;
}

static void let_in(int listener, int *clients, int count) {
  for (int i = 0; i < count; i++) {
    clients[i] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (clients[i] < 0) die("cannot accept");
  }
}

int main(int count, char **arguments) {
  if (count != 3) fail("usage: rawsend SOCKET CLIENTS <control");
  int clients = atoi(arguments[2]);
  int *sockets = calloc((size_t)clients, sizeof *sockets);
  if (!sockets) die("no memory");
  let_in(listen_at(arguments[1]), sockets, clients);
  send_all(STDIN_FILENO, "r", 1);

  static char bytes[1 << 16];
  size_t held = 0;
  for (;;) {
    ssize_t got = read(STDIN_FILENO, bytes + held, sizeof bytes - held);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    held += (size_t)got;
    size_t whole = held - held % LINE_BYTES;
    if (whole == 0) continue;
    for (int i = 0; i < clients; i++) send_all(sockets[i], bytes, whole);
    memmove(bytes, bytes + whole, held - whole);
    held -= whole;
  }
}
