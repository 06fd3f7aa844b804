#define _GNU_SOURCE
#include "keys.h"

#include <openssl/core_names.h>
#include <openssl/param_build.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "net.h"

char *json_text(const char *json, const char *name) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\"", name);
  const char *member = strstr(json, quoted);
  if (!member) return NULL;
  const char *value = member + strlen(quoted);
  value += strspn(value, " :");
  if (*value++ != '"') return NULL;
  return strndup(value, strcspn(value, "\""));
}

// Base64url (RFC 4648 section 5), without padding.

static size_t encode(const unsigned char *bytes, size_t count, char *text) {
  size_t length = (size_t)EVP_EncodeBlock((unsigned char *)text, bytes, (int)count);
  while (length > 0 && text[length - 1] == '=') length--;
  for (size_t place = 0; place < length; place++) {
    if (text[place] == '+') text[place] = '-';
    if (text[place] == '/') text[place] = '_';
  }
  text[length] = 0;
  return length;
}

static size_t decode(const char *text, size_t length, unsigned char *bytes) {
  char padded[length + 4];
  for (size_t place = 0; place < length; place++)
    padded[place] = text[place] == '-' ? '+' : text[place] == '_' ? '/' : text[place];
  size_t padding = (4 - length % 4) % 4;
  memset(padded + length, '=', padding);
  int count = EVP_DecodeBlock(bytes, (unsigned char *)padded, (int)(length + padding));
  if (count < 0) fail("this is not base64url: %.*s", (int)length, text);
  return (size_t)count - padding;
}

EVP_PKEY *first_key(const char *key_set) {
  static const char *const members[][2] = {
      {"n", OSSL_PKEY_PARAM_RSA_N},          {"e", OSSL_PKEY_PARAM_RSA_E},
      {"d", OSSL_PKEY_PARAM_RSA_D},          {"p", OSSL_PKEY_PARAM_RSA_FACTOR1},
      {"q", OSSL_PKEY_PARAM_RSA_FACTOR2},    {"dp", OSSL_PKEY_PARAM_RSA_EXPONENT1},
      {"dq", OSSL_PKEY_PARAM_RSA_EXPONENT2}, {"qi", OSSL_PKEY_PARAM_RSA_COEFFICIENT1}};
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  int isPrivate = 0;
  for (size_t place = 0; place < sizeof members / sizeof *members; place++) {
    char *text = json_text(key_set, members[place][0]);
    if (!text) continue;
    isPrivate = isPrivate || strcmp(members[place][0], "d") == 0;
    unsigned char bytes[strlen(text) + 4];
    size_t count = decode(text, strlen(text), bytes);
    // The builder keeps the number until the key is made; a few bytes for the life of the program.
    OSSL_PARAM_BLD_push_BN(builder, members[place][1], BN_bin2bn(bytes, (int)count, NULL));
    free(text);
  }
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
  EVP_PKEY *key = NULL;
  if (EVP_PKEY_fromdata_init(context) != 1 ||
      EVP_PKEY_fromdata(context, &key, isPrivate ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                        OSSL_PARAM_BLD_to_param(builder)) != 1)
    fail("the key set holds no RSA key");
  return key;
}

int verifies(const char *token, EVP_PKEY *key, const char *content) {
  const char *first = strchr(token, '.');
  const char *last = strrchr(token, '.');
  if (!first || first == last) return 0;
  size_t length = strlen(last + 1);
  unsigned char signature[length + 4];
  size_t count = decode(last + 1, length, signature);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  int isSigned = EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                 EVP_DigestVerify(context, signature, count, (const unsigned char *)token,
                                  (size_t)(last - token)) == 1;
  EVP_MD_CTX_free(context);
  unsigned char payload[last - first + 4];
  size_t size = decode(first + 1, (size_t)(last - first - 1), payload);
  return isSigned && memmem(payload, size, content, strlen(content)) != NULL;
}

// Minting.

struct share {
  EVP_PKEY *key;
  const char *kid, *client, *audience;
  char **texts;
  size_t from, to;
};

static char *assertion(const struct share *share, size_t number) {
  char header[128], payload[1024], token[4096];
  unsigned char signature[1024];
  int headerLength =
      snprintf(header, sizeof header, "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"%s\"}", share->kid);
  long now = (long)time(NULL);
  int payloadLength = snprintf(
      payload, sizeof payload,
      "{\"iss\":\"%s\",\"sub\":\"%s\",\"aud\":\"%s\",\"jti\":\"%d-%llx-%zu\",\"iat\":%ld,\"exp\":%ld}",
      share->client, share->client, share->audience, (int)getpid(), (long long)now_ns(), number, now, now + 600);
  size_t length = encode((unsigned char *)header, (size_t)headerLength, token);
  token[length++] = '.';
  length += encode((unsigned char *)payload, (size_t)payloadLength, token + length);
  size_t count = sizeof signature;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, share->key) != 1 ||
      EVP_DigestSign(context, signature, &count, (unsigned char *)token, length) != 1)
    fail("cannot sign an assertion");
  EVP_MD_CTX_free(context);
  token[length++] = '.';
  encode(signature, count, token + length);
  return strdup(token);
}

static void *mint_share(void *argument) {
  struct share *share = argument;
  for (size_t number = share->from; number < share->to; number++)
    share->texts[number] = assertion(share, number);
  return NULL;
}

struct assertions mint(size_t count, EVP_PKEY *key, const char *kid, const char *client, const char *audience) {
  struct assertions assertions = {calloc(count, sizeof(char *)), count};
  size_t threads = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
  pthread_t thread[threads];
  struct share share[threads];
  for (size_t place = 0; place < threads; place++) {
    share[place] = (struct share){
        // A copy each: threads that share a private key wait for each other.
        EVP_PKEY_dup(key), kid, client, audience, assertions.texts,
        count * place / threads, count * (place + 1) / threads};
    if (pthread_create(&thread[place], NULL, mint_share, &share[place]) != 0) fail("cannot start a thread");
  }
  for (size_t place = 0; place < threads; place++) {
    pthread_join(thread[place], NULL);
    EVP_PKEY_free(share[place].key);
  }
  return assertions;
}

void discard(struct assertions *assertions) {
  for (size_t place = 0; place < assertions->count; place++) free(assertions->texts[place]);
  free(assertions->texts);
}
