#ifndef LIVEGAMED_CLINUX_H
#define LIVEGAMED_CLINUX_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// glibc shows it only with _GNU_SOURCE, which comes too late in a module.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

#endif
