import Flow
import HTTP
import OpenID
import ProviderKit

// The phone of a person who logs in over the back channel: scanning finds the person, approving is a second step (§3).
extension ItsmeV2 {
  /// What the app shows; `nil` for a login in a browser.
  func requestWithoutPage(of login: Transaction<ItsmeV2Login>, at now: Instant) -> PhoneRequest? {
    guard login.detail.discovery != nil || login.detail.grant.backchannel != nil else { return nil }
    var request = PhoneRequest(app: "itsme app", party: clientName(login), heading: "Login")
    switch login.discoveryPhase(at: now) {
    case .pending:
      request.isIdentified = false
      request.waiting = "Nobody has scanned the QR code that the client shows."
      request.launch = login.detail.discovery?.code.link
      request.choices = PhoneChoice.of(ItsmeV2Verb.scan.verb, role: .approve)
      return request
    case .discovered:
      request.waiting = "The code is scanned; now the client asks for the approval."
      return request
    case .forgotten, .ended: return request
    case .spent, nil: break
    }
    request.service = login.detail.service
    request.shared = shared(by: login)
    request.particulars = confirmed(by: login)
    if case .waiting = login.phase(at: now), !login.timeline.isOver(at: now) {
      let verbs: [ItsmeVerb] = [.approve, .reject, .wrongPIN, .ignore]
      request.choices = verbs.flatMap { PhoneChoice.of($0.verb) }
    }
    return request
  }

  /// Scans a QR code of a client's page; `nil` for another link.
  func scanning(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? {
    guard link.scheme.hasPrefix("http"), link.path.hasSuffix("/phone"), let text = link.query["scan"] else {
      return nil
    }
    guard let (session, number) = DiscoveryCode.read(text),
      let login = logins.find(UserDiscovery.handle(scanning: session)),
      let discovery = login.detail.discovery
    else { return PhoneOpening(.refused("The itsme app does not know this QR code.")) }
    let handle = login.identifier
    switch login.discoveryPhase(at: now) {
    case .pending: break
    case .ended: return PhoneOpening(.refused("The time of this QR code is over."), transaction: handle)
    case .discovered, .forgotten, .spent, nil: return PhoneOpening(.shown, transaction: handle)
    }
    // A client that polls on time may show a code slightly longer than it is valid.
    let until = discovery.code.expires + login.detail.switches[ciba: .discoveryInterval]
    guard number == discovery.code.number, now < until else {
      let findings = Self.book.advice(.codeStale, "code \(number) of the session")
      logins.note(findings, on: handle)
      return PhoneOpening(
        .refused("This QR code is too old: scan the present one."), transaction: handle, findings: findings)
    }
    if login.timeline.isManual {
      if let person, login.decision.scenario?.person == nil { logins.update(handle) { $0.person = person } }
      try? act(ItsmeV2Verb.scan.rawValue, reason: nil, on: handle, at: now)
    }
    return PhoneOpening(.shown, transaction: handle)
  }

  /// Before the request arrives, only scanning is possible; icons are only there after the phone form (P7).
  func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    if let login = logins.find(transaction), let phase = login.discoveryPhase(at: now) {
      switch phase {
      case .pending where ItsmeVerb(rawValue: verb)?.verb.isFinal == true, .discovered:
        throw .early(state: state(of: login, at: now))
      case .forgotten, .ended: throw .decided(state: state(of: login, at: now))
      case .pending, .spent: break
      }
    } else if let login = logins.find(transaction) {
      if verb == ItsmeVerb.wrongIcon.rawValue, !login.detail.showsIcons {
        throw .early(state: state(of: login, at: now))
      }
      if let way = ItsmeV2Verb(rawValue: verb)?.way, login.phase(at: now) == .identifying {
        reach(login.person, transaction, by: way, at: now)
      }
    }
    try logins.act(verb, reason: reason, on: transaction, at: now)
    sendPings(of: transaction, at: now)
  }

  func pingCourse(of login: Transaction<ItsmeV2Login>) -> Ping.Course {
    Ping.Course(rawValue: login.detail.switches[v2: .pingCourse].word) ?? .once
  }

  func expire(at now: Instant) { sendPings(at: now) }

  var expiresMore: Bool { awaitsPings }

  func state(of login: Transaction<ItsmeV2Login>, at now: Instant) -> String {
    login.backchannelState(at: now) ?? login.state(at: now)
  }
}
