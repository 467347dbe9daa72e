#include "hostile.h"

#include <string.h>

enum { SIZE = 1 << 18, MOST = 1 << 15 };

// xorshift64* with a constant seed: a run can be repeated.
uint64_t random_number(void) {
  static uint64_t state = 0x9e3779b97f4a7c15u;
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545f4914f6cdd1du;
}

static const char *const samples[] = {
    "{\"op\":\"subscribe\",\"after\":",
    "{\"op\":\"subscribe\",\"after\":-1}\n",
    "{\"op\":\"subscribe\",\"filter\":{\"team\":[\"BOS\"]}}\n",
    "{\"op\":\"no such thing\",\"id\":{}}\n",
    "{\"op\":\"ping\",\"op\":\"ping\"}}}}}\n",
    "{\"op\":\"ping\"}\n",
    "{\"op\":17}\n",
    "GET / HTTP/1.1\r\n\r\n",
    "\xff\xfe\xc0\x80\n",
    "\n\n\n\n",
    "nonsense\n",
    "[]\n",
};

// Invalid requests, random bytes, and stretches longer than any request may be.
static void fill(char *bytes) {
  size_t at = 0;
  while (at < SIZE) {
    uint64_t dice = random_number();
    const char *sample = samples[dice % (sizeof samples / sizeof *samples)];
    size_t count = strlen(sample);
    if (dice >> 56 < 32) count = 1 + (dice >> 32) % 4096;
    if (dice >> 56 == 255) count = 70000;
    if (count > SIZE - at) count = SIZE - at;
    if (dice >> 56 == 255) memset(bytes + at, 'x', count);
    else if (dice >> 56 < 32) for (size_t i = 0; i < count; i++) bytes[at + i] = (char)random_number();
    else memcpy(bytes + at, sample, count);
    at += count;
  }
}

const char *garbage(size_t *count) {
  static char bytes[SIZE];
  static int is_filled;
  if (!is_filled) fill(bytes);
  is_filled = 1;
  *count = 1 + random_number() % MOST;
  return bytes + random_number() % (SIZE - MOST);
}
