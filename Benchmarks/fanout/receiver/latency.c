#include "receiver.h"

#include <string.h>

// 64 buckets in each octave; below 64 ns one for each nanosecond.
enum { BITS = 6, BUCKETS = 64 << BITS };

static uint64_t buckets[BUCKETS], total, highest;

static unsigned bucket_of(uint64_t ns) {
  if (ns < 1 << BITS) return (unsigned)ns;
  unsigned octave = 63u - (unsigned)__builtin_clzll(ns) - BITS;
  return ((octave + 1) << BITS) + (unsigned)((ns >> octave) - (1 << BITS));
}

// The middle of the bucket.
static uint64_t value_of(unsigned bucket) {
  if (bucket < 1 << BITS) return bucket;
  unsigned octave = (bucket >> BITS) - 1;
  uint64_t low = ((uint64_t)(bucket & ((1 << BITS) - 1)) + (1 << BITS)) << octave;
  return low + ((1ull << octave) >> 1);
}

void latency_reset(void) {
  memset(buckets, 0, sizeof buckets);
  total = highest = 0;
}

void latency_add(uint64_t ns) {
  buckets[bucket_of(ns)]++;
  total++;
  if (ns > highest) highest = ns;
}

uint64_t latency_quantile(double share) {
  uint64_t wanted = (uint64_t)(share * (double)total), seen = 0;
  for (unsigned i = 0; i < BUCKETS; i++) {
    seen += buckets[i];
    if (seen > wanted) return value_of(i);
  }
  return highest;
}

uint64_t latency_max(void) { return highest; }
