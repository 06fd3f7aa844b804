import Flow
import ProviderKit

/// The scope of a request, taken apart.
struct RequestedScope {
  let service: String
  let scopes: Set<AuthenticationRequest.Scope>
  let hasSeveralServices: Bool

  /// Reads a scope: `openid` and `service:CODE` must be there, unknown values are ignored (guide §3.2).
  init(_ text: String?, noting findings: inout [Finding]) throws(InvalidRequest) {
    let words = RequestedScope.words(text)
    guard words.contains("openid") else {
      throw InvalidRequest(
        AuthorizeRules.openidMissing, text ?? "no scope", "Missing openid scope", as: .notImplemented)
    }
    let services = RequestedScope.services(words, noting: &findings)
    guard let first = services.first else {
      throw InvalidRequest(
        AuthorizeRules.serviceMissing, text ?? "", "Missing service scope", as: .notImplemented)
    }
    hasSeveralServices = services.contains { $0 != first }
    if hasSeveralServices {
      findings.append(Finding(AuthorizeRules.serviceRepeated, services.joined(separator: ", ")))
    }
    service = first
    scopes = Set(words.compactMap { AuthenticationRequest.Scope(rawValue: $0) })
  }

  /// The service of a scope, in whatever order the rest is.
  static func service(_ text: String?) -> String? {
    var ignored: [Finding] = []
    return services(words(text), noting: &ignored).first
  }

  private static func words(_ text: String?) -> [String] {
    guard let text else { return [] }
    var words: [String] = []
    var start = text.startIndex
    while start < text.endIndex {
      let end = text.utf8[start...].firstIndex(of: UInt8(ascii: " ")) ?? text.endIndex
      if start < end { words.append(String(text[start..<end])) }
      start = end == text.endIndex ? end : text.utf8.index(after: end)
    }
    return words
  }

  /// The service codes; `service: CODE` with a blank, as the guide prints it, is read too (§5 #8).
  private static func services(_ words: [String], noting findings: inout [Finding]) -> [String] {
    var services: [String] = []
    for (index, word) in words.enumerated() where word.hasPrefix("service:") {
      let code = word.dropFirst("service:".count)
      if !code.isEmpty {
        services.append(String(code))
      } else if index + 1 < words.count {
        services.append(words[index + 1])
        findings.append(Finding(AuthorizeRules.serviceSpaced))
      }
    }
    return services
  }
}
