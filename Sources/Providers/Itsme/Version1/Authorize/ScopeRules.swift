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
    let (codes, isSpaced) = ServiceCode.all(in: words)
    let spaced = isSpaced ? [Finding(Itsme.book[.serviceSpaced])] : []
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
}
