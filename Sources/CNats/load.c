#include "CNats.h"

#include <dlfcn.h>
#include <string.h>

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

// The name holds the minor version: structures of another one may have other members.
static const char library[] = "libnats.so." TEXT(NATS_VERSION_MAJOR) "." TEXT(NATS_VERSION_MINOR);

static void note(char *error, size_t length) {
  const char *reason = dlerror();
  strncpy(error, reason ? reason : library, length - 1);
  error[length - 1] = 0;
}

const struct cnats_api *cnats_load(char *error, size_t length) {
  static struct cnats_api api;
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    note(error, length);
    return NULL;
  }
#define LOAD(name) \
  { \
    void *function = dlsym(handle, #name); \
    if (!function) { \
      note(error, length); \
      return NULL; \
    } \
    memcpy(&api.name, &function, sizeof function); \
  }
  CNATS_FUNCTIONS(LOAD)
#undef LOAD
  return &api;
}
