import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// The Authenticator app as pages: the pending requests, one request with its choices, and a code to scan.
  func authenticator(_ owned: OwnedCall<Session>) -> Outcome {
    let call = owned.call
    let isPost = call.request.method == .post
    guard let form = Self.form(call) else {
      return .answer(Answer(inbox(call, problem: "This form cannot be read.", 400)))
    }
    if isPost, let alias = form["alias"] { return .answer(scan(alias, form, call)) }
    guard form["session"] != nil else { return .answer(Answer(inbox(call))) }
    guard let session = owned.transaction else {
      return .answer(Answer(inbox(call, problem: "This request is not known, or it ended long ago.", 404)))
    }
    if isPost, let word = form["do"] {
      return .answer(Answer(decide(word, reason: form["reason"], session, call)))
    }
    return .answer(Answer(requestPage(session, call)))
  }

  /// The session whose request is on the page; `nil` where a code is scanned.
  static func requestOnPage(_ call: Call) -> String? {
    guard let form = form(call) else { return nil }
    return call.request.method == .post && form["alias"] != nil ? nil : form["session"]
  }

  private static func form(_ call: Call) -> Form? {
    try? call.request.method == .post ? call.request.form : call.request.target.query
  }

  /// Takes a human's action if a human decides; no page interferes with a scripted person.
  private func decide(
    _ word: String, reason: String?, _ session: Transaction<Session>, _ call: Call
  ) -> Response {
    guard session.timeline.isManual, !session.phase(at: call.now).isEnd else {
      return requestPage(session, call, 409)
    }
    do throws(PhoneRefusal) {
      try act(word, reason: reason, on: session.identifier, at: call.now)
    } catch { return requestPage(session, call, 400) }
    return .redirect(303, to: requestURL(session, call))
  }

  /// The app scans a code: its alias is typed or pasted, since a page has no camera.
  private func scan(_ alias: String, _ form: Form, _ call: Call) -> Answer {
    let trimmed = alias.filter { !$0.isWhitespace }
    let name = form["profile"] ?? ""
    guard let session = ledger.find("alias/\(trimmed)") else {
      return Answer(
        inbox(call, problem: "No code that is shown now has this text.", 404),
        findings: [Finding(SDKRules.aliasUnknown, "\"\(trimmed)\"")])
    }
    guard let profile = sandbox.library.world.profile(named: name),
      attach(session, to: profile, at: call.now) != nil
    else {
      return Answer(
        inbox(call, problem: "The code was scanned already, or its time is over.", 409),
        transaction: session.identifier)
    }
    return Answer(.redirect(303, to: requestURL(session, call)), transaction: session.identifier)
  }

  func requestURL(_ session: Transaction<Session>, _ call: Call) -> String {
    "\(call.publicBase)/authenticator?session=\(session.identifier)"
  }
}
