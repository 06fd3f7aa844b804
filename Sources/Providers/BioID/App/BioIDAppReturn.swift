import Flow
import HTTP
import ProviderKit

/// The address with which the app or the web user interface returns (§1.8).
enum BioIDAppReturn {
  /// The URL to return to: `return_url` itself if it is absolute, or `NAME://` if it is the bare name of an app (§5);
  /// `nil` for anything else.
  static func address(_ returnURL: String) -> String? {
    let address = isName(returnURL) ? "\(returnURL)://" : returnURL
    let isAbsolute = address.contains("://") || address.hasPrefix("http")
    return isAbsolute && RedirectLocation.isSafe(address) ? address : nil
  }

  /// True if a text is a URI scheme (RFC 3986 §3.1).
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first) else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  /// The address with parameters appended; unless `isEncoded`, they are appended verbatim, as in the vendor's samples (§4.8).
  static func location(
    _ address: String, _ parameters: [(name: String, value: String?)], isEncoded: Bool
  ) -> String {
    guard !isEncoded else { return RedirectLocation.with(address, parameters) }
    var location = address
    var separator = address.contains("?") ? "&" : "?"
    for case (let name, let value?) in parameters {
      location += "\(separator)\(name)=\(value)"
      separator = "&"
    }
    return location
  }

  /// True if a value comes back unchanged although it was not percent-encoded.
  static func survives(_ value: String) -> Bool {
    value.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "="):
        false
      default: byte > 0x20 && byte < 0x7F
      }
    }
  }
}

extension BioIDAppSession {
  /// Where the browser is sent when the session has ended; `nil` for nowhere.
  ///
  /// It carries the same token after success and failure; only the result tells them apart (§4.2).
  func location(_ operation: BWSOperation) -> String? {
    guard let ending, ending != .stayed, let address = returnURL.flatMap({ BioIDAppReturn.address($0) })
    else {
      return nil
    }
    let isEncoded = operation.switches[.stateEncoding].word == "encoded"
    let tellsErrors = operation.switches[.returnError].isOn
    let parameters: [(name: String, value: String?)] =
      switch (kind, ending) {
      case (.webUI, .aborted) where tellsErrors:
        [("error", "user_abort"), ("access_token", operation.token), ("state", state ?? "")]
      case (.webUI, .skipped) where tellsErrors:
        [("error", "user_skip"), ("access_token", operation.token), ("state", state ?? "")]
      case (.webUI, _):
        [
          ("access_token", operation.token), ("error", tellsErrors ? error(operation) : nil),
          ("state", state ?? ""),
          ("skipintro", skipsIntroduction ? "true" : "false"),
        ]
      case (.app, .aborted) where operation.switches[.appError].isOn:
        [("access_token", operation.token), ("error", "user_abort"), ("state", state)]
      case (.app, _): [("access_token", operation.token), ("state", state)]
      }
    return BioIDAppReturn.location(address, parameters, isEncoded: isEncoded)
  }

  /// The `error` of the web user interface: the task's error, a reason phrase or a sentence (§1.8).
  private func error(_ operation: BWSOperation) -> String? {
    switch ending {
    case .timedOut: return "Activity time is over!"
    case .unauthorized: return operation.tries < operation.request.maxTries ? "Unauthorized" : "Forbidden"
    default:
      guard let result = operation.result, !result.isSuccess else { return nil }
      return result.error?.rawValue ?? "NotRecognized"
    }
  }
}
