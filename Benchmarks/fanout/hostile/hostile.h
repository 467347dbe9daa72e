// Clients that misbehave.
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stddef.h>
#include <stdint.h>

// crowd.c: clients that read nothing, read a byte a second, or send garbage, until the end of standard input.
void run_crowd(const char *path, int mute, int trickling, int noisy);

// connects.c: so many connections, `open` at a time, that end at random instants.
void run_connects(const char *path, int count, int open);

// garbage.c
uint64_t random_number(void);
// Returns garbage from a random offset on.
const char *garbage(size_t *count);

#endif
