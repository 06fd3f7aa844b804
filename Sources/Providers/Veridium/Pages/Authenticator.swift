import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// The Authenticator app as pages: the requests that wait, one request with its choices, and a code to scan.
  func authenticator(_ call: Call) -> Outcome {
    guard let form = try? call.request.method == .post ? call.request.form : call.request.target.query else {
      return .answer(Answer(inbox(call, problem: "This form cannot be read.", 400)))
    }
    if call.request.method == .post, let alias = form["alias"] { return .answer(scan(alias, form, call)) }
    guard let identifier = form["session"] else { return .answer(Answer(inbox(call))) }
    let noted = ledger.call(at: VeridiumEndpoint.authenticator, of: identifier, for: call) {
      $0.identifier == identifier
    }
    if let instead = noted.answerInstead { return .answer(instead) }
    guard let session = noted.transaction else {
      return .answer(Answer(inbox(call, problem: "This request is not known, or it ended long ago.", 404)))
    }
    if call.request.method == .post, let word = form["do"] {
      return .answer(decide(word, reason: form["reason"], session, call, noted.faults))
    }
    return .answer(
      Answer(requestPage(session, call), transaction: session.identifier, faults: noted.faults))
  }

  /// A human plays the person, where a human decides: no page disturbs a scripted person.
  private func decide(
    _ word: String, reason: String?, _ session: Transaction<Session>, _ call: Call, _ faults: [Fault]
  ) -> Answer {
    guard session.timeline.isManual, !session.phase(at: ledger.now).isEnd else {
      return Answer(requestPage(session, call, 409), transaction: session.identifier, faults: faults)
    }
    do throws(PhoneRefusal) {
      try act(word, reason: reason, on: session.identifier)
    } catch {
      return Answer(requestPage(session, call, 400), transaction: session.identifier, faults: faults)
    }
    return Answer(
      .redirect(303, to: requestURL(session, call)), transaction: session.identifier, faults: faults)
  }

  /// The app scans a code: its alias is typed or pasted, as a page has no camera.
  private func scan(_ alias: String, _ form: Form, _ call: Call) -> Answer {
    let trimmed = alias.filter { !$0.isWhitespace }
    let name = form["profile"] ?? ""
    guard let session = ledger.find("alias/\(trimmed)") else {
      return Answer(
        inbox(call, problem: "No code that is shown now has this text.", 404),
        findings: [Finding(SDKRules.aliasUnknown, "\"\(trimmed)\"")])
    }
    guard sandbox.library.world.profile(named: name) != nil, attach(session, to: name) != nil else {
      return Answer(
        inbox(call, problem: "The code was scanned already, or its time is over.", 409),
        transaction: session.identifier)
    }
    return Answer(.redirect(303, to: requestURL(session, call)), transaction: session.identifier)
  }

  /// The address of a request's page.
  func requestURL(_ session: Transaction<Session>, _ call: Call) -> String {
    "\(call.publicBase)/authenticator?session=\(session.identifier)"
  }
}
