import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// What the Authenticator app shows of a session.
  func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest? {
    guard let session = ledger.find(transaction), session.identifier == transaction else { return nil }
    let prompt = session.detail.prompt
    var request = PhoneRequest(
      app: "Authenticator app",
      party: clientName(session.client),
      heading: prompt.heading)
    // The member that every integration without an own one names says nothing to the person.
    request.service = session.detail.member == "GENERIC" ? nil : session.detail.member
    request.text = prompt.transactionText
    request.particulars = Veridium.particulars(prompt.context)
    request.comingBack = PhoneReturn(
      link: nil, opens: nil, deed: "The page that is waiting continues by itself.")
    switch session.phase(at: now) {
    case .opportunity:
      if case .opportunity(let alias) = session.detail.flow { request.launch = alias }
      request.waiting = "Nobody has scanned the code."
      request.choices = PhoneChoice.of(VeridiumVerb.scan.verb, role: .approve)
    case .created where session.isPushLost(at: now):
      request.waiting = "The push was lost on its way."
    case .created:
      let verbs: [VeridiumVerb] = [
        .approve, .reject, .cancel, .biometryChanged, .continueElsewhere, .authenticateByAdmin, .fail,
      ]
      let late: [VeridiumVerb] = (session.detail.flow == .push ? [.pushLost] : []) + [.timeOut, .ignore]
      request.choices = (verbs + late).flatMap { verb in
        PhoneChoice.of(
          verb.verb, label: verb == .approve ? "Approve with biometrics" : nil,
          reasons: verb == .biometryChanged ? [] : nil)
      }
    case .completed, .canceled, .failed, .timedOut, .refused: break
    }
    return request
  }

  /// Opens the text of a code, which is a session's alias (§1d), or the page of a request.
  func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? {
    if link.path(below: Veridium.slug) == "/authenticator" {
      guard let session = link.query["session"].flatMap({ ledger.find($0) }) else {
        return PhoneOpening(.page(path: "/authenticator"))
      }
      return PhoneOpening(.shown, transaction: session.identifier)
    }
    guard link.scheme.isEmpty, let session = ledger.find("alias/\(link.text)") else { return nil }
    let handle = session.identifier
    let scanning = [person, session.person].compactMap { $0 }
      .first { $0.identifiers["veridium_profile"] != nil }
    guard let profile = scanning.map({ Profile(person: $0) }) else {
      return PhoneOpening(
        .refused("This person has no profile in the Authenticator app."), transaction: handle)
    }
    guard attach(session, to: profile, at: now) != nil else {
      return PhoneOpening(
        .refused("The code was scanned already, or its time is over."), transaction: handle,
        findings: [Finding(SDKRules.sessionTaken, session.state(at: now))])
    }
    return PhoneOpening(.shown, transaction: handle)
  }
}

extension Veridium {
  /// What people read of a client.
  func clientName(_ client: String) -> String {
    sandbox.library.world.name(ofClient: client, of: Self.slug)
  }
}
