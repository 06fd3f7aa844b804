// Tells the thread sanitizer what Swift's Mutex does when it is contended.
//
// The sanitizer sees the Mutex's fast path, which is inlined into our code, but not its slow path, which lies in
// libswiftSynchronization and hands the lock over by futex(2). It then reports races that are none. This library is
// preloaded in sanitizer runs (scripts/thread-sanitizer); it stands before syscall(2) and announces the hand-over.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

static long (*next)(long, ...);
static void (*acquire)(void *);
static void (*release)(void *);

__attribute__((constructor)) static void find(void) {
  next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  // In a program without the sanitizer there is nobody to tell.
  acquire = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_acquire");
  release = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_release");
}

long syscall(long number, ...) {
  if (!next) find();
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  long operation = number == SYS_futex ? b & FUTEX_CMD_MASK : -1;
  if (operation == FUTEX_UNLOCK_PI && release) release((void *)a);
  long result = next(number, a, b, c, d, e, f);
  int error = errno;
  if ((operation == FUTEX_LOCK_PI || operation == FUTEX_TRYLOCK_PI) && result == 0 && acquire) acquire((void *)a);
  errno = error;
  return result;
}
