#ifndef LIVEGAMED_CLINUX_H
#define LIVEGAMED_CLINUX_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// glibc shows it only with _GNU_SOURCE, which comes too late in a module.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// In C, because SOCK_STREAM and its kin belong to whichever module met their header first.
static inline int clinux_unix_stream_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline int clinux_accept(int listener) {
  return accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

#endif
