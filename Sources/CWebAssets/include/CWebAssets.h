#ifndef CWEBASSETS_H
#define CWEBASSETS_H

#include <stddef.h>

/// A file of this folder, as a part of the program.
struct web_asset {
  /// Its path below the folder, such as `Assets/app.css`.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// Returns an asset by its number from 0; null after the last one.
const struct web_asset *web_asset_at(long index);

#endif
