import Flow
import HTTP
import OpenID
import ProviderKit

extension ItsmeVersion {
  /// The page after the identify page: takes the phone number, waits for the app, and takes a human's decision (§1.5).
  func confirmation(_ owned: OwnedCall<Login>) -> Outcome {
    let call = owned.call
    guard let login = owned.transaction, let form = call.request.submitted else {
      return .answer(expired(nil, for: call))
    }
    if let language = form["language"].flatMap({ PageLanguage(rawValue: $0) }) {
      logins.update(login.identifier) { $0.detail.language = language }
    }
    guard call.request.method == .post else { return proceed(login.identifier, call) }
    return .answer(form["do"].map { act($0, on: login, for: call) } ?? identify(form, login, call))
  }

  /// Handles a button of the page, named like the verb of a scenario.
  ///
  /// While a scenario scripts the person, only cancelling is possible.
  private func act(_ word: String, on login: Transaction<Login>, for call: Call) -> Answer {
    guard let verb = ItsmeVerb(rawValue: word), verb == .cancel || login.timeline.isManual,
      verb != .wrongIcon || login.detail.showsIcons
    else {
      return Answer(.text(.badRequest, "\(word) is nothing that can be done here\n"))
    }
    // A late decision changes nothing.
    try? logins.act(verb.rawValue, reason: nil, on: login.identifier, at: call.now)
    return seeOther(login, call)
  }

  /// Handles the phone number of the identify page, and sends the request to the phone.
  private func identify(_ form: Form, _ login: Transaction<Login>, _ call: Call) -> Answer {
    guard login.phase(at: call.now) == .identifying else { return seeOther(login, call) }
    // People type 0470/12.34.56 and similar.
    let national = (form["phone"] ?? "").filter { !" ./-()".contains($0) }.trimmingLeadingZeros()
    let typed = form["pick"] ?? "\(form["country"] ?? "32")+\(national)"
    guard let phone = PhoneNumber(typed) else {
      return Answer(identifyPage(login, for: call, problem: .malformed))
    }
    let known = sandbox.library.world.person(withPhone: phone)
    if known == nil, keepsPage {
      return Answer(
        identifyPage(login, for: call, problem: .unknown), findings: Self.unknownPerson(phone).findings)
    }
    let (person, findings) = known.map { ($0, []) } ?? madeUpPerson(phone)
    // A person picked next to the QR code counts as scanning it.
    let way = form["pick"].flatMap { _ in form["by"] }.flatMap { WayToPhone(rawValue: $0) } ?? .number
    reach(person, login.identifier, by: way, at: call.now)
    logins.note(findings, on: login.identifier)
    var answer = seeOther(login, call)
    answer.findings = findings
    if form["remember"] != nil {
      let cookie = Cookie("mobileid-phonenumber", phone.hint, path: call.cookiePath, maxAge: 30 * 86_400)
      answer.response.headers.append("Set-Cookie", cookie.fieldValue)
    }
    return answer
  }

  /// Redirects to the waiting page, so that a reload does not post the form again.
  private func seeOther(_ login: Transaction<Login>, _ call: Call) -> Answer {
    Answer(.redirect(303, to: confirmationURL(login, call)))
  }

  func confirmationURL(_ login: Transaction<Login>, _ call: Call) -> String {
    "\(call.publicBase)\(Self.paths.waiting)?transaction=\(login.identifier)"
  }
}

extension String {
  fileprivate func trimmingLeadingZeros() -> String { String(drop { $0 == "0" }) }
}
