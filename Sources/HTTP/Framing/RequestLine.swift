/// A parsed request line: `method SP request-target SP HTTP-version` (RFC 9112 §3).
struct RequestLine: Sendable {
  let method: Method
  let target: Target.Layout
  let version: Version

  /// Reads the line in `head[..<end]`, which holds visible characters and spaces only.
  init(_ head: Span<UInt8>, end: Int) throws(Refusal) {
    var methodEnd = 0
    while methodEnd < end, head[methodEnd].isTokenCharacter { methodEnd += 1 }
    guard methodEnd > 0, methodEnd < end, head[methodEnd] == 0x20 else { throw .malformedMethod }
    method = Method(head.extracting(first: methodEnd))

    // The version first: in another protocol nothing else is worth reporting. It is always eight bytes, so
    // the target lies between two known positions, and a third space would be one of its bytes.
    let targetEnd = end - 9
    guard targetEnd > methodEnd, head[targetEnd] == 0x20 else { throw .malformedVersion }
    version = try Self.version(head, at: targetEnd + 1)
    guard targetEnd > methodEnd + 1 else { throw .malformedRequestLine }
    if method == .other("CONNECT") { throw .connect }
    target = try Target.Layout(head, methodEnd + 1..<targetEnd, method: method)
  }

  /// `HTTP-version = "HTTP" "/" DIGIT "." DIGIT`, case-sensitive (RFC 9112 §2.3).
  private static func version(_ head: Span<UInt8>, at start: Int) throws(Refusal) -> Version {
    guard head[start] == UInt8(ascii: "H"), head[start + 1] == UInt8(ascii: "T"),
      head[start + 2] == UInt8(ascii: "T"), head[start + 3] == UInt8(ascii: "P"),
      head[start + 4] == UInt8(ascii: "/"), head[start + 5].isDigit,
      head[start + 6] == UInt8(ascii: "."), head[start + 7].isDigit
    else { throw .malformedVersion }
    guard head[start + 5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
    return head[start + 7] == UInt8(ascii: "0") ? .http10 : .http11
  }
}
