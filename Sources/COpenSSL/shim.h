#ifndef EIDOLON_COPENSSL_SHIM_H
#define EIDOLON_COPENSSL_SHIM_H

// What Swift cannot see of OpenSSL: its macros, as functions. Keys, digests and ciphers; TLS stands in tls_shim.h.
#include <openssl/evp.h>

#endif
