import HTTP
package import ProviderKit

extension BasicCredentials {
  package struct Pair: Sendable, Hashable {
    package let identifier: String
    package let secret: String
  }

  /// The ways in which an OAuth client can mean these credentials, each once, as documented first; empty where there are none.
  ///
  /// RFC 6749 §2.3.1 wants both parts form-encoded before base64; many clients encode one of them or none. `+` becomes a blank
  /// only where all the rest is encoded, because secrets are often base64 themselves. Where an id with colons (a URN) was not
  /// encoded, each colon may be the one that parts it from the secret.
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
    guard let identifier = try? PercentCoding.decode(identifier.utf8),
      let secret = try? PercentCoding.decode(secret.utf8)
    else { return nil }
    return BasicCredentials.Pair(identifier: identifier, secret: secret)
  }

  /// With `+` for blanks; `nil` where there is none, or something that no form-encoding leaves as it is.
  fileprivate var formDecoded: BasicCredentials.Pair? {
    let both = identifier + secret
    guard both.contains("+"), !both.contains(where: { ":/=?&# ".contains($0) }),
      let identifier = try? PercentCoding.decode(identifier.utf8, plusIsSpace: true),
      let secret = try? PercentCoding.decode(secret.utf8, plusIsSpace: true)
    else { return nil }
    return BasicCredentials.Pair(identifier: identifier, secret: secret)
  }
}
