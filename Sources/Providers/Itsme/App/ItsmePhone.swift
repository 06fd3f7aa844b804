import Flow
import HTTP
import OpenID
import ProviderKit

extension ItsmeVersion {
  /// What the itsme app shows: client, service, shared data, and three icons (§1.5).
  func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest? {
    guard let login = logins.find(transaction), login.identifier == transaction else { return nil }
    if let request = requestWithoutPage(of: login, at: now) { return request }
    var request = PhoneRequest(app: "itsme app", party: clientName(login), heading: "Login")
    request.service = login.detail.service
    request.shared = shared(by: login)
    request.particulars = confirmed(by: login)
    switch login.phase(at: now) {
    case .identifying:
      request.isIdentified = false
      request.waiting = "Nobody is known yet: the page asks for the phone number."
    case .waiting:
      if login.detail.showsIcons { request.text = "Tap the icon that is orange on the page." }
      request.choices = choices(login)
      request.comingBack = wayBack(login)
    case .approved, .refused, .timedOut: request.comingBack = wayBack(login)
    }
    return request
  }

  /// One choice for each icon; the wrong icon has the same effect as rejecting (§1.5).
  private func choices(_ login: Transaction<Login>) -> [PhoneChoice] {
    let (icons, chosen) = SecurityIcon.choice(of: login, sandbox.environment)
    let taps = icons.enumerated().map { index, icon -> PhoneChoice in
      let verb: ItsmeVerb = index == chosen ? .approve : .wrongIcon
      return PhoneChoice(
        verb.rawValue, label: "Confirm with \(icon.rawValue)", meaning: verb.verb.term.meaning,
        role: .approve,
        icon: PhoneChoice.Icon(name: icon.rawValue, outline: icon.outline))
    }
    let others: [ItsmeVerb] = [.reject, .wrongPIN, .ignore]
    guard login.detail.showsIcons else {
      return ([.approve] + others).flatMap { PhoneChoice.of($0.verb) }
    }
    return taps + others.flatMap { PhoneChoice.of($0.verb) }
  }

  /// On the same phone, the app opens the waiting page, which redirects to the client (§1.5, mobile).
  private func wayBack(_ login: Transaction<Login>) -> PhoneReturn {
    let page = "\(login.detail.home)\(Self.paths.waiting)?transaction=\(login.identifier)"
    return PhoneReturn(
      link: nil, opens: page,
      deed: "The page in the browser goes on by itself; on the same phone, the app opens it again.")
  }

  /// Opens the link of the waiting page, or the authorization URL, which is the app's universal link (§1.1).
  func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? {
    if let opening = scanning(link, on: person, at: now) { return opening }
    let path = link.path(below: Self.slug) ?? (link.isAt(Self.realHosts) ? link.path : nil)
    guard let path, let target = Self.paths.page(of: path) else { return nil }
    guard let handle = link.query["transaction"] else {
      return PhoneOpening(.page(path: link.rawQuery.isEmpty ? target : "\(target)?\(link.rawQuery)"))
    }
    guard let login = logins.find(handle), login.identifier == handle else {
      return PhoneOpening(.refused("The itsme app does not know this request."))
    }
    switch login.phase(at: now) {
    case .identifying:
      guard let person, login.timeline.isManual else { return PhoneOpening(.shown, transaction: handle) }
      reach(person, handle, by: path == Self.paths.code ? .code : .link, at: now)
    case .waiting:
      if login.timeline.isManual { try? act(ItsmeVerb.open.rawValue, reason: nil, on: handle, at: now) }
    case .approved, .refused, .timedOut: break
    }
    return PhoneOpening(.shown, transaction: handle)
  }

  /// Sends the request to a person's phone; the time to decide begins now.
  func reach(_ person: Person, _ handle: String, by way: WayToPhone, at now: Instant) {
    logins.update(handle) { login in
      login.person = person
      login.detail.reachedPhone(by: way)
      login.timeline = Timeline(.manual, reachingPhoneAt: now, waitingFor: login.detail.switches[.app])
      login.ends = login.timeline.deadline + login.detail.switches[.code] + Self.remembrance
    }
    sandbox.waiters.touch(handle)
  }
}
