#define _GNU_SOURCE
#include "hostile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire.h"

enum habit { MUTE, TRICKLING, NOISY };

struct client {
  enum habit habit;
  // -1: not connected.
  int socket;
};

static const char subscribe[] = "{\"op\":\"subscribe\",\"after\":\"now\"}\n";

static struct client *clients;
static int epoll, count;
static uint64_t reconnections, garbage_bytes;

static void enter(int i, const char *path) {
  struct client *client = &clients[i];
  client->socket = try_connect_unix(path);
  if (client->socket < 0) {
    if (errno != EAGAIN && errno != ECONNREFUSED) die("%s: cannot connect", path);
    return;
  }
  if (client->habit != NOISY) send(client->socket, subscribe, sizeof subscribe - 1, MSG_NOSIGNAL);
  set_nonblocking(client->socket);
  uint32_t wanted = client->habit == NOISY ? EPOLLIN | EPOLLOUT : EPOLLRDHUP;
  struct epoll_event event = {.events = wanted, .data.u32 = (uint32_t)i};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, client->socket, &event) != 0) die("epoll_ctl");
}

static void leave(struct client *client) {
  close(client->socket);
  client->socket = -1;
  reconnections++;
}

// One send and one read in each turn, so that all noisy clients get one. Every second client never reads its answers.
static void be_noisy(struct client *client) {
  static char answers[1 << 16];
  size_t bytes;
  const char *nonsense = garbage(&bytes);
  ssize_t sent = send(client->socket, nonsense, bytes, MSG_NOSIGNAL);
  if (sent > 0) garbage_bytes += (uint64_t)sent;
  if (sent < 0 && errno != EAGAIN) return leave(client);
  if ((client - clients) % 2) return;
  if (read(client->socket, answers, sizeof answers) == 0) leave(client);
}

// Reads a byte from each client once a second: a hundredth of them in each call.
static void trickle(int turn) {
  char byte;
  for (int i = turn; i < count; i += 100)
    if (clients[i].habit == TRICKLING && clients[i].socket >= 0 && read(clients[i].socket, &byte, 1) == 0)
      leave(&clients[i]);
}

static void enter_all(const char *path) {
  for (int i = 0; i < count; i++)
    if (clients[i].socket < 0) enter(i, path);
}

static void handle(const struct epoll_event *event) {
  struct client *client = &clients[event->data.u32];
  if (client->socket < 0) return;
  if (event->events & (EPOLLHUP | EPOLLERR) || (client->habit != NOISY && event->events & EPOLLRDHUP)) leave(client);
  else if (client->habit == NOISY) be_noisy(client);
}

// Runs until the end of standard input.
static void misbehave(const char *path) {
  struct epoll_event events[256];
  uint64_t next = now_ns();
  char byte;
  for (int turn = 0; read(STDIN_FILENO, &byte, 1) != 0; turn = (turn + 1) % 100) {
    next += 10000000;
    while (now_ns() < next) {
      int ready = epoll_wait(epoll, events, 256, 10);
      for (int i = 0; i < ready; i++) handle(&events[i]);
    }
    trickle(turn);
    enter_all(path);
  }
}

void run_crowd(const char *path, int mute, int trickling, int noisy) {
  count = mute + trickling + noisy;
  clients = calloc((size_t)count, sizeof *clients);
  if (!clients) die("no memory");
  epoll = epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < count; i++)
    clients[i] = (struct client){.habit = i < mute ? MUTE : i < mute + trickling ? TRICKLING : NOISY, .socket = -1};
  enter_all(path);
  printf("ready\n");
  fflush(stdout);
  set_nonblocking(STDIN_FILENO);
  misbehave(path);
  printf("{\"reconnections\":%llu,\"garbage_bytes\":%llu}\n", (unsigned long long)reconnections,
         (unsigned long long)garbage_bytes);
}
