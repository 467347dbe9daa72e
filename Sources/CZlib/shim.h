#ifndef LIVEGAMED_CZLIB_H
#define LIVEGAMED_CZLIB_H

#include <zlib.h>

/* Swift cannot call macros. 31: the largest window, and the format of gzip. */

static inline int czlib_begin_deflate(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

static inline int czlib_begin_inflate(z_stream *stream) {
  return inflateInit2(stream, 31);
}

#endif
