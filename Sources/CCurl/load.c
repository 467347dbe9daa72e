#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The name of libcurl's interface since 2006. Debian gives those with another library for TLS other names.
#define LIBRARY "libcurl.so.4"

// Tells tools that make packages of the library: https://systemd.io/ELF_DLOPEN_METADATA.
#define NOTE "[{\"soname\":[\"" LIBRARY "\"],\"feature\":\"HTTP\",\"priority\":\"required\"}]"
__attribute__((section(".note.dlopen"), used, aligned(4))) static const struct {
  uint32_t owner_length, value_length, type;
  char owner[4], value[sizeof NOTE];
} note_of_library = {4, sizeof NOTE, 0x407c0c0a, "FDO", NOTE};

// The functions of libcurl that the functions below call.
#define FUNCTIONS(F) \
  F(curl_easy_cleanup) \
  F(curl_easy_getinfo) \
  F(curl_easy_init) \
  F(curl_easy_recv) \
  F(curl_easy_send) \
  F(curl_easy_setopt) \
  F(curl_easy_strerror) \
  F(curl_global_init) \
  F(curl_multi_add_handle) \
  F(curl_multi_cleanup) \
  F(curl_multi_info_read) \
  F(curl_multi_init) \
  F(curl_multi_perform) \
  F(curl_multi_poll) \
  F(curl_multi_remove_handle) \
  F(curl_multi_setopt) \
  F(curl_multi_wakeup) \
  F(curl_slist_append) \
  F(curl_slist_free_all)

static struct {
#define MEMBER(name) __typeof__(&(name)) name;
  FUNCTIONS(MEMBER)
#undef MEMBER
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[256];

static void note(void) {
  const char *text = dlerror();
  snprintf(reason, sizeof reason, "%s", text ? text : LIBRARY);
}

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    note();
    return;
  }
#define LOAD(name) \
  { \
    void *function = dlsym(handle, #name); \
    if (!function) { \
      note(); \
      return; \
    } \
    memcpy(&library.name, &function, sizeof function); \
  }
  FUNCTIONS(LOAD)
#undef LOAD
}

const char *ccurl_load(void) {
  pthread_once(&once, load);
  return reason[0] ? reason : NULL;
}

CURLcode curl_global_init(long flags) {
  return ccurl_load() ? CURLE_FAILED_INIT : library.curl_global_init(flags);
}

// Needs no initialised library.
const char *curl_easy_strerror(CURLcode code) {
  return ccurl_load() ? "no libcurl" : library.curl_easy_strerror(code);
}

CURL *curl_easy_init(void) { return library.curl_easy_init(); }
void curl_easy_cleanup(CURL *easy) { library.curl_easy_cleanup(easy); }

CURLcode curl_easy_recv(CURL *easy, void *bytes, size_t length, size_t *count) {
  return library.curl_easy_recv(easy, bytes, length, count);
}

CURLcode curl_easy_send(CURL *easy, const void *bytes, size_t length, size_t *count) {
  return library.curl_easy_send(easy, bytes, length, count);
}

CURLM *curl_multi_init(void) { return library.curl_multi_init(); }
CURLMcode curl_multi_cleanup(CURLM *multi) { return library.curl_multi_cleanup(multi); }
CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy) { return library.curl_multi_add_handle(multi, easy); }
CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy) { return library.curl_multi_remove_handle(multi, easy); }
CURLMcode curl_multi_perform(CURLM *multi, int *running) { return library.curl_multi_perform(multi, running); }
CURLMcode curl_multi_wakeup(CURLM *multi) { return library.curl_multi_wakeup(multi); }
CURLMsg *curl_multi_info_read(CURLM *multi, int *left) { return library.curl_multi_info_read(multi, left); }

CURLMcode curl_multi_poll(
    CURLM *multi, struct curl_waitfd waits[], unsigned int count, int milliseconds, int *active) {
  return library.curl_multi_poll(multi, waits, count, milliseconds, active);
}

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *line) {
  return ccurl_load() ? NULL : library.curl_slist_append(list, line);
}

void curl_slist_free_all(struct curl_slist *list) {
  if (list) library.curl_slist_free_all(list);
}

// In brackets, because curl.h may have macros of these names.

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return (library.curl_easy_setopt)(easy, option, value);
}

CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return (library.curl_easy_setopt)(easy, option, value);
}

CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return (library.curl_easy_setopt)(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return (library.curl_easy_setopt)(easy, option, value);
}

CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver value) {
  return (library.curl_easy_setopt)(easy, option, value);
}

CURLcode ccurl_set_opener(CURL *easy, CURLoption option, curl_opensocket_callback value) {
  return (library.curl_easy_setopt)(easy, option, value);
}

CURLcode ccurl_set_gate(CURL *easy, CURLoption option, curl_prereq_callback value) {
  return (library.curl_easy_setopt)(easy, option, value);
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (library.curl_multi_setopt)(multi, option, value);
}

CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return (library.curl_easy_getinfo)(easy, info, value);
}

CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return (library.curl_easy_getinfo)(easy, info, value);
}

curl_socket_t ccurl_get_socket(CURL *easy) {
  curl_socket_t active = CURL_SOCKET_BAD;
  return (library.curl_easy_getinfo)(easy, CURLINFO_ACTIVESOCKET, &active) == CURLE_OK ? active : CURL_SOCKET_BAD;
}
