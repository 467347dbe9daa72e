// Clocks that can be set for one program. When this library is preloaded, it adds nanoseconds to them. The file of
// LIVEGAMED_WALL_OFFSET stores them as two 64-bit integers: the first is for CLOCK_REALTIME, the second for the monotonic
// clocks. When the second one grows, time seems to pass quickly. Timers that were set before still end at their real time, and
// so do timers for a time of the wall clock.
//
//   gcc -shared -fPIC -O2 -o wall_clock.so wall_clock.c
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { WALL, RUN };

static volatile int64_t *offset;
// The clock of each timer, by its descriptor.
static int clocks[1024];

__attribute__((constructor)) static void open_offset(void) {
  const char *path = getenv("LIVEGAMED_WALL_OFFSET");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(0, 2 * sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (page != MAP_FAILED) offset = page;
}

static int64_t shift(clockid_t clock) {
  if (!offset) return 0;
  switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: return offset[WALL];
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_COARSE: case CLOCK_MONOTONIC_RAW: case CLOCK_BOOTTIME: return offset[RUN];
    default: return 0;
  }
}

static void add(struct timespec *time, int64_t nanoseconds) {
  int64_t sum = time->tv_sec * INT64_C(1000000000) + time->tv_nsec + nanoseconds;
  time->tv_sec = sum / 1000000000;
  time->tv_nsec = sum % 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int status = (int)syscall(SYS_clock_gettime, clock, time);
  int64_t nanoseconds = shift(clock);
  if (status == 0 && nanoseconds != 0) add(time, nanoseconds);
  return status;
}

int timerfd_create(int clock, int flags) {
  int made = (int)syscall(SYS_timerfd_create, clock, flags);
  if (made >= 0 && made < 1024) clocks[made] = clock;
  return made;
}

// A program computes the time of a timer by the clock that it sees. The kernel's differs.
int timerfd_settime(int timer, int flags, const struct itimerspec *wanted, struct itimerspec *before) {
  struct itimerspec real = *wanted;
  int clock = timer >= 0 && timer < 1024 ? clocks[timer] : CLOCK_MONOTONIC;
  int is_set = real.it_value.tv_sec != 0 || real.it_value.tv_nsec != 0;
  if ((flags & TFD_TIMER_ABSTIME) && is_set && clock != CLOCK_REALTIME) {
    add(&real.it_value, -shift(clock));
    // Zero would turn the timer off.
    if (real.it_value.tv_sec < 0 || (real.it_value.tv_sec == 0 && real.it_value.tv_nsec <= 0)) {
      real.it_value = (struct timespec){0, 1};
    }
  }
  return (int)syscall(SYS_timerfd_settime, timer, flags, &real, before);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  int status = clock_gettime(CLOCK_REALTIME, &now);
  if (time) *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return status;
}

time_t time(time_t *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}
