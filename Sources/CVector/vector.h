#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The result of a comparison of sixteen bytes: each is 0 or -1.
typedef int8_t livegamed_lanes __attribute__((ext_vector_type(16)));

/// Sixteen bytes, as Swift's SIMD16<UInt8>.
typedef uint8_t livegamed_bytes __attribute__((ext_vector_type(16)));

/// Returns -1 for each of the first `length` bytes, fifteen at most, and 0 for those after them.
static inline livegamed_bytes livegamed_first(size_t length) {
  static const int8_t window[32] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
  livegamed_bytes mask;
  memcpy(&mask, window + 16 - (length & 15), sizeof mask);
  return mask;
}

/// Returns one bit for each byte, the lowest for the first one. Swift has no operation for it; on x86 it is one instruction.
static inline uint32_t livegamed_bits(livegamed_lanes lanes) {
  typedef _Bool bits16 __attribute__((ext_vector_type(16)));
  bits16 bits = __builtin_convertvector(lanes < 0, bits16);
  uint16_t packed;
  memcpy(&packed, &bits, sizeof packed);
  return packed;
}
