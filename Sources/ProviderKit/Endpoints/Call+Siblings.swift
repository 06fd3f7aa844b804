extension Call {
  /// The base URL of another provider of the same sandbox, without a slash at the end.
  ///
  /// - Parameters:
  ///   - other: that provider's name in addresses.
  ///   - provider: the name of the provider that was called.
  package func base(of other: String, from provider: String) -> String {
    if base.hasSuffix("/\(provider)") { return base.dropLast(provider.count) + other }
    // On a virtual host the first label names the provider: `criipto.localhost`, `t1--criipto.eidolon`.
    guard let start = base.firstRange(of: "://")?.upperBound else { return base }
    let label = base[start...].prefix { $0 != "." && $0 != ":" && $0 != "/" }
    guard label.hasSuffix(provider) else { return base }
    return base[..<start] + label.dropLast(provider.count) + other + base[label.endIndex...]
  }
}
