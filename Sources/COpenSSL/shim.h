#ifndef EIDOLON_COPENSSL_SHIM_H
#define EIDOLON_COPENSSL_SHIM_H

// What Swift cannot see of OpenSSL: its macros, as functions. Keys, digests and ciphers; TLS stands in tls_shim.h.
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/// Makes an RSA key of this many bits with the public exponent 65537.
static inline EVP_PKEY *eidolon_generate_rsa(unsigned int bits) {
  return EVP_RSA_gen(bits);
}

/// Makes a key on the named elliptic curve.
static inline EVP_PKEY *eidolon_generate_ec(const char *curve) {
  return EVP_EC_gen(curve);
}

/// The selection of a key pair, for decoders and EVP_PKEY_fromdata.
static inline int eidolon_select_key_pair(void) { return EVP_PKEY_KEYPAIR; }

/// The selection of a public key, for decoders and EVP_PKEY_fromdata.
static inline int eidolon_select_public_key(void) { return EVP_PKEY_PUBLIC_KEY; }

/// Sets the digest of a message authentication code; 1 if it worked.
static inline int eidolon_mac_set_digest(EVP_MAC_CTX *context, const char *digest) {
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0),
      OSSL_PARAM_construct_end(),
  };
  return EVP_MAC_CTX_set_params(context, parameters);
}

/// Frees what OpenSSL allocated for its caller (PEM parts, encoded keys).
static inline void eidolon_free(void *memory) { OPENSSL_free(memory); }

#endif
