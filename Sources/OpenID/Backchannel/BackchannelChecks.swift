import ProviderKit

extension RequestChecks {
  /// Exactly one hint must name the person (CIBA Core §7.1).
  package func oneHint(_ parameters: AuthorizationParameters) throws(OpenIDRefusal) {
    let sent = ["login_hint", "login_hint_token", "id_token_hint"].filter { parameters[$0] != nil }
    guard sent.count == 1 else {
      throw OpenIDRefusal(
        .invalidRequest, profile.rules[.backchannelHint], sent.joined(separator: ", "),
        "One of login_hint, login_hint_token and id_token_hint is required")
    }
  }

  /// How long the client wants to wait for the person, if it says so; at most a day.
  ///
  /// - Parameter bounds: the vendor's bounds for the value; `nil` if it has none.
  package func requestedExpiry(
    _ parameters: AuthorizationParameters, within bounds: ClosedRange<Duration>? = nil
  ) throws(OpenIDRefusal) -> Duration? {
    guard let text = parameters["requested_expiry"] else { return nil }
    if let bounds, let seconds = Int(text), seconds > 0 {
      return min(max(.seconds(seconds), bounds.lowerBound), bounds.upperBound)
    }
    guard let seconds = Int(text), (1...86_400).contains(seconds) else {
      throw OpenIDRefusal(
        .invalidRequest, profile.rules[.expiryMalformed], text,
        "requested_expiry must be a number of seconds")
    }
    return .seconds(seconds)
  }

  /// The message shown on both devices: plain text, short enough for a screen (CIBA Core §7.1).
  package func bindingMessage(_ parameters: AuthorizationParameters) throws(OpenIDRefusal) -> String? {
    guard let message = parameters["binding_message"] else { return nil }
    guard message.count <= 200, message.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw OpenIDRefusal(
        .invalidBindingMessage, profile.rules[.bindingMessage], "binding_message",
        "binding_message must be a plain text of at most 200 characters")
    }
    return message
  }
}
