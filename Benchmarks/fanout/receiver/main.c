// Publishes lines to a server and receives them on many connections. Prints one JSON object for each phase.
//
//   receiver livegamed|redis|send SOCKET CONTROL-DESCRIPTOR SERVER-PID SUBSCRIBERS PHASE...
//
// A phase is pinned|free:single|burst|paced|volley:SECONDS. `single` publishes the next line when all clients have
// the last, `burst` 16 at once with at most 64 in flight, `paced` one line every 50 ms, `volley` 16 every 800 ms.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "receiver.h"
#include "wire.h"

static enum kind kind_named(const char *name) {
  const char *const names[] = {[LIVEGAMED] = "livegamed", [REDIS] = "redis", [SEND] = "send"};
  for (int i = LIVEGAMED; i <= SEND; i++)
    if (strcmp(names[i], name) == 0) return (enum kind)i;
  fail("%s: no such server", name);
}

static void print(const struct crowd *crowd, const char *place, const struct rhythm *rhythm, struct outcome outcome) {
  pid_t pid = crowd->server->pid;
  printf("{\"place\":\"%s\",\"mode\":\"%s\",\"lines\":%llu,\"deliveries\":%llu,\"ns\":%llu,\"cpu_ns\":%llu,", place,
         rhythm->name, (unsigned long long)outcome.lines, (unsigned long long)outcome.deliveries,
         (unsigned long long)outcome.ns, (unsigned long long)outcome.cpu_ns);
  printf("\"p50_ns\":%llu,\"p99_ns\":%llu,\"max_ns\":%llu,\"hwm_kb\":%ld,\"anonymous_kb\":%ld}\n",
         (unsigned long long)outcome.p50_ns, (unsigned long long)outcome.p99_ns, (unsigned long long)outcome.max_ns,
         status_kb(pid, "VmHWM"), status_kb(pid, "RssAnon"));
  fflush(stdout);
}

static void run(struct crowd *crowd, const char *phase) {
  char where[16], name[16];
  double seconds;
  if (sscanf(phase, "%15[a-z]:%15[a-z]:%lf", where, name, &seconds) != 3) fail("%s: not a phase", phase);
  const struct rhythm *rhythm = rhythm_named(name);
  place(crowd->server->pid, strcmp(where, "pinned") == 0);
  print(crowd, where, rhythm, run_phase(crowd, rhythm, seconds));
}

int main(int count, char **arguments) {
  if (count < 7) fail("usage: receiver KIND SOCKET CONTROL SERVER-PID SUBSCRIBERS PHASE...");
  struct server server = {.kind = kind_named(arguments[1]), .path = arguments[2], .control = atoi(arguments[3]),
                          .pid = atoi(arguments[4])};
  struct crowd crowd = {.server = &server, .count = atoi(arguments[5])};
  crowd.subscribers = calloc((size_t)crowd.count, sizeof *crowd.subscribers);
  if (!crowd.subscribers) die("no memory");
  place(server.pid, false);
  subscribe_all(&crowd);
  for (int i = 6; i < count; i++) run(&crowd, arguments[i]);
  return 0;
}
