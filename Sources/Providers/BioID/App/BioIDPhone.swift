import Flow
import HTTP
import ProviderKit

extension BioID {
  /// What the BioID app, or the camera of a client that captures by itself, asks of the person.
  func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest? {
    if let login = logins.find(transaction), login.identifier == transaction {
      return connectRequest(login, at: now)
    }
    guard let operation = advanceApp(transaction, at: now) else { return nil }
    let detail = operation.detail
    let task = detail.request.task.words
    var request = PhoneRequest(
      app: detail.app?.kind == .webUI ? "Camera" : "BioID app",
      party: clientName(operation.client),
      heading: task.prefix(1).uppercased() + task.dropFirst())
    request.particulars = [("Attempt", detail.nextTry)]
    if let challenge = detail.challenge {
      request.particulars.append(
        ("Move your head", challenge.map(\.rawValue).joined(separator: ", ")))
    }
    if let result = detail.result, !result.isSuccess {
      request.particulars.append(("Last attempt", result.outcome.term.meaning))
    }
    request.text = "Look into the camera."
    request.comingBack = wayBack(detail)
    guard operation.isOpen(at: now) else { return request }
    if detail.app == nil {
      request.waiting =
        "No app was launched with this token; the camera serves a client that captures itself."
    }
    request.choices = choices(detail)
    return request
  }

  private func choices(_ operation: BWSOperation) -> [PhoneChoice] {
    var choices = PhoneChoice.of(BioIDVerb.approve.verb, label: "Look into the camera")
    if operation.app != nil { choices += PhoneChoice.of(BioIDVerb.cancel.verb, role: .refuse) }
    choices += PhoneChoice.of(BioIDVerb.wrongFace.verb)
    if let app = operation.app {
      choices += PhoneChoice.of(BioIDVerb.stay.verb)
      if app.kind == .webUI {
        choices += PhoneChoice.of(BioIDVerb.skip.verb, label: "Skip the \(operation.request.task.words)")
      }
    }
    let others: [(verb: BioIDVerb, label: String?)] = [
      (.fail, "The task fails"), (.badSample, "A picture is refused"), (.poorSample, "A picture is poor"),
      (.ignore, nil),
    ]
    return choices + others.flatMap { PhoneChoice.of($0.verb.verb, label: $0.label) }
  }

  private func wayBack(_ operation: BWSOperation) -> PhoneReturn? {
    guard let app = operation.app else { return nil }
    guard let link = app.returnURL else {
      return PhoneReturn(
        link: nil, opens: nil, deed: "The app that launched this one gets the result without an address.")
    }
    switch app.ending {
    case nil:
      return PhoneReturn(link: link, opens: nil, deed: "\(app.kind.title) will open it when it is done.")
    case .stayed: return PhoneReturn(link: link, opens: nil, deed: "\(app.kind.title) does not return.")
    default:
      let location = app.location(operation)
      return PhoneReturn(
        link: link, opens: location,
        deed: "\(app.kind.title) opens it with the same token, whatever came out: only the result says.")
    }
  }

  private func connectRequest(_ login: Transaction<BioIDLogin>, at now: Instant) -> PhoneRequest {
    var request = PhoneRequest(
      app: "BioID Connect", party: clientName(login.client),
      heading: "Login")
    request.shared = Self.shared(by: login)
    request.text = "Look into the camera and allow what is asked for."
    request.comingBack = PhoneReturn(
      link: nil, opens: nil, deed: "The page in the browser goes on by itself.")
    guard login.phase(at: now) == .waiting else { return request }
    request.choices =
      PhoneChoice.of(BioIDVerb.approve.verb, label: "Look into the camera and allow")
      + PhoneChoice.of(BioIDVerb.reject.verb, label: "Deny") + PhoneChoice.of(BioIDVerb.ignore.verb)
    return request
  }

  /// Advances an app that no page shows, and returns its operation.
  @discardableResult
  func advanceApp(_ identifier: String, at now: Instant) -> Transaction<BWSOperation>? {
    guard let known = operations.find(identifier), known.identifier == identifier else { return nil }
    guard let app = known.detail.app, app.ending == nil else { return known }
    let advanced = operations.update(identifier) { transaction -> Transaction<BWSOperation> in
      runApp(&transaction, at: now)
      return transaction
    }
    if advanced?.detail.app?.ending != nil { sandbox.waiters.touch(identifier) }
    return advanced
  }

  /// Opens `bioid-verify://`, `bioid-enroll://`, and the addresses that stand for them (§1.8).
  func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? {
    let path = link.path(below: BioID.slug)
    if let path, path == "/bws/uui" || path == "/bws/performtask" {
      return PhoneOpening(.page(path: "\(path)?\(link.rawQuery)"))
    }
    guard
      let task = BWSTask.launched.first(where: {
        link.scheme == "bioid-\($0.rawValue)" || path == "/app/\($0.rawValue)"
      })
    else { return nil }
    guard let token = link.query["access_token"], !token.isEmpty else {
      return PhoneOpening(
        .refused("This link has no access_token."), findings: [Finding(BioIDAppRules.tokenMissing)])
    }
    guard let transaction = operations.find(token), transaction.detail.token == token else {
      return PhoneOpening(
        .refused("This token is not valid."), findings: [unknown(token, switches(of: nil)).finding])
    }
    // The handset's system is unknown, and Android's intents have no return_url (§1.8).
    let returnURL = link.query["return_url"]
    do throws(BioIDLaunchRefusal) { try checkReturn(returnURL, isRequired: false) } catch {
      operations.note([error.finding], on: transaction.identifier)
      return PhoneOpening(
        .refused(error.text), transaction: transaction.identifier, findings: [error.finding])
    }
    let androidOnly = returnURL == nil ? [Finding(BioIDAppRules.androidOnly)] : []
    let findings = androidOnly + openApp(link.query, transaction, for: task, isOnPhone: true, at: now)
    operations.note(findings, on: transaction.identifier)
    advanceApp(transaction.identifier, at: now)
    sandbox.waiters.touch(transaction.identifier)
    return PhoneOpening(.shown, transaction: transaction.identifier, findings: findings)
  }
}
