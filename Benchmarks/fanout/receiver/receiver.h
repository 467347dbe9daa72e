// One process that publishes, and receives the output of a server on many connections.
#ifndef RECEIVER_H
#define RECEIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum kind { LIVEGAMED, REDIS, SEND };

// The form of one delivery: all have the same length, so that counting bytes is enough.
struct frame {
  size_t bytes;
  // Offset of the digits of the line's sequence.
  size_t sequence_offset;
};

struct server {
  enum kind kind;
  pid_t pid;
  const char *path;
  // The connection for publishing: for livegamed and send the runner's, for redis a separate one.
  int control;
  struct frame frame;
};

struct subscriber {
  int socket;
  // Received events since the subscription.
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
  // Lines published at once, lines that may be in flight, and ns from one publication to the next; 0 waits for space.
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
// Returns a line of /proc/<pid>/status in kB, such as VmHWM.
long status_kb(pid_t pid, const char *key);
// Pins the server to the first processor and this process to the second, or neither.
void place(pid_t server, bool pinned);

#endif
