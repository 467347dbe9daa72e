#ifndef LIVEGAMED_CLINUX_H
#define LIVEGAMED_CLINUX_H

#include <elf.h>
#include <link.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// glibc declares these only with _GNU_SOURCE, which comes too late in a module.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
long syscall(long number, ...);
// Declared by symbol, because including their headers would move many glibc types from Swift's Glibc to this module.
pid_t clinux_vfork(void) __asm__("vfork") __attribute__((returns_twice));
pid_t clinux_waitpid(pid_t process, int *status, int options) __asm__("waitpid");
int clinux_execve(const char *path, char *const arguments[], char *const variables[]) __asm__("execve");
void clinux_exit(int status) __asm__("_exit") __attribute__((noreturn));
int clinux_set_group(pid_t process, pid_t group) __asm__("setpgid");
void (*clinux_signal(int number, void (*handler)(int)))(int) __asm__("signal");
int clinux_open(const char *path, int flags, ...) __asm__("open");
int clinux_dup2(int from, int to) __asm__("dup2");
int clinux_fcntl(int descriptor, int command, ...) __asm__("fcntl");
void clinux_close_from(int first) __asm__("closefrom");
int clinux_prctl(int option, ...) __asm__("prctl");
int *clinux_errno(void) __asm__("__errno_location");
int clinux_mallopt(int option, int value) __asm__("mallopt");

// M_ARENA_MAX of <malloc.h>.
enum { clinux_arena_max = -8 };

// One program or library of the process: struct dl_phdr_info of <link.h>, which needs _GNU_SOURCE.
struct clinux_object {
  // What is added to the addresses of the segments.
  ElfW(Addr) address;
  const char *name;
  const ElfW(Phdr) *segments;
  ElfW(Half) segment_count;
};

// Calls `each` for each of them until `each` returns another value than 0. `size` is that of the C library's structure.
int clinux_each_object(int (*each)(struct clinux_object *object, size_t size, void *context), void *context)
    __asm__("dl_iterate_phdr");

// In C, because SOCK_STREAM and similar constants belong to the module that includes their header first.
static inline int clinux_unix_stream_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline int clinux_accept(int listener) {
  return accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// PR_SET_NAME: names the calling thread; the kernel keeps 15 bytes. Unlike a write to /proc, it also works in a process
// that is not dumpable.
static inline int clinux_set_thread_name(const char *name) { return clinux_prctl(15, name); }

// PR_SET_DUMPABLE and PR_GET_DUMPABLE.
static inline int clinux_forbid_dumps(void) { return clinux_prctl(4, 0L); }

static inline int clinux_is_dumpable(void) { return clinux_prctl(3); }

// SIOCOUTQ: sent data that the peer has not read. In C, because ioctl is variadic.
static inline int clinux_unread(int socket) {
  int count = 0;
  return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : -1;
}

// By number, because glibc has the function only since 2.36. The descriptor is closed on exec. Needs Linux 5.3.
static inline int clinux_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

// SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: closing keeps the write-ahead log. In C, because the function is variadic.
int clinux_sqlite_configure(void *connection, int option, ...) __asm__("sqlite3_db_config");

static inline int clinux_sqlite_keep_wal(void *connection) {
  return clinux_sqlite_configure(connection, 1006, 1, (int *)0);
}

// A program to start.
struct clinux_program {
  // Paths to try; the first executable one is run. These three arrays end with a null pointer.
  char *const *paths;
  char *const *arguments;
  char *const *variables;
  // Standard input.
  int input;
  // Standard error, with standard output to /dev/null; -1 to inherit both from us.
  int complaints;
  // RLIMIT_NOFILE, and its soft value.
  int limit;
  unsigned long long open_files;
};

static inline int clinux_place(int from, int to) {
  // F_SETFD 0: a descriptor that already has the right number must stay open on exec.
  return from == to ? clinux_fcntl(to, 2, 0) : clinux_dup2(from, to);
}

// Runs in the child, which shares our memory until execve. Makes system calls only. Returns an errno.
static inline __attribute__((noinline)) int clinux_become(const struct clinux_program *program) {
  for (int number = 1; number <= 64; number++) clinux_signal(number, 0);
  if (clinux_set_group(0, 0) < 0 || clinux_place(program->input, 0) < 0) return *clinux_errno();
  if (program->complaints >= 0) {
    int null = clinux_open("/dev/null", 1);
    if (null < 0 || clinux_place(null, 1) < 0 || clinux_place(program->complaints, 2) < 0) return *clinux_errno();
  }
  clinux_close_from(3);
  // Soft and hard limit. The soft limit is only lowered; a failure is ignored.
  unsigned long long limits[2];
  if (syscall(SYS_prlimit64, 0, program->limit, 0, limits) == 0 && program->open_files < limits[0]) {
    limits[0] = program->open_files;
    syscall(SYS_prlimit64, 0, program->limit, limits, 0);
  }
  unsigned long long none = 0;
  syscall(SYS_rt_sigprocmask, 2, &none, 0, sizeof none);
  int failure = 0;
  for (char *const *path = program->paths; *path; path++) {
    clinux_execve(*path, program->arguments, program->variables);
    int number = *clinux_errno();
    // After ENOENT, ENOTDIR and EACCES, try the next path. EACCES takes precedence as the reported error.
    if (failure != 13) failure = number;
    if (number != 2 && number != 20 && number != 13) return number;
  }
  return failure;
}

// Like posix_spawn, but also sets the limit of open files, for which posix_spawn has no attribute. Setting it from the
// parent would be too late, because the program already runs. Returns the process id, or a negative errno.
static inline __attribute__((noinline)) pid_t clinux_start(const struct clinux_program *program) {
  unsigned long long all = ~0ULL, before = 0;
  volatile int failure = 0;
  // Block all signals, so that none of our handlers runs in the child.
  syscall(SYS_rt_sigprocmask, 0, &all, &before, sizeof all);
  pid_t process = clinux_vfork();
  if (process == 0) {
    failure = clinux_become(program);
    clinux_exit(127);
  }
  if (process < 0) failure = *clinux_errno();
  if (process > 0 && failure) clinux_waitpid(process, 0, 0);
  syscall(SYS_rt_sigprocmask, 2, &before, 0, sizeof before);
  return failure ? -failure : process;
}

#endif
