#ifndef LIVEGAMED_CLINUX_H
#define LIVEGAMED_CLINUX_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// glibc shows them only with _GNU_SOURCE and its like, which come too late in a module.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
long syscall(long number, ...);
// By their symbols: their headers in this module would take half of glibc's types away from Swift's own.
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

// In C, because SOCK_STREAM and its kin belong to whichever module met their header first.
static inline int clinux_unix_stream_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline int clinux_accept(int listener) {
  return accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// PR_SET_NAME of the calling thread, of which the kernel keeps 15 bytes. It needs no /proc, where what is not dumpable may
// not write.
static inline int clinux_set_thread_name(const char *name) { return clinux_prctl(15, name); }

// PR_SET_DUMPABLE and PR_GET_DUMPABLE.
static inline int clinux_forbid_dumps(void) { return clinux_prctl(4, 0L); }

static inline int clinux_is_dumpable(void) { return clinux_prctl(3); }

// SIOCOUTQ: what was sent and not read yet. A variadic call, which does not reach Swift.
static inline int clinux_unread(int socket) {
  int count = 0;
  return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : -1;
}

// By number, for glibc knows it only from 2.36 on. The descriptor is closed on exec; Linux 5.3.
static inline int clinux_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

// SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: closing leaves the log of writes as it is. A variadic call, which does not reach Swift.
int clinux_sqlite_configure(void *connection, int option, ...) __asm__("sqlite3_db_config");

static inline int clinux_sqlite_keep_wal(void *connection) {
  return clinux_sqlite_configure(connection, 1006, 1, (int *)0);
}

// A program to be started.
struct clinux_program {
  // Where it may be; the first that can be run is. These three end with a null.
  char *const *paths;
  char *const *arguments;
  char *const *variables;
  // Its standard input.
  int input;
  // Its standard error; its standard output goes nowhere. -1: it has ours.
  int complaints;
  // The number of the limit of open files, and its soft value.
  int limit;
  unsigned long long open_files;
};

static inline int clinux_give(int from, int to) {
  // F_SETFD: what is where it belongs is still closed on exec.
  return from == to ? clinux_fcntl(to, 2, 0) : clinux_dup2(from, to);
}

// In the child. It shares our memory until it is another program: system calls, and nothing else.
static inline __attribute__((noinline)) int clinux_become(const struct clinux_program *program) {
  for (int number = 1; number <= 64; number++) clinux_signal(number, 0);
  if (clinux_set_group(0, 0) < 0 || clinux_give(program->input, 0) < 0) return *clinux_errno();
  if (program->complaints >= 0) {
    int nowhere = clinux_open("/dev/null", 1);
    if (nowhere < 0 || clinux_give(nowhere, 1) < 0 || clinux_give(program->complaints, 2) < 0) return *clinux_errno();
  }
  clinux_close_from(3);
  // Soft and hard. A limit that cannot be set is one that we could not raise.
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
    // ENOENT, ENOTDIR and EACCES: it may be in the next place; that it may not be run is what is told.
    if (failure != 13) failure = number;
    if (number != 2 && number != 20 && number != 13) return number;
  }
  return failure;
}

// What posix_spawn does, and one step more, for which it has no attribute: the limit of open files. From outside it could
// be set only when the program runs already. Returns the process, or a negative errno.
static inline __attribute__((noinline)) pid_t clinux_start(const struct clinux_program *program) {
  unsigned long long all = ~0ULL, before = 0;
  volatile int failure = 0;
  // No handler of ours may run in the child.
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
