#ifndef EIDOLON_CLINUX_SHIM_H
#define EIDOLON_CLINUX_SHIM_H

// Linux calls that the Glibc module hides behind feature macros, and flag sets that are macros or enumerations in C.
// Defining _GNU_SOURCE instead would break the import of sockaddr, so the few prototypes stand here.

#include <malloc.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

extern long syscall(long number, ...);

/// A variable of the process as `NAME=VALUE`, by its index; NULL behind the last.
static inline const char *clinux_variable(size_t index) {
  extern char **environ;
  return environ ? environ[index] : NULL;
}

/// Sets how many arenas threads share at most (M_ARENA_MAX, mallopt(3)); before the first of them is made.
static inline int clinux_limit_arenas(int count) {
  return mallopt(M_ARENA_MAX, count);
}

/// Accepts a connection whose descriptor is non-blocking and closed on exec from its first moment (accept4(2)).
extern int accept4(int listener, struct sockaddr *address, socklen_t *size, int flags);

/// The flags of accept4(2) and socket(2) for a descriptor that is non-blocking and closed on exec.
static inline int clinux_nonblocking_cloexec(void) {
  return SOCK_NONBLOCK | SOCK_CLOEXEC;
}

/// Adds `descriptor` to `epoll` for `events` (EPOLLIN and so on); `tag` comes back with each of its events.
static inline int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t tag) {
  struct epoll_event event = {.events = events, .data = {.u64 = tag}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

/// What a connection is registered for, once in its life: edges of everything.
static inline uint32_t clinux_every_edge(void) {
  return (uint32_t)EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
}

/// What a listener is registered for with each of several loops: only one of those that wait is woken (epoll_ctl(2)).
static inline uint32_t clinux_one_waiter(void) {
  return (uint32_t)EPOLLIN | EPOLLEXCLUSIVE;
}

/// Names the calling thread for `ps -L` and debuggers, up to 15 characters (prctl(2), PR_SET_NAME).
static inline void clinux_name_thread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// Lets other threads go before the calling one, by `niceness` from 0 to 19 (setpriority(2), which is a thread's on Linux).
static inline void clinux_make_nice(int niceness) {
  syscall(SYS_setpriority, 0 /* PRIO_PROCESS */, 0, niceness);
}

/// How many cores the process may run on, by its affinity mask (sched_getaffinity(2)); 1 if that cannot be told.
static inline int clinux_usable_cores(void) {
  unsigned long mask[1024 / sizeof(unsigned long) / 8 * 8];
  long size = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
  int cores = 0;
  for (long word = 0; word < size / (long)sizeof mask[0]; word++) cores += __builtin_popcountl(mask[word]);
  return cores > 0 ? cores : 1;
}

#endif
