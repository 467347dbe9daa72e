#include <stdint.h>

// libdispatch starts a timer of one second with its threads. When it fires, libdispatch looks whether they are blocked, and then
// starts more of them. It would wake an idle daemon 86,400 times a day. Calls that may block for long have threads of their own,
// so every ten seconds is enough.
//
// `make release` links with --wrap=dispatch_source_set_timer: calls go to the function __wrap_..., and __real_... is
// libdispatch's own. In other builds nothing calls this file.

static const uint64_t second = 1000000000;

void __real_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway)
    __attribute__((weak));

void __wrap_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  int is_monitor = interval == second && leeway == 0;
  __real_dispatch_source_set_timer(source, start, is_monitor ? 10 * second : interval, leeway);
}
