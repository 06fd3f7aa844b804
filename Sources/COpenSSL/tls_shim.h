#ifndef EIDOLON_COPENSSL_TLS_SHIM_H
#define EIDOLON_COPENSSL_TLS_SHIM_H

// What Swift cannot see of OpenSSL's TLS and X.509: its macros and variadic calls, as functions.

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <strings.h>

// Settings of a context ------------------------------------------------------------------------------------------

/// TLS 1.2 and 1.3, no renegotiation, no compression; buffers are given back while a connection idles. A chain is what it
/// was given: without that OpenSSL looks for issuers in every handshake. Several records are read at once.
static inline int eidolon_tls_set_defaults(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_NO_AUTO_CHAIN);
  SSL_CTX_set_read_ahead(context, 1);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline int eidolon_tls_set_session_versions(SSL *session, int lowest, int highest) {
  return SSL_set_min_proto_version(session, lowest) && SSL_set_max_proto_version(session, highest);
}

static inline int eidolon_tls_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline void eidolon_tls_set_server_name_callback(
    SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
  SSL_CTX_set_tlsext_servername_callback(context, callback);
  SSL_CTX_set_tlsext_servername_arg(context, argument);
}

/// ALPN (RFC 7301): http/1.1 is taken if the client offers it; a client that offers only others gets an alert (3.2).
static inline int eidolon_tls_choose_http11(SSL *session, const unsigned char **out, unsigned char *out_length,
                                            const unsigned char *in, unsigned int in_length, void *argument) {
  (void)session;
  (void)argument;
  for (unsigned int at = 0; at < in_length; at += 1u + in[at]) {
    if (in[at] == 8 && at + 9 <= in_length && memcmp(in + at + 1, "http/1.1", 8) == 0) {
      *out = in + at + 1;
      *out_length = 8;
      return SSL_TLSEXT_ERR_OK;
    }
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}

static inline void eidolon_tls_serve_http11(SSL_CTX *context) {
  SSL_CTX_set_alpn_select_cb(context, eidolon_tls_choose_http11, NULL);
}

/// A host whose name begins with "old-protocol." speaks nothing newer than TLS 1.1 (TLSFault.oldProtocol). This must be
/// decided before OpenSSL chooses the version, which is before it calls back for the server name. The extension is a
/// list of one: its length in two bytes, the name's type in one and its length in two (RFC 6066 section 3).
static inline int eidolon_tls_hello(SSL *session, int *alert, void *argument) {
  static const char label[] = "old-protocol.";
  const size_t count = sizeof label - 1;
  const unsigned char *names;
  size_t length;
  (void)alert;
  (void)argument;
  if (SSL_client_hello_get0_ext(session, TLSEXT_TYPE_server_name, &names, &length) && length > 5 + count &&
      strncasecmp((const char *)names + 5, label, count) == 0) {
    SSL_set_min_proto_version(session, TLS1_VERSION);
    SSL_set_max_proto_version(session, TLS1_1_VERSION);
    // The hashes of these protocols are below every other level.
    SSL_set_security_level(session, 0);
  }
  return SSL_CLIENT_HELLO_SUCCESS;
}

static inline void eidolon_tls_hear_hello(SSL_CTX *context) {
  SSL_CTX_set_client_hello_cb(context, eidolon_tls_hello, NULL);
}

// Whom to believe ------------------------------------------------------------------------------------------------

/// Takes any certificate: a client's is only shown to the route, which decides what it is worth.
static inline int eidolon_tls_accept_any(int verified, X509_STORE_CTX *chain) {
  (void)verified;
  X509_STORE_CTX_set_error(chain, X509_V_OK);
  return 1;
}

/// Takes a certificate that no known authority vouches for; its name, dates and signatures must still be right.
static inline int eidolon_tls_accept_unknown_authority(int verified, X509_STORE_CTX *chain) {
  if (verified) return 1;
  switch (X509_STORE_CTX_get_error(chain)) {
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_UNTRUSTED:
    case X509_V_ERR_INVALID_CA:
      X509_STORE_CTX_set_error(chain, X509_V_OK);
      return 1;
    default:
      return 0;
  }
}

// A session over memory ------------------------------------------------------------------------------------------

static inline long eidolon_tls_set_server_name(SSL *session, const char *name) {
  return SSL_set_tlsext_host_name(session, name);
}

static inline long eidolon_bio_contents(BIO *bio, char **contents) { return BIO_get_mem_data(bio, contents); }

static inline long eidolon_tls_use_one_ticket(SSL_CTX *context) {
  return SSL_CTX_set_num_tickets(context, 1);
}

// Making certificates --------------------------------------------------------------------------------------------

static inline EVP_PKEY *eidolon_generate_p256(void) { return EVP_EC_gen("P-256"); }

/// Gives the certificate a serial number of 127 random bits, positive and not zero (RFC 5280 section 4.1.2.2).
static inline int eidolon_x509_set_random_serial(X509 *certificate) {
  BIGNUM *number = BN_new();
  int given = number && BN_rand(number, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) &&
              BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
  BN_free(number);
  return given;
}

/// Adds the extension that OpenSSL's configuration language calls `value` (x509v3_config(5)); 1 or 0.
static inline int eidolon_x509_add_extension(X509 *certificate, X509 *issuer, int kind, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
  X509V3_set_ctx_nodb(&context);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
  if (!extension) return 0;
  int added = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return added;
}

static inline int eidolon_error_is(unsigned long code, int library, int reason) {
  return ERR_GET_LIB(code) == library && ERR_GET_REASON(code) == reason;
}

/// Writes the subject on one line, in UTF-8; 1 or 0.
static inline int eidolon_x509_print_subject(BIO *bio, X509 *certificate) {
  unsigned long form = XN_FLAG_ONELINE & ~(unsigned long)ASN1_STRFLGS_ESC_MSB;
  return X509_NAME_print_ex(bio, X509_get_subject_name(certificate), 0, form) >= 0;
}

/// Whether the error is an alert that the peer sent: those have the reasons from SSL_AD_REASON_OFFSET on.
static inline int eidolon_error_is_alert(unsigned long code) {
  return ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) >= SSL_AD_REASON_OFFSET;
}

#endif
