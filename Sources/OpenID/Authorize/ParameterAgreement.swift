import JSON

extension OpenIDProvider {
  /// Parameters beside a request object must agree with those in it, if the vendor requires that.
  static func checkAgreement(
    _ members: JSONObject, with outer: AuthorizationParameters, _ policy: RequestObjectPolicy
  ) throws(OpenIDRefusal) {
    guard case .demanded(let exceptions) = policy.agreement else { return }
    for (name, value) in members where !exceptions.contains(name) {
      guard let outside = outer[name], !isSame(value, as: outside) else { continue }
      throw OpenIDRefusal(
        .invalidRequest, book[.parametersDiffer],
        "\(name) is \"\(value.string ?? value.text())\" inside, \"\(outside)\" outside",
        "\(name) does not match the request object")
    }
  }

  /// True if a member and a parameter mean the same: the same text, or the same JSON value however it is written.
  private static func isSame(_ value: JSON, as text: String) -> Bool {
    switch value {
    case .string(text): true
    case .null: false
    case .object, .array:
      (try? JSON(parsing: Array(text.utf8))) == value
    default: value.text() == text
    }
  }
}
