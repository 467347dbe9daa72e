#define _GNU_SOURCE
#include "receiver.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "wire.h"

#define REDIS_SUBSCRIBE "*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\nc\r\n"
#define REDIS_SUBSCRIBED "*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n"
// The publisher needs no answers; the other servers send none either.
#define REDIS_QUIET "*3\r\n$6\r\nCLIENT\r\n$5\r\nREPLY\r\n$3\r\nOFF\r\n"
// The frame around a line without its newline, which the protocol does not need.
#define REDIS_PUBLISH "*3\r\n$7\r\nPUBLISH\r\n$1\r\nc\r\n$399\r\n"
#define REDIS_MESSAGE "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$399\r\n"
_Static_assert(LINE_BYTES == 400, "the lengths above");

static const char *const requests[] = {
    [LIVEGAMED] = "{\"op\":\"subscribe\",\"after\":\"now\",\"id\":1}\n", [REDIS] = REDIS_SUBSCRIBE, [SEND] = ""};
// With the id, because a slow daemon may have subscribed a client by default before it reads the request.
static const char *const confirmations[] = {
    [LIVEGAMED] = "\"id\":1}\n", [REDIS] = REDIS_SUBSCRIBED, [SEND] = ""};

// Reads up to the end of the line in which the confirmation begins.
static void await_confirmation(int socket, const char *wanted) {
  char bytes[4096];
  size_t held = 0;
  for (;;) {
    ssize_t got = read(socket, bytes + held, sizeof bytes - 1 - held);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("the server hung up before it confirmed a subscription");
    held += (size_t)got;
    bytes[held] = 0;
    if (strstr(bytes, wanted) && bytes[held - 1] == '\n') return;
    if (held == sizeof bytes - 1) fail("the server confirms nothing");
  }
}

static void prepare_server(struct server *server) {
  server->frame = (struct frame){.bytes = LINE_BYTES, .sequence_offset = line_sequence_offset()};
  if (server->kind != REDIS) return;
  server->frame.bytes = sizeof REDIS_MESSAGE - 1 + LINE_BYTES - 1 + 2;
  server->frame.sequence_offset += sizeof REDIS_MESSAGE - 1;
  server->control = connect_unix(server->path);
  send_all(server->control, REDIS_QUIET, sizeof REDIS_QUIET - 1);
}

void subscribe_all(struct crowd *crowd) {
  struct server *server = crowd->server;
  const char *request = requests[server->kind], *confirmation = confirmations[server->kind];
  prepare_server(server);
  for (int i = 0; i < crowd->count; i++) {
    crowd->subscribers[i].socket = connect_unix(server->path);
    send_all(crowd->subscribers[i].socket, request, strlen(request));
  }
  char ready;
  if (server->kind == SEND && read(server->control, &ready, 1) != 1) fail("rawsend has ended");
  crowd->epoll = epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < crowd->count; i++) {
    int socket = crowd->subscribers[i].socket;
    if (*confirmation) await_confirmation(socket, confirmation);
    set_nonblocking(socket);
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u32 = (uint32_t)i};
    if (epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, socket, &event) != 0) die("epoll_ctl");
  }
}

void publish(struct server *server, uint64_t first, int count) {
  static char bytes[16 * (LINE_BYTES + 64)];
  char *end = bytes;
  for (int i = 0; i < count; i++) {
    if (server->kind == REDIS) {
      end = mempcpy(end, REDIS_PUBLISH, sizeof REDIS_PUBLISH - 1);
      write_line(end, first + (uint64_t)i);
      end = mempcpy(end + LINE_BYTES - 1, "\r\n", 2);
    } else {
      write_line(end, first + (uint64_t)i);
      end += LINE_BYTES;
    }
  }
  send_all(server->control, bytes, (size_t)(end - bytes));
}
