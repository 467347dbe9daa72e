// Clients that do what no client should.
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stddef.h>
#include <stdint.h>

// crowd.c: so many clients that read nothing, read a byte a second, and send garbage, until the program is ended.
void run_crowd(const char *path, int mute, int trickling, int noisy);

// connects.c: so many connections, `open` at a time, that end at random instants.
void run_connects(const char *path, int count, int open);

// garbage.c
uint64_t random_number(void);
// Some bytes of nonsense, from a random place on.
const char *garbage(size_t *count);

#endif
