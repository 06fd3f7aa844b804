// The load generator of whole logins.
//
//   logins --port PORT [--connections 8] [--logins 1000] [--server PID] [--only-authorize] [--rate LOGINS_PER_S]
//
// Each connection runs logins one after the other: GET authorize (302 with a code), POST token with a client assertion
// minted before the measured window, GET userinfo (a JWT). Every answer is checked; one in a hundred is verified with
// the emulator's key. With a rate each login waits for its turn, unless all connections are late. One thread and one epoll: it must cost little beside the server, and says what it cost.
//
// Prints `name value` lines: rates per second, times in milliseconds, CPU as shares of one core.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "keys.h"
#include "net.h"

enum { clientTextSize = 16384, batchSize = 10000, verifiedEvery = 100 };

enum step { authorize, token, userinfo, stepCount };
static const char *const stepNames[stepCount] = {"authorize", "token", "userinfo"};

static const char *const clientID = "EIDOLON_TEST";
static const char *const redirectURI = "http%3A%2F%2Flocalhost%3A9000%2Fcb";

/// What the command line says.
static struct {
  int port;
  int connections;
  size_t logins;
  pid_t server;
  int onlyAuthorize;
  /// Logins a second; 0 for as many as there can be.
  double rate;
} options = {0, 8, 1000, 0, 0, 0};

/// A browser and its relying party, on one connection.
struct login {
  int socket;
  enum step step;
  size_t number;
  int64_t sent;
  size_t received;
  char code[64];
  char accessToken[64];
  char bytes[clientTextSize];
};

/// What all connections share.
static struct {
  /// Begins every state and nonce: one that an earlier run has used would be a finding of each login.
  char unique[24];
  EVP_PKEY *providerKey;
  struct assertions assertions;
  size_t started, finished, batchEnd, batchStart;
  /// When the batch began, and the connections that wait for the turn of their next login.
  int64_t batchTime;
  struct login **idle;
  int idleCount;
  /// The time of each exchange in nanoseconds, by step.
  int64_t *times[stepCount];
} run;

/// Sends a login's next request.
static void ask(struct login *login) {
  char request[8192], form[4096];
  int length = 0;
  switch (login->step) {
  case authorize:
    length = snprintf(
        request, sizeof request,
        "GET /itsme/oidc/authorize?response_type=code&client_id=%s&redirect_uri=%s"
        "&scope=openid+service%%3AEIDOLON_LOGIN+profile+email+phone+address"
        "&state=%s-%012zu&nonce=%s-%012zu HTTP/1.1\r\n"
        "Host: 127.0.0.1:%d\r\nAccept: text/html\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) logins\r\n\r\n",
        clientID, redirectURI, run.unique, login->number, run.unique, login->number, options.port);
    break;
  case token:
    length = snprintf(
        form, sizeof form,
        "grant_type=authorization_code&code=%s&redirect_uri=%s"
        "&client_assertion_type=urn%%3Aietf%%3Aparams%%3Aoauth%%3Aclient-assertion-type%%3Ajwt-bearer"
        "&client_assertion=%s",
        login->code, redirectURI, run.assertions.texts[login->number - run.batchStart]);
    length = snprintf(
        request, sizeof request,
        "POST /itsme/oidc/token HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: application/json\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
        options.port, length, form);
    break;
  default:
    length = snprintf(
        request, sizeof request,
        "GET /itsme/oidc/userinfo HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: application/jwt\r\n"
        "Authorization: Bearer %s\r\n\r\n",
        options.port, login->accessToken);
  }
  login->received = 0;
  login->sent = now_ns();
  // A request of this size always fits into the empty socket of a connection that waits for us.
  if (send(login->socket, request, (size_t)length, MSG_NOSIGNAL) != length)
    fail("cannot send %s: %s", stepNames[login->step], strerror(errno));
}

/// Nanoseconds until the next login of the batch may begin.
static int64_t patience(void) {
  if (options.rate == 0) return 0;
  return run.batchTime + (int64_t)((double)(run.started - run.batchStart) / options.rate * 1e9) - now_ns();
}

/// Begins a login, or nothing when all of the batch are begun or it is too early.
static void begin(struct login *login) {
  if (run.started == run.batchEnd) return;
  if (patience() > 0) {
    run.idle[run.idleCount++] = login;
    return;
  }
  login->number = run.started++;
  login->step = authorize;
  ask(login);
}

/// Copies the text between `before` and one of `ends`; ends the program if it is not there.
static void take(char *text, size_t size, const char *from, const char *before, const char *ends) {
  const char *start = strstr(from, before);
  size_t length = start ? strcspn(start + strlen(before), ends) : size;
  if (length == 0 || length >= size) fail("no %s in:\n%s", before, from);
  memcpy(text, start + strlen(before), length);
  text[length] = 0;
}

static void check(const struct login *login, const char *jwt, const char *content) {
  if (login->number % verifiedEvery == 0 && !verifies(jwt, run.providerKey, content))
    fail("%s: this token does not verify, or lacks %s:\n%s", stepNames[login->step], content, jwt);
}

/// Takes a complete answer in and goes on.
static void answered(struct login *login, struct answer answer) {
  run.times[login->step][login->number] = now_ns() - login->sent;
  char jwt[4096], nonce[64];
  if (answer.status != (login->step == authorize ? 302 : 200))
    fail("%s: status %d\n%s", stepNames[login->step], answer.status, login->bytes);
  switch (login->step) {
  case authorize:
    take(login->code, sizeof login->code, login->bytes, "/cb?code=", "&\r");
    if (options.onlyAuthorize) break;
    login->step = token;
    return ask(login);
  case token:
    take(login->accessToken, sizeof login->accessToken, answer.body, "\"access_token\":\"", "\"");
    take(jwt, sizeof jwt, answer.body, "\"id_token\":\"", "\"");
    snprintf(nonce, sizeof nonce, "\"%s-%012zu\"", run.unique, login->number);
    check(login, jwt, nonce);
    login->step = userinfo;
    return ask(login);
  default:
    if (strncmp(answer.body, "eyJ", 3) != 0) fail("userinfo is no JWT:\n%s", answer.body);
    check(login, answer.body, "\"sub\":\"");
  }
  run.finished++;
  begin(login);
}

/// Reads what has arrived.
static void receive(struct login *login) {
  ssize_t count = recv(
      login->socket, login->bytes + login->received, sizeof login->bytes - 1 - login->received, MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) fail("the connection ended within %s", stepNames[login->step]);
  login->received += (size_t)count;
  login->bytes[login->received] = 0;
  struct answer answer = read_answer(login->bytes, login->received);
  if (answer.size != 0) answered(login, answer);
}

/// Runs the logins up to `batchEnd` to their end.
static void run_batch(struct login *logins, int epoll) {
  run.batchTime = now_ns();
  run.idleCount = 0;
  for (int place = 0; place < options.connections; place++) begin(&logins[place]);
  while (run.finished < run.batchEnd) {
    struct epoll_event events[64];
    while (run.idleCount > 0 && patience() <= 0) begin(run.idle[--run.idleCount]);
    int isIdle = run.idleCount > 0 && run.started < run.batchEnd;
    int64_t wait = isIdle ? patience() / 1000000 + 1 : 20000;
    int count = epoll_wait(epoll, events, 64, wait > 0 ? (int)wait : 0);
    if (count == 0 && !isIdle) fail("no answer within 20 s");
    for (int place = 0; place < count; place++) receive(&logins[events[place].data.u32]);
  }
}

static int compare(const void *left, const void *right) {
  int64_t one = *(const int64_t *)left, other = *(const int64_t *)right;
  return (one > other) - (one < other);
}

static void print_times(enum step step) {
  int64_t *times = run.times[step];
  qsort(times, options.logins, sizeof *times, compare);
  printf("%s_p50_ms %.3f\n", stepNames[step], (double)times[options.logins / 2] / 1e6);
  printf("%s_p99_ms %.3f\n", stepNames[step], (double)times[options.logins * 99 / 100] / 1e6);
}

static void read_options(int count, char **arguments) {
  static const struct option known[] = {
      {"port", required_argument, NULL, 'p'},   {"connections", required_argument, NULL, 'c'},
      {"logins", required_argument, NULL, 'n'}, {"server", required_argument, NULL, 's'},
      {"only-authorize", no_argument, NULL, 'a'}, {"rate", required_argument, NULL, 'r'}, {0}};
  int option;
  while ((option = getopt_long(count, arguments, "", known, NULL)) != -1) {
    switch (option) {
    case 'p': options.port = atoi(optarg); break;
    case 'c': options.connections = atoi(optarg); break;
    case 'n': options.logins = strtoul(optarg, NULL, 10); break;
    case 's': options.server = atoi(optarg); break;
    case 'a': options.onlyAuthorize = 1; break;
    case 'r': options.rate = atof(optarg); break;
    default: exit(2);
    }
  }
  if (options.port == 0 || options.connections < 1 || options.logins < 1) fail("logins --port PORT ...");
}

int main(int count, char **arguments) {
  read_options(count, arguments);
  snprintf(run.unique, sizeof run.unique, "%llx", (long long)now_ns());
  static char buffer[65536];
  int connection = connect_loopback(options.port);
  if (connection < 0) fail("nobody listens on port %d", options.port);
  run.providerKey = first_key(get(connection, options.port, "/itsme/oidc/jwkSet", buffer, sizeof buffer).body);
  const char *set = get(connection, options.port, "/itsme/slate/private_jwks.json", buffer, sizeof buffer).body;
  EVP_PKEY *clientKey = first_key(set);
  char *kid = json_text(set, "kid");
  close(connection);

  for (int step = 0; step < stepCount; step++) run.times[step] = calloc(options.logins, sizeof(int64_t));
  struct login *logins = calloc((size_t)options.connections, sizeof *logins);
  run.idle = calloc((size_t)options.connections, sizeof *run.idle);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  for (int place = 0; place < options.connections; place++) {
    logins[place].socket = connect_loopback(options.port);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)place};
    if (logins[place].socket < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, logins[place].socket, &event) != 0)
      fail("cannot open connection %d", place + 1);
  }

  char audience[128];
  snprintf(audience, sizeof audience, "http://127.0.0.1:%d/itsme/oidc/token", options.port);
  // Minting stays outside of the window: time counts only while a batch runs.
  double seconds = 0, own = 0, servers = 0;
  while (run.finished < options.logins) {
    run.batchStart = run.finished;
    size_t left = options.logins - run.finished;
    run.batchEnd = run.finished + (left < batchSize ? left : batchSize);
    if (!options.onlyAuthorize)
      run.assertions = mint(run.batchEnd - run.batchStart, clientKey, kid, clientID, audience);
    int64_t start = now_ns();
    double ownStart = cpu_seconds(getpid()), serverStart = cpu_seconds(options.server);
    run_batch(logins, epoll);
    seconds += (double)(now_ns() - start) / 1e9;
    own += cpu_seconds(getpid()) - ownStart;
    servers += cpu_seconds(options.server) - serverStart;
    if (!options.onlyAuthorize) discard(&run.assertions);
  }

  printf("logins_per_s %.1f\n", (double)options.logins / seconds);
  for (int step = 0; step < (options.onlyAuthorize ? 1 : stepCount); step++) print_times(step);
  printf("generator_cores %.3f\n", own / seconds);
  printf("server_cores %.3f\n", servers / seconds);
  printf("server_ms_per_login %.4f\n", servers * 1e3 / (double)options.logins);
}
