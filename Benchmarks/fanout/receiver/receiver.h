// One process that publishes, and receives what a server makes of it on many connections.
#ifndef RECEIVER_H
#define RECEIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum kind { LIVEGAMED, REDIS, SEND };

// What one delivery looks like: all have the same length, so that bytes are enough to count them.
struct frame {
  size_t bytes;
  // Of the digits of the line's sequence.
  size_t sequence_offset;
};

struct server {
  enum kind kind;
  pid_t pid;
  const char *path;
  // Where lines are published: for livegamed and send the runner's, for redis a connection of ours.
  int control;
  struct frame frame;
};

struct subscriber {
  int socket;
  // Of events, since it is subscribed.
  uint64_t received;
};

struct crowd {
  struct server *server;
  struct subscriber *subscribers;
  int count;
  int epoll;
};

// subscribe.c: connects and subscribes all; returns when the server has confirmed each.
void subscribe_all(struct crowd *crowd);
void publish(struct server *server, uint64_t first, int count);

// phase.c
struct rhythm {
  const char *name;
  // Lines published at once, lines that may be under way, and ns from one publication to the next; 0 waits for room.
  int lines, window;
  uint64_t interval;
};
struct outcome {
  uint64_t lines, deliveries, ns, cpu_ns, p50_ns, p99_ns, max_ns;
};
const struct rhythm *rhythm_named(const char *name);
struct outcome run_phase(struct crowd *crowd, const struct rhythm *rhythm, double seconds);

// latency.c: a histogram with 1.6 % wide buckets.
void latency_reset(void);
void latency_add(uint64_t ns);
uint64_t latency_quantile(double share);
uint64_t latency_max(void);

// process.c
uint64_t cpu_ns(pid_t pid);
// A line of /proc/<pid>/status in kB, such as VmHWM.
long status_kb(pid_t pid, const char *key);
// The server on the first processor and this process on the second, or both wherever they like.
void place(pid_t server, bool pinned);

#endif
