import ProviderKit

extension Itsme {
  /// How far clocks may be apart, in seconds: "a few minutes of leeway is normal" (§3).
  static let leeway: Int64 = 180

  /// The issuer for a caller.
  func issuer(_ base: String) -> String { "\(base)/oidc" }

  /// A URL is one of these paths under an address of this provider: the caller's, the public one, or any under which
  /// discovery was served.
  func isOurs(_ url: String, paths: [String], for call: Call) -> Bool {
    paths.contains { path in
      guard url.hasSuffix(path) else { return false }
      let base = String(url.dropLast(path.count))
      return base == call.base || base == call.publicBase || sandbox.hasServed(base: base)
    }
  }
}
