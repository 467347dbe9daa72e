#define _GNU_SOURCE
#include "hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire.h"

enum { LONGEST_LIFE_NS = 20000000, HABITS = 6 };

struct client {
  int socket;
  uint64_t end;
};

static void say(int socket, const char *text) { send(socket, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT); }

static void act(int socket, uint64_t dice) {
  char bytes[4096];
  size_t count;
  const char *nonsense = garbage(&count);
  switch (dice % HABITS) {
    case 0: return say(socket, "{\"op\":\"subscribe\",\"after\":\"now\"}\n");
    case 1: return say(socket, "{\"op\":\"subscribe\",\"after\":\"oldest\"}\n");
    case 2: send(socket, nonsense, count, MSG_NOSIGNAL | MSG_DONTWAIT); return;
    case 3: return say(socket, "{\"op\":\"subscr");
    case 4: shutdown(socket, SHUT_WR); return;
    default: recv(socket, bytes, sizeof bytes, MSG_DONTWAIT);
  }
}

// Every fourth connection ends at once, the others within the longest life.
static void enter(struct client *client, const char *path) {
  uint64_t dice = random_number();
  client->socket = connect_unix(path);
  act(client->socket, dice >> 8);
  client->end = now_ns() + (dice % 4 ? (dice >> 16) % LONGEST_LIFE_NS : 0);
}

void run_connects(const char *path, int count, int open) {
  struct client *clients = calloc((size_t)open, sizeof *clients);
  if (!clients) die("no memory");
  for (int i = 0; i < open; i++) clients[i].socket = -1;
  int begun = 0, living = 0;
  while (begun < count || living > 0) {
    for (int i = 0; i < open; i++) {
      struct client *client = &clients[i];
      if (client->socket >= 0 && client->end <= now_ns()) {
        // With unread input the other side gets a reset instead of an end.
        close(client->socket);
        client->socket = -1;
        living--;
      } else if (client->socket < 0 && begun < count) {
        enter(client, path);
        begun++;
        living++;
      }
    }
    usleep(200);
  }
  printf("{\"connects\":%d}\n", begun);
}
