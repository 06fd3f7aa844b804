// JWK, JWS, JWE and JWT: RFC 7515 to 7519, compact serialization only.
//
//   Encoding/                    the text form of bytes: Base64URL, Base64
//   Keys/JWK, JWKSet             keys as JSON; which key of a set a token means; what an algorithm wants of a key
//   JWS, JWE, CompactToken       tokens, taken apart strictly and put together freely
//   Claims                       what a token says: dates, audiences, strings
//   Keys/TestKeys                the shipped keys. TEST KEYS: everyone has their private halves
//
// Reading is strict and each refusal has a name of its own. Writing checks nothing but the key, because an
// emulator has to write defective tokens as well: header and payload are taken as given, and the parts can
// be had one by one.
