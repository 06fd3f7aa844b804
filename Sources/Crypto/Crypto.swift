// Everything OpenSSL: digests, keys, ciphers, TLS over memory buffers. Nothing else in the program calls OpenSSL.
//
//   Library/       OpenSSL's start, its fetched algorithms and its error queue; digests, HMAC, random bytes
//   Keys/          private and public keys: loading, components, generation, contexts kept ready; RS, PS and ES
//                  signatures in the form of RFC 7518, RSA encryption of keys
//   Encryption/    AES key wrap, authenticated encryption
//   TLS/           certificates and TLS sessions without sockets
//
// Linking this module starts nothing: OpenSSL is initialized at its first use.
