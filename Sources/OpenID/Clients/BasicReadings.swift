import HTTP
package import ProviderKit

extension BasicCredentials {
  package struct Pair: Sendable, Hashable {
    package let identifier: String
    package let secret: String
  }

  /// The ways to read these credentials of an OAuth client, each once, the documented one first; empty if there is
  /// none.
  ///
  /// RFC 6749 §2.3.1 wants both parts form-encoded before base64; many clients encode one of them or none. `+`
  /// becomes a space only if everything else is encoded, because secrets are often base64 themselves. If an id with
  /// colons (a URN) was not encoded, any colon may be the one that separates it from the secret.
  package var readings: [Pair] {
    guard case .credentials(let name, let secret) = self else { return [] }
    var readings: [Pair] = []
    let whole = "\(name):\(secret)"
    let colons = whole.indices.filter { whole[$0] == ":" }.prefix(16)
    for colon in colons {
      let pair = Pair(
        identifier: String(whole[..<colon]), secret: String(whole[whole.index(after: colon)...]))
      for reading in [pair.percentDecoded, pair.formDecoded, pair].compactMap({ $0 })
      where !readings.contains(reading) {
        readings.append(reading)
      }
    }
    return readings
  }
}

extension BasicCredentials.Pair {
  fileprivate var percentDecoded: BasicCredentials.Pair? {
    guard let identifier = try? PercentCoding.decode(identifier.utf8.span),
      let secret = try? PercentCoding.decode(secret.utf8.span)
    else { return nil }
    return BasicCredentials.Pair(identifier: identifier, secret: secret)
  }

  /// Decoded, with `+` as a space; `nil` if there is nothing to decode, or a character that form-encoding would not
  /// leave.
  fileprivate var formDecoded: BasicCredentials.Pair? {
    let both = identifier + secret
    guard both.contains("+"), !both.contains(where: { ":/=?&# ".contains($0) }),
      let identifier = try? PercentCoding.decode(identifier.utf8.span, plusIsSpace: true),
      let secret = try? PercentCoding.decode(secret.utf8.span, plusIsSpace: true)
    else { return nil }
    return BasicCredentials.Pair(identifier: identifier, secret: secret)
  }
}
