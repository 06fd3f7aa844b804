// Everything OpenSSL: digests, keys, ciphers, TLS over memory buffers. Nothing else in the program calls
// OpenSSL.
//
//   Library/       OpenSSL's start, its fetched algorithms and its error queue; digests, HMAC, chance
//   Keys/          private and public keys: loading, components, generation, contexts kept ready; what is done with them:
//                  RS, PS and ES signatures in the form of RFC 7518, RSA encryption of keys
//   Encryption/    AES key wrap, authenticated encryption
//   TLS/           certificates and TLS sessions without sockets
//
// Linking this module starts nothing: OpenSSL wakes at the first use of it.
