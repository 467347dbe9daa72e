#ifndef LIVEGAMED_CLINUX_H
#define LIVEGAMED_CLINUX_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// glibc shows them only with _GNU_SOURCE and its like, which come too late in a module.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
long syscall(long number, ...);
// By its symbol: spawn.h in this module would take half of glibc's types away from Swift's own.
int clinux_spawn_close_from(void *actions, int from) __asm__("posix_spawn_file_actions_addclosefrom_np");

// In C, because SOCK_STREAM and its kin belong to whichever module met their header first.
static inline int clinux_unix_stream_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline int clinux_accept(int listener) {
  return accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// SIOCOUTQ: what was sent and not read yet. A variadic call, which does not reach Swift.
static inline int clinux_unread(int socket) {
  int count = 0;
  return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : -1;
}

// By number, for glibc knows it only from 2.36 on. The descriptor is closed on exec; Linux 5.3.
static inline int clinux_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

#endif
