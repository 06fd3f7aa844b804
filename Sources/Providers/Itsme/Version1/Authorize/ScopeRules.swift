import Flow
import JSON
import OpenID
import ProviderKit

struct RequestedScope {
  let service: String
  let scopes: Set<AuthenticationRequest.Scope>
  let hasSeveralServices: Bool
  let findings: [Finding]

  /// `openid` and `service:CODE` are required; unknown values are ignored, unknown services too (guide §3.2).
  init(_ text: String?, of client: ItsmeClient, _ switches: Switches) throws(OpenIDRefusal) {
    let words = text?.words ?? []
    guard words.contains("openid") else {
      throw OpenIDRefusal(
        .notImplemented, Itsme.book[.openIDMissing], text ?? "no scope", "Missing openid scope")
    }
    let (codes, spaced) = RequestedScope.services(words)
    guard let first = codes.first else {
      throw OpenIDRefusal(
        .notImplemented, Itsme.book[.serviceMissing], text ?? "", "Missing service scope")
    }
    let unknown = codes.filter { !client.has($0) }.map {
      Finding(Itsme.book[.serviceUnknown], client.hint($0))
    }
    if switches[.unknownService].word == "invalid_request", !client.has(first) {
      throw OpenIDRefusal.page(Itsme.book[.serviceUnknown], client.hint(first), "Unknown service").after(
        spaced)
    }
    let services = codes.filter(client.has)
    guard let service = services.first else {
      throw OpenIDRefusal(
        .notImplemented, Itsme.book[.serviceUnknown], client.hint(first), "Missing service scope"
      ).after(spaced)
    }
    self.service = service
    hasSeveralServices = services.contains { $0 != service }
    let repeated = Finding(Itsme.book[.serviceRepeated], services.joined(separator: ", "))
    findings = spaced + unknown + (hasSeveralServices ? [repeated] : [])
    scopes = Set(words.compactMap { AuthenticationRequest.Scope(rawValue: $0) })
  }

  /// The service that a request means, whether or not the rest of it is in order.
  static func service(_ text: String?, of client: ItsmeClient?) -> String? {
    let codes = services(text?.words ?? []).codes
    return codes.first { client?.has($0) ?? true } ?? codes.first
  }

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
        findings.append(Finding(Itsme.book[.serviceSpaced]))
      }
    }
    return (codes, findings)
  }
}
