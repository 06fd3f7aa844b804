#ifndef EIDOLON_COPENSSL_TLS_SHIM_H
#define EIDOLON_COPENSSL_TLS_SHIM_H

// What Swift cannot see of OpenSSL's TLS and X.509: its macros, as functions.
#include <openssl/ssl.h>

#endif
