package import JSON

/// Why a text is not a token in compact serialization (RFC 7515 §7.1, RFC 7516 §7.1).
package enum TokenError: Error, Sendable, Hashable, CustomStringConvertible {
  case empty
  case parts(found: Int, expected: [Int])
  case encoding(Part, Base64Error)
  /// Also for a member given twice (RFC 7515 §4).
  case headerNotJSON(JSONProblem)
  case headerNotObject
  case missing(String)
  case notString(String)
  /// The header names critical extensions (RFC 7515 §4.1.11); none is supported.
  case critical([String])
  /// `zip` (RFC 7516 §4.1.3), which is not supported.
  case compressed

  package enum Part: String, Sendable, Hashable {
    case header = "header"
    case payload = "payload"
    case signature = "signature"
    case encryptedKey = "encrypted key"
    case initializationVector = "initialization vector"
    case ciphertext = "ciphertext"
    case tag = "authentication tag"
  }

  package var description: String {
    switch self {
    case .empty: "the token is empty"
    case .parts(let found, let expected):
      "the token has \(found) \(found == 1 ? "part" : "parts") between dots instead of "
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

/// The common parts of JWS and JWE: the encoded parts, and the header.
struct CompactParts {
  private let bytes: [UInt8]
  /// Still encoded, without the dots.
  let texts: [ArraySlice<UInt8>]

  init(_ text: String, expected: Int) throws(TokenError) {
    guard !text.isEmpty else { throw .empty }
    try self.init(Array(text.utf8), expected: [expected])
  }

  /// `bytes` is not empty; `expected` lists the numbers of parts that are allowed.
  init(_ bytes: [UInt8], expected: [Int]) throws(TokenError) {
    self.bytes = bytes
    var texts: [ArraySlice<UInt8>] = []
    texts.reserveCapacity(6)
    var start = 0
    var dots = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: ".") {
      dots += 1
      // More parts than any token has are counted, not kept.
      guard dots < 6 else { continue }
      texts.append(bytes[start..<index])
      start = index + 1
    }
    texts.append(bytes[start...])
    guard expected.contains(dots + 1) else { throw .parts(found: dots + 1, expected: expected) }
    self.texts = texts
  }

  /// The text up to the dot that follows a part.
  func prefix(through part: Int) -> [UInt8] { Array(bytes[..<texts[part].endIndex]) }

  func bytes(_ index: Int, _ part: TokenError.Part) throws(TokenError) -> [UInt8] {
    do { return try Base64URL.decode(texts[index]) } catch { throw .encoding(part, error) }
  }

  /// Throws unless these parameters are strings and the header has neither `crit` nor `zip`.
  func header(requiring names: [String]) throws(TokenError) -> JSONObject {
    let json: JSON
    let bytes = try bytes(0, .header)
    // A header has a few members; a deep one is an attack on the parser.
    do { json = try JSON(parsing: bytes, limits: JSONLimits(bytes: 64 << 10, depth: 16)) } catch {
      throw .headerNotJSON(error)
    }
    guard let header = json.object else { throw .headerNotObject }
    for name in names {
      guard let value = header[name] else { throw .missing(name) }
      guard value.string != nil else { throw .notString(name) }
    }
    if let kid = header["kid"], kid.string == nil { throw .notString("kid") }
    // RFC 7515 §4.1.11: if any listed extension is not understood, the token is invalid; so is a malformed list.
    if let critical = header["crit"] { throw .critical(critical.array?.map { $0.string ?? $0.text() } ?? []) }
    guard header["zip"] == nil else { throw .compressed }
    return header
  }
}
