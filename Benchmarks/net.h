// What the measuring programs share: time, CPU time, and one blocking HTTP exchange.

#ifndef BENCHMARKS_NET_H
#define BENCHMARKS_NET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Ends the program with a sentence.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Nanoseconds of the monotonic clock.
int64_t now_ns(void);

/// Seconds of CPU time (user and system) that a process has used, all of its threads; 0 for no process.
double cpu_seconds(pid_t process);

/// A TCP connection to 127.0.0.1, or -1; the caller closes it.
int connect_loopback(int port);

/// An answer that has arrived, or as much of it as there is.
struct answer {
  int status;
  /// The content; as long as `length` says once the answer is complete.
  const char *body;
  size_t length;
  /// The whole answer's size; 0 while bytes are missing.
  size_t size;
};

/// Reads the head of an answer in `bytes`, which end with a zero byte.
struct answer read_answer(const char *bytes, size_t count);

/// Sends a GET on a connection and waits for the answer in `buffer`; ends the program unless it is 200.
struct answer get(int socket, int port, const char *path, char *buffer, size_t size);

#endif
