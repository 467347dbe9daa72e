#define _GNU_SOURCE
#include "receiver.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire.h"

// Calls `use` with each thread of a process.
static void each_thread(pid_t pid, void (*use)(pid_t pid, pid_t thread, void *context), void *context) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *folder = opendir(path);
  if (!folder) die("%s", path);
  for (struct dirent *entry; (entry = readdir(folder));)
    if (entry->d_name[0] != '.') use(pid, atoi(entry->d_name), context);
  closedir(folder);
}

static void add_cpu(pid_t pid, pid_t thread, void *sum) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", pid, thread);
  FILE *file = fopen(path, "r");
  // A thread of the pool may have ended meanwhile; it served no client.
  if (!file) return;
  unsigned long long ns;
  if (fscanf(file, "%llu", &ns) == 1) *(uint64_t *)sum += ns;
  fclose(file);
}

// User and system time of all threads in nanoseconds; /proc/<pid>/stat has only hundredths of a second.
uint64_t cpu_ns(pid_t pid) {
  uint64_t sum = 0;
  each_thread(pid, add_cpu, &sum);
  return sum;
}

long status_kb(pid_t pid, const char *key) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  FILE *file = fopen(path, "r");
  if (!file) die("%s", path);
  long value = -1;
  while (fgets(line, sizeof line, file))
    if (strncmp(line, key, strlen(key)) == 0 && line[strlen(key)] == ':') value = atol(line + strlen(key) + 1);
  fclose(file);
  return value;
}

static void move(pid_t pid, pid_t thread, void *set) {
  (void)pid;
  if (sched_setaffinity(thread, sizeof(cpu_set_t), set) != 0 && errno != ESRCH) die("sched_setaffinity");
}

// The processors that this process was started with.
static const cpu_set_t *allowed(void) {
  static cpu_set_t set;
  static bool known;
  if (!known && sched_getaffinity(0, sizeof set, &set) != 0) die("sched_getaffinity");
  known = true;
  if (CPU_COUNT(&set) < 2) fail("two processors are needed: one for the server, one for its clients");
  return &set;
}

static cpu_set_t only(int which) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, allowed()) && which-- == 0) CPU_SET(i, &set);
  return set;
}

void place(pid_t server, bool pinned) {
  cpu_set_t theirs = pinned ? only(0) : *allowed(), ours = pinned ? only(1) : *allowed();
  each_thread(server, move, &theirs);
  move(0, 0, &ours);
}
