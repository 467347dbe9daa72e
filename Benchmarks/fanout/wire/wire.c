#define _GNU_SOURCE
#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// The line as the daemon writes it, keys sorted; the summary pads it to its length.
#define HEAD                                                                                                      \
  "{\"data\":{\"game\":{\"away\":{\"abbreviation\":\"TOR\"},\"home\":{\"abbreviation\":\"AZ\"},\"id\":747175},"  \
  "\"importance\":2,\"summary\":\""
#define MIDDLE                                                                                                    \
  "\",\"tags\":[\"single\",\"hit\"]},\"id\":\"mlb/747175/5-top/pa/1/1@1\",\"sequence\":\""
#define TAIL                                                                                                      \
  "\",\"source\":\"/livegamed/9f2c61aa/mlb/games/747175\",\"specversion\":\"1.0\","                               \
  "\"time\":\"2026-07-14T23:10:00.000Z\",\"type\":\"livegame.play\"}\n"

enum {
  FILL = LINE_BYTES - (sizeof HEAD - 1) - (sizeof MIDDLE - 1) - SEQUENCE_DIGITS - (sizeof TAIL - 1),
  SEQUENCE_OFFSET = sizeof HEAD - 1 + FILL + sizeof MIDDLE - 1,
};

size_t line_sequence_offset(void) { return SEQUENCE_OFFSET; }

void write_line(char *line, uint64_t sequence) {
  char digits[SEQUENCE_DIGITS + 1];
  snprintf(digits, sizeof digits, "%0*llu", SEQUENCE_DIGITS, (unsigned long long)sequence);
  memcpy(line, HEAD, sizeof HEAD - 1);
  memset(line + sizeof HEAD - 1, 's', FILL);
  memcpy(line + sizeof HEAD - 1 + FILL, MIDDLE, sizeof MIDDLE - 1);
  memcpy(line + SEQUENCE_OFFSET, digits, SEQUENCE_DIGITS);
  memcpy(line + SEQUENCE_OFFSET + SEQUENCE_DIGITS, TAIL, sizeof TAIL - 1);
}

uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int try_connect_unix(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  if (connect(made, (struct sockaddr *)&address, sizeof address) == 0) return made;
  int error = errno;
  close(made);
  errno = error;
  return -1;
}

int connect_unix(const char *path) {
  int made = try_connect_unix(path);
  if (made < 0) die("%s: cannot connect", path);
  return made;
}

void send_all(int socket, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t sent = send(socket, next, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) die("cannot send");
    next += sent;
    count -= (size_t)sent;
  }
}

void set_nonblocking(int socket) {
  if (fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK) != 0) die("fcntl");
}

void die(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, ": %s\n", strerror(error));
  exit(1);
}

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}
