// Measures from outside what a server needs to start: from exec to the first 200, in milliseconds.
//
//   probe --port PORT --path PATH [--runs 20] -- COMMAND ...

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "net.h"

extern char **environ;

static struct {
  int port;
  const char *path;
  int runs;
} options = {0, "/", 20};

static char buffer[1 << 16];

/// Waits until somebody listens and answers 200.
static void await(int64_t start) {
  int connection;
  while ((connection = connect_loopback(options.port)) < 0) {
    if (now_ns() - start > 5000000000) fail("nobody listened on port %d within 5 s", options.port);
    // A loop without pause would take a core away from what it measures.
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
  }
  get(connection, options.port, options.path, buffer, sizeof buffer);
  close(connection);
}

/// Starts the command, waits for its first 200, ends it; milliseconds.
static double start_once(char **command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child;
  int64_t start = now_ns();
  int code = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
  if (code != 0) fail("cannot start %s: %s", command[0], strerror(code));
  await(start);
  int64_t end = now_ns();
  kill(child, SIGTERM);
  for (int64_t asked = now_ns(); waitpid(child, NULL, WNOHANG) == 0;) {
    if (now_ns() - asked > 5000000000) {
      kill(child, SIGKILL);
      fail("%s did not end within 5 s of SIGTERM", command[0]);
    }
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  posix_spawn_file_actions_destroy(&actions);
  return (double)(end - start) / 1e6;
}

static int compare(const void *left, const void *right) {
  double one = *(const double *)left, other = *(const double *)right;
  return (one > other) - (one < other);
}

static void start(char **command) {
  if (!command[0]) fail("probe --port PORT --path PATH -- COMMAND");
  double times[options.runs];
  for (int run = 0; run < options.runs; run++) times[run] = start_once(command);
  qsort(times, (size_t)options.runs, sizeof *times, compare);
  printf("start_median_ms %.2f\n", times[options.runs / 2]);
  printf("start_fastest_ms %.2f\n", times[0]);
  printf("start_p90_ms %.2f\n", times[options.runs * 9 / 10]);
}

int main(int count, char **arguments) {
  static const struct option known[] = {
      {"port", required_argument, NULL, 'p'}, {"path", required_argument, NULL, 'u'}, {"runs", required_argument, NULL, 'r'}, {0}};
  int option;
  while ((option = getopt_long(count, arguments, "+", known, NULL)) != -1) {
    switch (option) {
    case 'p': options.port = atoi(optarg); break;
    case 'u': options.path = optarg; break;
    case 'r': options.runs = atoi(optarg); break;
    default: exit(2);
    }
  }
  start(arguments + optind);
}
