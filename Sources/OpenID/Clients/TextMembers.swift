import JSON

/// The members of a request object that may be strings although JSON has a better type for them.
package enum TextMembers: Sendable {
  case none
  /// `claims`, as the string that a query would carry.
  case claims
  /// `claims`, and times that are strings of digits.
  case claimsAndTimes

  /// The object with the values of such strings, and the names of the members that were strings.
  ///
  /// A string that has no such value stays.
  func read(_ members: JSONObject) -> (JSONObject, texts: [String]) {
    guard case .claimsAndTimes = self else { return (members, []) }
    var (read, texts) = (members, [String]())
    for name in ["exp", "iat", "nbf", "claims"] {
      guard let text = members[name]?.string, let value = Self.value(of: text, name) else { continue }
      read[name] = value
      texts.append(name)
    }
    return (read, texts)
  }

  private static func value(of text: String, _ name: String) -> JSON? {
    guard name == "claims" else { return Int(text).map(JSON.integer) }
    guard let json = try? JSON(parsing: Array(text.utf8)), json.object != nil else { return nil }
    return json
  }
}
