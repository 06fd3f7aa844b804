// JWK, JWS, JWE and JWT: RFC 7515 to 7519, compact serialization only.
//
//   Encoding/                    Base64URL, Base64
//   Keys/JWK, JWKSet             keys as JSON; which key of a set a token means; what an algorithm requires of a key
//   JWS, JWE, CompactToken       tokens, parsed strictly and written freely
//   Claims                       the claims of a token: dates, audiences, strings
//   Keys/TestKeys                the shipped keys. TEST KEYS: everyone has their private halves
//
// Parsing is strict and each refusal has its own error case. Writing checks nothing but the key, because an emulator
// has to write defective tokens too: header and payload are taken as given, and the parts can be made one by one.
