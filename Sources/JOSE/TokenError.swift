package import JSON

/// Why a text is not a token in compact serialization (RFC 7515 §7.1, RFC 7516 §7.1).
package enum TokenError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is empty.
  case empty
  /// The number of parts between dots is wrong.
  case parts(found: Int, expected: [Int])
  /// A part is not base64url.
  case encoding(Part, Base64Error)
  /// The header is not JSON; a member given twice is found here too (RFC 7515 §4).
  case headerNotJSON(JSONProblem)
  /// The header is JSON, but not an object.
  case headerNotObject
  /// A header parameter is missing.
  case missing(String)
  /// A header parameter is not a string.
  case notString(String)
  /// The header names extensions that must be understood (RFC 7515 §4.1.11), and none is.
  case critical([String])
  /// The content is compressed (`zip`, RFC 7516 §4.1.3), which is not supported.
  case compressed

  /// A part of a token.
  package enum Part: String, Sendable, Hashable {
    /// The protected header.
    case header = "header"
    /// The payload of a JWS.
    case payload = "payload"
    /// The signature of a JWS.
    case signature = "signature"
    /// The encrypted key of a JWE.
    case encryptedKey = "encrypted key"
    /// The initialization vector of a JWE.
    case initializationVector = "initialization vector"
    /// The ciphertext of a JWE.
    case ciphertext = "ciphertext"
    /// The authentication tag of a JWE.
    case tag = "authentication tag"
  }

  /// A sentence for the developer who has to find the mistake.
  package var description: String {
    switch self {
    case .empty: "the token is empty"
    case .parts(let found, let expected):
      "the token has \(found) parts between dots instead of "
        + expected.map(String.init).joined(separator: " or ")
    case .encoding(let part, let error): "the token's \(part.rawValue) is not base64url: \(error)"
    case .headerNotJSON(let problem): "the token's header is not valid JSON: \(problem.message)"
    case .headerNotObject: "the token's header is not a JSON object"
    case .missing(let name): "the token's header has no \"\(name)\""
    case .notString(let name): "the token's header parameter \"\(name)\" is not a string"
    case .critical(let names):
      "the token's header demands extensions (crit): \(names.joined(separator: ", "))"
    case .compressed: "the token is compressed (zip), which is not supported"
    }
  }
}

/// The parts of a compact token and its header, as far as JWS and JWE have them in common.
struct CompactParts {
  private let bytes: [UInt8]
  /// The parts as they stand in the text, without the dots.
  let texts: [ArraySlice<UInt8>]

  init(_ text: String, expected: Int) throws(TokenError) {
    guard !text.isEmpty else { throw .empty }
    try self.init(Array(text.utf8), expected: [expected])
  }

  /// The parts of a text that is not empty; as many as one of these numbers.
  init(_ bytes: [UInt8], expected: [Int]) throws(TokenError) {
    self.bytes = bytes
    var texts: [ArraySlice<UInt8>] = []
    texts.reserveCapacity(6)
    var start = 0
    var dots = 0
    for place in bytes.indices where bytes[place] == UInt8(ascii: ".") {
      dots += 1
      // More parts than any token has are counted, not kept.
      guard dots < 6 else { continue }
      texts.append(bytes[start..<place])
      start = place + 1
    }
    texts.append(bytes[start...])
    guard expected.contains(dots + 1) else { throw .parts(found: dots + 1, expected: expected) }
    self.texts = texts
  }

  /// The text up to the dot behind a part.
  func prefix(through part: Int) -> [UInt8] { Array(bytes[..<texts[part].endIndex]) }

  func bytes(_ index: Int, _ part: TokenError.Part) throws(TokenError) -> [UInt8] {
    do { return try Base64URL.decode(texts[index]) } catch { throw .encoding(part, error) }
  }

  /// The header, in which these parameters are strings; no extension is demanded and nothing is compressed.
  func header(requiring names: [String]) throws(TokenError) -> JSONObject {
    let json: JSON
    let bytes = try bytes(0, .header)
    // A header of a few members; a deep one is an attack on the reader.
    do { json = try JSON(parsing: bytes, limits: JSONLimits(bytes: 64 << 10, depth: 16)) } catch {
      throw .headerNotJSON(error)
    }
    guard let header = json.object else { throw .headerNotObject }
    for name in names {
      guard let value = header[name] else { throw .missing(name) }
      guard value.string != nil else { throw .notString(name) }
    }
    if let kid = header["kid"], kid.string == nil { throw .notString("kid") }
    // RFC 7515 §4.1.11: if any listed extension is not understood, the token is invalid; an odd list is too.
    if let critical = header["crit"] { throw .critical(critical.array?.map { $0.string ?? $0.text() } ?? []) }
    guard header["zip"] == nil else { throw .compressed }
    return header
  }
}
