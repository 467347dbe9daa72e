#ifndef LIVEGAMED_CCURL_H
#define LIVEGAMED_CCURL_H

#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "livegamed needs libcurl 7.87.0 or newer"
#endif

// load.c defines the functions of libcurl that the program calls, under their own names. `ccurl_load` or `curl_global_init`
// loads the library, and no other function may be called before, but for `curl_easy_strerror` and those of lists. It is not
// loaded with the program, because thirty other libraries come with it, which takes nearly half of the start of a command.

/// Loads libcurl, once in a process. Returns null, or why it cannot be loaded; `curl_global_init` then fails.
const char *ccurl_load(void);

// Swift cannot call variadic functions, so each argument type has a function of its own.

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver value);
CURLcode ccurl_set_opener(CURL *easy, CURLoption option, curl_opensocket_callback value);
CURLcode ccurl_set_gate(CURL *easy, CURLoption option, curl_prereq_callback value);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value);
CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value);

// CURL_SOCKET_BAD when the handle has no connection.
curl_socket_t ccurl_get_socket(CURL *easy);

// Opens a socket as libcurl does, but closed on exec and with a TCP user timeout: the connection fails when sent data
// is not acknowledged for that many milliseconds. Otherwise libcurl would reuse a dead connection for 15 minutes.
static inline curl_socket_t ccurl_open_socket(const struct curl_sockaddr *to, unsigned int timeout) {
  curl_socket_t opened = socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
  if (opened == -1) return CURL_SOCKET_BAD;
  if (to->protocol == IPPROTO_TCP) setsockopt(opened, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout);
  return opened;
}

// In C, because the address can be longer than the type of its member.
static inline const struct sockaddr *ccurl_address(const struct curl_sockaddr *to) {
  return &to->addr;
}

#endif
