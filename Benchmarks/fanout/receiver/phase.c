#define _GNU_SOURCE
#include "receiver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "wire.h"

enum { MOST_UNDER_WAY = 4096, PATIENCE_MS = 20000 };

static const struct rhythm rhythms[] = {
    {.name = "single", .lines = 1, .window = 1},
    {.name = "burst", .lines = 16, .window = 64},
    {.name = "paced", .lines = 1, .window = MOST_UNDER_WAY, .interval = 50000000},
    {.name = "volley", .lines = 16, .window = MOST_UNDER_WAY, .interval = 800000000},
};

const struct rhythm *rhythm_named(const char *name) {
  for (size_t i = 0; i < sizeof rhythms / sizeof *rhythms; i++)
    if (strcmp(rhythms[i].name, name) == 0) return &rhythms[i];
  fail("%s: no such rhythm", name);
}

// By sequence, modulo the length of the array: when a line was published, and how many clients have not received it.
static struct {
  uint64_t published;
  int missing;
} lines[MOST_UNDER_WAY];

// The newest published sequence, and the newest one that all clients have received.
static uint64_t newest, settled;

static void publish_next(struct crowd *crowd, int count) {
  uint64_t now = now_ns();
  for (int i = 1; i <= count; i++) {
    lines[(newest + (uint64_t)i) % MOST_UNDER_WAY].published = now;
    lines[(newest + (uint64_t)i) % MOST_UNDER_WAY].missing = crowd->count;
  }
  publish(crowd->server, newest + 1, count);
  newest += (uint64_t)count;
}

// Checks that no line is lost, repeated or out of order: the frame at `start` has its sequence.
static void check_sequence(const struct frame *frame, const char *start, size_t held, uint64_t sequence) {
  size_t end = frame->sequence_offset + SEQUENCE_DIGITS;
  if (held < end) return;
  uint64_t rest = sequence;
  for (const char *digit = start + end; rest > 0; rest /= 10)
    if (*--digit != (char)('0' + rest % 10))
      fail("a subscriber got something else than line %llu: %.*s", (unsigned long long)sequence,
           (int)(held < frame->bytes ? held : frame->bytes), start);
}

// Counts the deliveries that `bytes` completes.
static uint64_t account(const struct frame *frame, struct subscriber *subscriber, const char *bytes, size_t count) {
  uint64_t now = now_ns(), sequence = subscriber->received / frame->bytes;
  size_t begun = subscriber->received % frame->bytes;
  subscriber->received += count;
  uint64_t after = subscriber->received / frame->bytes;
  if (after > newest) fail("a subscriber got more than was published");
  for (uint64_t i = sequence; i < after; i++) lines[(i + 1) % MOST_UNDER_WAY].missing--;
  for (uint64_t i = sequence; i < after; i++) latency_add(now - lines[(i + 1) % MOST_UNDER_WAY].published);
  uint64_t next = sequence + 1 + (begun > 0);
  for (size_t at = begun ? frame->bytes - begun : 0; at < count; at += frame->bytes)
    check_sequence(frame, bytes + at, count - at, next++);
  return after - sequence;
}

static uint64_t drain(const struct frame *frame, struct subscriber *subscriber) {
  static char bytes[1 << 16];
  uint64_t deliveries = 0;
  for (;;) {
    ssize_t got = read(subscriber->socket, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return deliveries;
    if (got <= 0) fail("the server hung up on a subscriber");
    deliveries += account(frame, subscriber, bytes, (size_t)got);
    // Edge-triggered: a short read means that nothing is left.
    if ((size_t)got < sizeof bytes) return deliveries;
  }
}

// Waits at most `limit` milliseconds and receives what has arrived.
static uint64_t receive(struct crowd *crowd, int limit) {
  struct epoll_event events[256];
  int ready = epoll_wait(crowd->epoll, events, 256, limit);
  if (ready < 0 && errno != EINTR) die("epoll_wait");
  if (ready == 0 && limit == PATIENCE_MS)
    fail("%d subscribers wait for a line that does not come", lines[(settled + 1) % MOST_UNDER_WAY].missing);
  uint64_t deliveries = 0;
  for (int i = 0; i < ready; i++)
    deliveries += drain(&crowd->server->frame, &crowd->subscribers[events[i].data.u32]);
  while (settled < newest && lines[(settled + 1) % MOST_UNDER_WAY].missing == 0) settled++;
  return deliveries;
}

// Publishes until the deadline, and receives until all clients have everything.
static uint64_t play(struct crowd *crowd, const struct rhythm *rhythm, uint64_t deadline) {
  uint64_t deliveries = 0, next = now_ns();
  for (;;) {
    uint64_t now = now_ns();
    bool is_over = now >= deadline;
    if (is_over && settled == newest) return deliveries;
    while (!is_over && now >= next && newest - settled + (uint64_t)rhythm->lines <= (uint64_t)rhythm->window) {
      publish_next(crowd, rhythm->lines);
      next += rhythm->interval;
    }
    int limit = PATIENCE_MS;
    if (rhythm->interval && !is_over) {
      uint64_t wake = next < deadline ? next : deadline;
      limit = wake > now ? (int)((wake - now + 999999) / 1000000) : 0;
    }
    deliveries += receive(crowd, limit);
  }
}

struct outcome run_phase(struct crowd *crowd, const struct rhythm *rhythm, double seconds) {
  uint64_t length = (uint64_t)(seconds * 1e9);
  // Warms up buffers, caches and the processors' clocks.
  play(crowd, rhythm, now_ns() + length / 8);
  latency_reset();
  uint64_t lines_before = newest, cpu = cpu_ns(crowd->server->pid), start = now_ns();
  uint64_t deliveries = play(crowd, rhythm, start + length);
  return (struct outcome){
      .lines = newest - lines_before,
      .deliveries = deliveries,
      .ns = now_ns() - start,
      .cpu_ns = cpu_ns(crowd->server->pid) - cpu,
      .p50_ns = latency_quantile(0.5),
      .p99_ns = latency_quantile(0.99),
      .max_ns = latency_max(),
  };
}
