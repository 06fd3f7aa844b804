// Opens connections one after the other, asks for one document on each, and closes it; threads do so at once.
//
//   connections --port PORT --path PATH [--tls full|resumed] [--threads 16] [--seconds 1]
//
// Without --tls the connections are plain. Prints connections_per_s; ends with an error if an answer is not 200, or if a
// handshake was not of the kind that was asked for.

#define _GNU_SOURCE
#include <getopt.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net.h"

static struct {
  int port;
  const char *path;
  const char *tls;
  int threads;
  double seconds;
} options = {0, "/", NULL, 16, 1};

static char request[512];
static int request_length;
static SSL_CTX *context;
static int64_t end;
static atomic_long count;

/// Reads up to the end of the answer.
static void read_all(int socket, SSL *session) {
  char buffer[1 << 16];
  size_t received = 0;
  while (received + 1 < sizeof buffer) {
    size_t room = sizeof buffer - 1 - received;
    ssize_t some = session ? SSL_read(session, buffer + received, (int)room) : recv(socket, buffer + received, room, 0);
    if (some <= 0) fail("no answer to GET %s", options.path);
    received += (size_t)some;
    buffer[received] = 0;
    struct answer answer = read_answer(buffer, received);
    if (answer.size == 0) continue;
    if (answer.status != 200) fail("GET %s: status %d", options.path, answer.status);
    return;
  }
  fail("the answer to GET %s is too long", options.path);
}

static void ask_plain(void) {
  int socket = connect_loopback(options.port);
  if (socket < 0) fail("cannot connect to port %d", options.port);
  if (send(socket, request, (size_t)request_length, MSG_NOSIGNAL) != request_length) fail("cannot send");
  read_all(socket, NULL);
  close(socket);
}

/// Takes a ticket of an earlier handshake and returns one of this; both may be NULL.
static SSL_SESSION *ask_securely(SSL_SESSION *ticket) {
  int socket = connect_loopback(options.port);
  if (socket < 0) fail("cannot connect to port %d", options.port);
  SSL *session = SSL_new(context);
  if (!session || !SSL_set_fd(session, socket)) fail("no TLS");
  SSL_set_tlsext_host_name(session, "localhost");
  if (ticket) SSL_set_session(session, ticket);
  if (SSL_connect(session) != 1) fail("the handshake failed");
  if (SSL_session_reused(session) != (ticket != NULL)) fail(ticket ? "a session was not resumed" : "a session was resumed");
  if (SSL_write(session, request, request_length) != request_length) fail("cannot send");
  read_all(socket, session);
  SSL_SESSION_free(ticket);
  // In TLS 1.3 tickets come behind the handshake, so they are there once the answer is.
  SSL_SESSION *next = strcmp(options.tls, "resumed") == 0 ? SSL_get1_session(session) : NULL;
  SSL_shutdown(session);
  SSL_free(session);
  close(socket);
  return next;
}

static void *work(void *unused) {
  (void)unused;
  SSL_SESSION *ticket = NULL;
  while (now_ns() < end) {
    if (options.tls) ticket = ask_securely(ticket);
    else ask_plain();
    atomic_fetch_add(&count, 1);
  }
  SSL_SESSION_free(ticket);
  return NULL;
}

int main(int argument_count, char **arguments) {
  static const struct option known[] = {
      {"port", required_argument, NULL, 'p'},    {"path", required_argument, NULL, 'u'},
      {"tls", required_argument, NULL, 't'},     {"threads", required_argument, NULL, 'n'},
      {"seconds", required_argument, NULL, 's'}, {0}};
  int option;
  while ((option = getopt_long(argument_count, arguments, "", known, NULL)) != -1) {
    switch (option) {
    case 'p': options.port = atoi(optarg); break;
    case 'u': options.path = optarg; break;
    case 't': options.tls = optarg; break;
    case 'n': options.threads = atoi(optarg); break;
    case 's': options.seconds = atof(optarg); break;
    default: exit(2);
    }
  }
  request_length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n",
                            options.path, options.port);
  if (options.tls) context = SSL_CTX_new(TLS_client_method());
  int64_t start = now_ns();
  end = start + (int64_t)(options.seconds * 1e9);
  pthread_t threads[options.threads];
  for (int number = 0; number < options.threads; number++)
    if (pthread_create(&threads[number], NULL, work, NULL) != 0) fail("no thread");
  for (int number = 0; number < options.threads; number++) pthread_join(threads[number], NULL);
  printf("connections %ld\n", atomic_load(&count));
  printf("connections_per_s %.1f\n", (double)atomic_load(&count) / ((double)(now_ns() - start) / 1e9));
}
