// Inflates one gzip file: inflate zlib|libdeflate|isal FILE ROUNDS. zlib and isal work in windows of 16 KiB, as curl does.
// Prints the least microseconds of a body.
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

static unsigned char in[4 << 20], out[16 << 20];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static size_t by_zlib(size_t size) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  inflateInit2(&stream, 47);
  stream.next_in = in;
  stream.avail_in = size;
  int result;
  do {
    stream.next_out = out;
    stream.avail_out = 16384;
    result = inflate(&stream, Z_NO_FLUSH);
  } while (result == Z_OK);
  size_t total = stream.total_out;
  inflateEnd(&stream);
  return total;
}

static size_t by_isal(size_t size) {
  static struct inflate_state state;
  isal_inflate_init(&state);
  state.crc_flag = ISAL_GZIP;
  state.next_in = in;
  state.avail_in = size;
  do {
    state.next_out = out;
    state.avail_out = 16384;
    if (isal_inflate(&state) != ISAL_DECOMP_OK) return 0;
  } while (state.block_state != ISAL_BLOCK_FINISH);
  return state.total_out;
}

static size_t by_libdeflate(size_t size) {
  static struct libdeflate_decompressor *decompressor;
  if (!decompressor) decompressor = libdeflate_alloc_decompressor();
  size_t total = 0;
  libdeflate_gzip_decompress(decompressor, in, size, out, sizeof out, &total);
  return total;
}

int main(int count, char **arguments) {
  if (count < 4) return 64;
  FILE *file = fopen(arguments[2], "rb");
  if (!file) return 66;
  size_t size = fread(in, 1, sizeof in, file), total = 0;
  fclose(file);
  double best = 1e300;
  for (int round = 0; round < atoi(arguments[3]); round++) {
    double start = now();
    total = arguments[1][0] == 'z' ? by_zlib(size) : arguments[1][0] == 'i' ? by_isal(size) : by_libdeflate(size);
    double time = now() - start;
    if (time < best) best = time;
  }
  printf("%.1f %zu\n", best, total);
}
