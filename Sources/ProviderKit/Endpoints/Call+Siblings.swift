import HTTP

extension Call {
  /// The base URL of another provider of the same sandbox, without a slash at the end.
  ///
  /// - Parameters:
  ///   - other: that provider's name in addresses.
  ///   - provider: the name of the provider that was called.
  package func base(of other: String, from provider: String) -> String {
    if base.hasSuffix("/\(provider)") { return base.dropLast(provider.count) + other }
    // On a virtual host the first label names the provider: `criipto.localhost`, `t1--criipto.eidolon`.
    let label = Address.firstLabel(of: base)
    guard label.hasSuffix(provider) else { return base }
    return base[..<label.startIndex] + label.dropLast(provider.count) + other + base[label.endIndex...]
  }

  /// The base URL of a provider in a sandbox whose URL is `home`, for a call that reached none of `providers`.
  package func base(of provider: String, at home: String, among providers: [String]) -> String {
    bases(at: home, among: providers)(provider)
  }

  /// The base URL of each provider by its name, as above.
  package func bases(at home: String, among providers: [String]) -> (String) -> String {
    let label = Address.firstLabel(of: home)
    let lowered = label.lowercased()
    guard let host = providers.first(where: { lowered == $0 || lowered.hasSuffix("--\($0)") }) else {
      return { "\(home)/\($0)" }
    }
    let (start, end) = (home[..<label.startIndex] + label.dropLast(host.count), home[label.endIndex...])
    return { start + $0 + end }
  }

  /// The URL of a sandbox, under the host by which the caller addressed this one.
  package func home(of other: String) -> String {
    if other == sandbox { return home }
    var root = home
    if root.hasSuffix("/~\(sandbox)") {
      root.removeLast(sandbox.count + 2)
    } else if !sandbox.isEmpty {
      // A virtual host names the sandbox before its provider.
      let label = Address.firstLabel(of: root)
      root.removeSubrange(label.startIndex..<label.index(label.startIndex, offsetBy: sandbox.count + 2))
    }
    return other.isEmpty ? root : "\(root)/~\(other)"
  }
}
