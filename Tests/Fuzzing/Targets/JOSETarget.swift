import JOSE
import JSON

/// A token in its compact form, a key set, the claims of a token, or base64.
enum JOSETarget {
  static func run(_ bytes: [UInt8]) throws {
    try readBase64(bytes)
    if bytes.first == UInt8(ascii: "{") {
      if let set = try? JWKSet(parsing: bytes) { try read(set) }
      if let claims = try? Claims(parsing: bytes) { try read(claims) }
    } else if let text = String(validating: bytes, as: UTF8.self) {
      switch try? CompactToken(parsing: text) {
      case .signed(let token):
        try must(token.signingInput.count < bytes.count, "a signature stands behind what it signs")
        if let claims = try? Claims(parsing: token.payload) { try read(claims) }
      case .encrypted(let token):
        try must(!token.additionalData.isEmpty, "a header is part of what the tag covers")
      case nil: break
      }
    }
  }

  /// Reads each claim as each of the types.
  static func read(_ claims: Claims) throws {
    for (name, _) in claims.object {
      _ = (try? claims.string(name), try? claims.audience())
      if let date = try? claims.date(name) {
        try must(NumericDate(seconds: date.seconds) <= date, "whole seconds are rounded down")
      }
    }
  }

  static func read(_ set: JWKSet) throws {
    for key in set.keys {
      let again = try? JWK(.object(key.privateJSON))
      try must(again == key, "a key that was read is written as one that reads the same")
      _ = key.thumbprint
    }
    for algorithm in JWSAlgorithm.allCases {
      _ = try? set.select(kid: set.keys.last?.kid, use: "sig", alg: algorithm.rawValue)
    }
  }

  private static func readBase64(_ bytes: [UInt8]) throws {
    if let decoded = try? Base64URL.decode(bytes[...]) {
      try must(Base64URL.encodedBytes(decoded) == bytes, "no two base64url texts are the same bytes")
    }
    if let decoded = try? Base64.decode(bytes) {
      try must(Array(Base64.encode(decoded).utf8) == bytes, "no two base64 texts are the same bytes")
    }
  }
}
