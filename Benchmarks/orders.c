// Open orders of Swedish BankID, each polled once a second by a client of its own with a connection of its own.
//
//   orders url --port PORT                                      opens one order and prints the path of its pollUrl
//   orders poll --port PORT [--orders 10000] [--seconds 20] [--server PID]
//
// Prints answers per second, their latency, and the cores that the server and this program used.

#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net.h"

static struct {
  int port;
  int orders;
  int seconds;
  pid_t server;
} options = {0, 10000, 20, 0};

/// The app is opened after two seconds and nothing more is done, so the order stays open for three minutes.
static const char authorize[] =
    "/criipto/oauth2/authorize?client_id=urn%3Amy%3Aapplication%3Aidentifier%3A1234&response_type=code&scope=openid"
    "&redirect_uri=https%3A%2F%2Fapp.example.test%2Fcallback&acr_values=urn%3Agrn%3Aauthn%3Ase%3Abankid%3Asame-device"
    "&login_hint=appswitch%3Abrowser&response_mode=json&prompt=login&state=c2f61d3a9b7e4f08"
    "&eidolon_scenario=bankid-app-opened-then-ignored";

struct client {
  int connection;
  char path[96];
  /// When the poll that is under way was sent; 0 when none is.
  int64_t sent;
  char bytes[1024];
  size_t received;
};

static struct client *clients;
static int64_t *latencies;
static size_t answers, latency_count, latency_limit;

/// Opens an order and keeps the path of its pollUrl.
static void open_order(int connection, char *path, size_t size) {
  static char buffer[1 << 16];
  struct answer answer = get(connection, options.port, authorize, buffer, sizeof buffer);
  (void)answer;
  const char *url = strstr(buffer, "\"pollUrl\":\"http://");
  const char *start = url ? strchr(url + 18, '/') : NULL;
  const char *end = start ? strchr(start, '"') : NULL;
  if (!end || (size_t)(end - start) >= size) fail("the answer has no pollUrl");
  memcpy(path, start, (size_t)(end - start));
  path[end - start] = 0;
}

static void send_poll(struct client *client) {
  // A client that still waits for its last answer would wait on; that is seen in the latency.
  if (client->sent != 0) return;
  char request[256];
  int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", client->path, options.port);
  client->sent = now_ns();
  if (send(client->connection, request, (size_t)length, MSG_NOSIGNAL) != length) fail("cannot send: %s", strerror(errno));
}

static void take_answer(struct client *client) {
  ssize_t count = recv(client->connection, client->bytes + client->received, sizeof client->bytes - 1 - client->received, 0);
  if (count <= 0) fail("the server closed a connection");
  client->received += (size_t)count;
  client->bytes[client->received] = 0;
  struct answer answer = read_answer(client->bytes, client->received);
  if (answer.size == 0) return;
  if (answer.status != 202) fail("GET %s: status %d", client->path, answer.status);
  answers += 1;
  if (latency_count < latency_limit) latencies[latency_count++] = now_ns() - client->sent;
  client->sent = 0;
  client->received = 0;
}

static int compare(const void *left, const void *right) {
  int64_t one = *(const int64_t *)left, other = *(const int64_t *)right;
  return (one > other) - (one < other);
}

static void poll_orders(void) {
  struct rlimit limit = {(rlim_t)options.orders + 64, (rlim_t)options.orders + 64};
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) fail("cannot open %d connections: %s", options.orders, strerror(errno));
  clients = calloc((size_t)options.orders, sizeof *clients);
  latency_limit = (size_t)options.orders * (size_t)options.seconds;
  latencies = calloc(latency_limit, sizeof *latencies);
  int events = epoll_create1(EPOLL_CLOEXEC);
  int opener = connect_loopback(options.port);
  for (int place = 0; place < options.orders; place++) {
    struct client *client = &clients[place];
    open_order(opener, client->path, sizeof client->path);
    client->connection = connect_loopback(options.port);
    if (client->connection < 0) fail("connection %d failed: %s", place + 1, strerror(errno));
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
    epoll_ctl(events, EPOLL_CTL_ADD, client->connection, &event);
  }
  close(opener);
  double server_before = cpu_seconds(options.server), own_before = cpu_seconds(getpid());
  int64_t start = now_ns(), end = start + (int64_t)options.seconds * 1000000000;
  // The polls are spread evenly: the client with this number is due so many parts of a second after the start.
  int64_t due = 0, step = 1000000000 / options.orders;
  for (int64_t now = start; now < end; now = now_ns()) {
    for (; start + due * step <= now; due++) send_poll(&clients[due % options.orders]);
    struct epoll_event ready[256];
    int count = epoll_wait(events, ready, 256, 1);
    for (int place = 0; place < count; place++) take_answer(ready[place].data.ptr);
  }
  double elapsed = (double)(now_ns() - start) / 1e9;
  qsort(latencies, latency_count, sizeof *latencies, compare);
  printf("polls_per_s %.0f\n", (double)answers / elapsed);
  printf("p50_ms %.3f\n", (double)latencies[latency_count / 2] / 1e6);
  printf("p99_ms %.3f\n", (double)latencies[latency_count * 99 / 100] / 1e6);
  if (options.server) printf("server_cores %.3f\n", (cpu_seconds(options.server) - server_before) / elapsed);
  printf("generator_cores %.3f\n", (cpu_seconds(getpid()) - own_before) / elapsed);
}

int main(int count, char **arguments) {
  static const struct option known[] = {
      {"port", required_argument, NULL, 'p'},    {"orders", required_argument, NULL, 'o'},
      {"seconds", required_argument, NULL, 's'}, {"server", required_argument, NULL, 'x'}, {0}};
  const char *task = count > 1 ? arguments[1] : "";
  int option;
  optind = 2;
  while (count > 2 && (option = getopt_long(count, arguments, "", known, NULL)) != -1) {
    switch (option) {
    case 'p': options.port = atoi(optarg); break;
    case 'o': options.orders = atoi(optarg); break;
    case 's': options.seconds = atoi(optarg); break;
    case 'x': options.server = atoi(optarg); break;
    default: exit(2);
    }
  }
  if (strcmp(task, "url") == 0) {
    char path[96];
    open_order(connect_loopback(options.port), path, sizeof path);
    printf("%s\n", path);
  } else if (strcmp(task, "poll") == 0) {
    poll_orders();
  } else {
    fail("orders url | poll");
  }
}
