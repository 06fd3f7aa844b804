import Flow
import OpenID
import ProviderKit

struct RequestedScope {
  let service: String
  let scopes: Set<AuthenticationRequest.Scope>
  let hasSeveralServices: Bool
  let findings: [Finding]

  /// `openid` and `service:CODE` are required, unknown values are ignored (guide §3.2).
  init(_ text: String?) throws(OpenIDRefusal) {
    let words = text?.words ?? []
    guard words.contains("openid") else {
      throw OpenIDRefusal(
        .notImplemented, Itsme.book[.openIDMissing], text ?? "no scope", "Missing openid scope")
    }
    let (services, spaced) = RequestedScope.services(words)
    guard let first = services.first else {
      throw OpenIDRefusal(
        .notImplemented, AuthorizeRules.serviceMissing, text ?? "", "Missing service scope")
    }
    hasSeveralServices = services.contains { $0 != first }
    let repeated = Finding(AuthorizeRules.serviceRepeated, services.joined(separator: ", "))
    findings = spaced + (hasSeveralServices ? [repeated] : [])
    service = first
    scopes = Set(words.compactMap { AuthenticationRequest.Scope(rawValue: $0) })
  }

  static func service(_ text: String?) -> String? { services(text?.words ?? []).codes.first }

  /// The service codes; `service: CODE` with a blank, as the guide prints it, is accepted too (§5 #8).
  private static func services(_ words: [String]) -> (codes: [String], findings: [Finding]) {
    var codes: [String] = []
    var findings: [Finding] = []
    for (index, word) in words.enumerated() where word.hasPrefix("service:") {
      let code = word.dropFirst("service:".count)
      if !code.isEmpty {
        codes.append(String(code))
      } else if index + 1 < words.count {
        codes.append(words[index + 1])
        findings.append(Finding(AuthorizeRules.serviceSpaced))
      }
    }
    return (codes, findings)
  }
}
