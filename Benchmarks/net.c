#define _GNU_SOURCE
#include "net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

double cpu_seconds(pid_t process) {
  if (process == 0) return 0;
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *file = fopen(path, "r");
  if (!file) fail("there is no process %d", (int)process);
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  // The name may hold anything, so the fields are counted from its closing bracket (proc(5)).
  char *fields = strrchr(text, ')');
  unsigned long user, system;
  if (!fields || sscanf(fields + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
    fail("%s reads strangely", path);
  return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

int connect_loopback(int port) {
  int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
    close(connection);
    return -1;
  }
  int on = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return connection;
}

struct answer read_answer(const char *bytes, size_t count) {
  struct answer answer = {0};
  const char *end = memmem(bytes, count, "\r\n\r\n", 4);
  if (!end) return answer;
  answer.status = atoi(bytes + 9);
  const char *length = strcasestr(bytes, "\r\nContent-Length:");
  if (length && length < end) answer.length = strtoul(length + 17, NULL, 10);
  answer.body = end + 4;
  size_t size = (size_t)(answer.body - bytes) + answer.length;
  if (count >= size) answer.size = size;
  return answer;
}

struct answer get(int socket, int port, const char *path, char *buffer, size_t size) {
  char request[512];
  int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", path, port);
  if (send(socket, request, (size_t)length, MSG_NOSIGNAL) != length) fail("cannot send: %s", strerror(errno));
  size_t received = 0;
  while (received + 1 < size) {
    ssize_t count = recv(socket, buffer + received, size - 1 - received, 0);
    if (count <= 0) fail("no answer to GET %s", path);
    received += (size_t)count;
    buffer[received] = 0;
    struct answer answer = read_answer(buffer, received);
    if (answer.size == 0) continue;
    if (answer.status != 200) fail("GET %s: status %d", path, answer.status);
    return answer;
  }
  fail("the answer to GET %s is too long", path);
}
