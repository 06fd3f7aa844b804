// Keys of the emulator's key sets, and what is signed and verified with them.

#ifndef BENCHMARKS_KEYS_H
#define BENCHMARKS_KEYS_H

#include <openssl/evp.h>
#include <stddef.h>

/// The value of the first member with this name in a JSON text, as a new string; NULL if there is none.
///
/// Enough for flat members whose values hold no escapes, which is all that is read here.
char *json_text(const char *json, const char *name);

/// The first RSA key of a key set (RFC 7517), with its private half if that is there.
EVP_PKEY *first_key(const char *key_set);

/// Whether an RS256 token (RFC 7515) is signed with a key and its payload contains a text.
int verifies(const char *token, EVP_PKEY *key, const char *content);

/// Signed client assertions (RFC 7523), each to be used once.
struct assertions {
  char **texts;
  size_t count;
};

/// Mints so many on all cores; `audience` is the token endpoint.
struct assertions mint(size_t count, EVP_PKEY *key, const char *kid, const char *client, const char *audience);

/// Frees them.
void discard(struct assertions *assertions);

#endif
