import Flow
import HTTP
import ProviderKit

extension Criipto {
  func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest? {
    guard let login = logins.find(transaction), login.identifier == transaction else { return nil }
    switch login.detail.method {
    case .bankID(let order): return bankIDRequest(login, order, at: now)
    case .mitID(let session): return mitIDRequest(login, session, at: now)
    case .mock:
      return PhoneRequest(app: "no app", party: applicationName(login), heading: "Mock eID")
    case .undecided:
      var request = PhoneRequest(app: "no app yet", party: applicationName(login), heading: "Login")
      if login.isOpen(at: now) { request.waiting = "The person chooses an eID on the page first." }
      return request
    }
  }

  func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? {
    openBankID(link, on: person, at: now) ?? openMitID(link)
  }
}

// MARK: Danish MitID

extension Criipto {
  private func mitIDRequest(
    _ login: Transaction<CriiptoLogin>, _ session: MitIDSession, at now: Instant
  ) -> PhoneRequest {
    let party = applicationName(login)
    // The party stands below it.
    let header = session.referenceHeader
    let deed = header.firstRange(of: " at ").map { String(header[..<$0.lowerBound]) } ?? header
    var request = PhoneRequest(app: "MitID app", party: party, heading: deed)
    request.text = message(session, of: login)
    request.particulars = [("Level", session.level.title)]
    if let company = session.company { request.particulars.append(("Company", company.name)) }
    guard login.isOpen(at: now) else {
      request.comingBack = mitIDReturn(login)
      return request
    }
    guard session.isIdentified else {
      request.isIdentified = false
      request.waiting =
        login.detail.namesUnknownPerson
        ? "MitID does not know the person whom the request names."
        : "Nobody is known yet: the page asks for the user ID."
      return request
    }
    let isOptional = login.detail.switches[.cpr].word == "optional"
    let verbs: [CriiptoVerb] =
      [.approve, .reject] + (isOptional ? [.withholdCPR] : []) + [.otherBrowser, .goBack, .ignore]
    request.choices =
      verbs.flatMap { PhoneChoice.of($0.verb) }
      + PhoneChoice.of(
        CriiptoVerb.fail.verb, label: "MitID fails", reasons: MitIDFailure.allCases.map(\.rawValue))
    request.comingBack = mitIDReturn(login)
    return request
  }

  /// The app opens its return link without parameters, and only if it is https (§3).
  private func mitIDReturn(_ login: Transaction<CriiptoLogin>) -> PhoneReturn {
    guard let link = mitIDReturnLink(login) else {
      return PhoneReturn(
        link: nil, opens: nil, deed: "The app cannot return by itself: switch back to the browser.")
    }
    guard login.detail.switches[.appReturn].word == "automatic" else {
      return PhoneReturn(
        link: link, opens: nil, deed: "The app does not return by itself here: switch back.")
    }
    guard link.hasPrefix("https://") else {
      return PhoneReturn(
        link: link, opens: nil,
        deed: "MitID returns to https links only: switch back by hand.")
    }
    return PhoneReturn(link: link, opens: link, deed: "The app opens its link, without any parameters.")
  }

  /// Opens the link of the button on MitID's page.
  private func openMitID(_ link: LaunchLink) -> PhoneOpening? {
    let parts = link.path(below: Criipto.slug)?.split(separator: "/").map(String.init) ?? []
    guard parts.count >= 2, parts[0] == "mitid" else { return nil }
    guard parts.count == 3, parts[2] == "app" else {
      return PhoneOpening(.page(path: "/mitid/\(parts[1])"))
    }
    guard let login = logins.find(parts[1]), login.identifier == parts[1],
      case .mitID = login.detail.method
    else { return PhoneOpening(.refused("The MitID app does not know this request.")) }
    noteMitIDAppOpened(login.identifier)
    return PhoneOpening(.shown, transaction: login.identifier)
  }
}
