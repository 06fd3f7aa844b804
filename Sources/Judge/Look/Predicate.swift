import HTTP

/// A mark that distinguishes logged in from not logged in: `status=200`, `path=/home`, `profile:text=Anna`.
package struct Predicate: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case status, path, title, text, cookie, exit
    /// `provider=asked`: the browser is sent to the provider.
    case provider
  }

  package let kind: Kind
  package let value: String
  /// True if it is about what the profile or the start address shows afterwards.
  package let isAfterwards: Bool

  package init(_ kind: Kind, _ value: String, afterwards isAfterwards: Bool = false) {
    (self.kind, self.value, self.isAfterwards) = (kind, value, isAfterwards)
  }

  /// `nil` if it names nothing to look at.
  package init?(_ text: String) {
    isAfterwards = text.hasPrefix(Self.afterwards)
    let rest = isAfterwards ? text.dropFirst(Self.afterwards.count) : text[...]
    guard let sign = rest.firstIndex(of: "="), let kind = Kind(rawValue: String(rest[..<sign])) else {
      return nil
    }
    (self.kind, value) = (kind, String(rest[rest.index(after: sign)...]))
    guard !value.isEmpty, kind != .status && kind != .exit || Int(value) != nil else { return nil }
  }

  package var text: String { "\(isAfterwards ? Self.afterwards : "")\(kind.rawValue)=\(value)" }

  private static let afterwards = "profile:"

  package func holds(in look: Look) -> Bool {
    if kind == .exit { return look.exit.map(String.init) == value }
    guard let view = isAfterwards ? look.profile : look.page else { return false }
    switch kind {
    case .status: return view.status.map(String.init) == value
    case .path: return view.path == value
    case .title: return view.title == value
    case .text: return view.title.contains(value) || view.text.contains(value)
    case .cookie: return view.cookies.contains(value)
    case .provider: return view.asksProvider == (value == "asked")
    case .exit: return false
    }
  }

  /// All marks of a look.
  static func all(of look: Look) -> Set<Predicate> {
    var found = all(of: look.page, afterwards: false)
    if let profile = look.profile { found.formUnion(all(of: profile, afterwards: true)) }
    if let exit = look.exit { found.insert(Predicate(.exit, String(exit))) }
    return found
  }

  private static func all(of view: Look.View, afterwards: Bool) -> Set<Predicate> {
    var found: Set<Predicate> = [
      Predicate(.provider, view.asksProvider ? "asked" : "not asked", afterwards: afterwards)
    ]
    guard !view.asksProvider else { return found }
    if let status = view.status { found.insert(Predicate(.status, String(status), afterwards: afterwards)) }
    if !view.path.isEmpty { found.insert(Predicate(.path, view.path, afterwards: afterwards)) }
    if !view.title.isEmpty { found.insert(Predicate(.title, view.title, afterwards: afterwards)) }
    for cookie in view.cookies { found.insert(Predicate(.cookie, cookie, afterwards: afterwards)) }
    for word in view.text.split(separator: " ") where word.count > 2 {
      found.insert(Predicate(.text, String(word), afterwards: afterwards))
    }
    return found
  }
}
