import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  static let frame = PageFrame(
    title: "VeridiumID", brand: "VeridiumID",
    style: HTML(
      markup: """
        main{max-width:26rem}
        .bar{display:flex;justify-content:space-between;border-bottom:1px solid var(--line);padding:var(--gap-2) 0}
        .amount{font-size:var(--size-5);overflow-wrap:anywhere}
        .decide{display:flex;gap:var(--gap-3)}.decide form{display:flex;flex:1}.decide button{flex:1}
        #alias,#profile{width:100%}
        .reject{border:2px solid var(--bad)}
        .status{font-size:var(--size-5);font-weight:bold}
        .requests{list-style:none;padding:0}
        .requests a{display:block;border:1px solid var(--faint);border-radius:var(--radius);padding:var(--gap-3);margin:var(--gap-2) 0}
        """))

  /// The app's first page: pending requests, and the scanner.
  func inbox(_ call: Call, problem: String? = nil, _ status: Status = .ok) -> Response {
    if let problem, !call.request.prefersHTML {
      return .notStored(
        status, ["error": ["code": .integer(status.code), "localizedReason": .string(problem)]])
    }
    let waiting = ledger.transactions.all.filter { session in
      session.phase(at: call.now) == .created && !session.isPushLost(at: call.now)
    }
    let rows = waiting.suffix(50).map { session -> HTML in
      """
      <li><a href="\(requestURL(session, call))" data-testid="request">\
      \(HTML.name(of: session.person)): \(HTML.foreign(session.detail.prompt.transactionText ?? session.detail.prompt.heading, atMost: 120))</a></li>
      """
    }
    let complaint: HTML =
      problem.map { "<p class=\"problem\" role=\"alert\" data-testid=\"problem\">\($0)</p>" } ?? ""
    let list: HTML =
      rows.isEmpty
      ? "<p data-testid=\"no-requests\">No requests wait.</p>" : "<ul class=\"requests\">\(HTML(rows))</ul>"
    return Veridium.frame.response(
      status, title: "Authenticator", language: "en",
      // What was wrong with a code stays until the next one.
      refresh: problem == nil
        ? PageFrame.Refresh(seconds: 15, url: "\(call.publicBase)/authenticator") : nil,
      """
      <div class="bar"><strong>Authenticator</strong><span>Requests</span></div>
      \(complaint)
      <h1>Requests</h1>
      \(list)
      <h2>Scan a code</h2>
      <form method="post" action="\(call.publicBase)/authenticator" data-testid="scan">
      <label for="alias">Text of the code</label>
      <input id="alias" name="alias" required autocomplete="off" data-testid="alias">
      <label for="profile">Profile</label>
      <select id="profile" name="profile" data-testid="profile">\(profiles())</select>
      <p><button type="submit" class="first" data-testid="scan-code">Scan</button></p>
      </form>
      """)
  }

  /// One request as the app shows it: who, what, from where, then approve with biometrics or reject.
  func requestPage(_ session: Transaction<Session>, _ call: Call, _ status: Status = .ok) -> Response {
    let phase = session.phase(at: call.now)
    let isOpen = !phase.isEnd
    let isMine = isOpen && session.timeline.isManual
    let prompt = session.detail.prompt
    return Veridium.frame.response(
      status, title: "Request", language: "en",
      // Without script it seldom reloads while a person is about to tap.
      refresh: isOpen ? PageFrame.Refresh(seconds: isMine ? 15 : 1, url: requestURL(session, call)) : nil,
      """
      <div class="bar"><strong>Authenticator</strong>\
      <a href="\(call.publicBase)/authenticator" data-testid="back">All requests</a></div>
      <section class="request" aria-labelledby="title">
      <h1 id="title">\(isOpen ? prompt.heading : "Request closed")</h1>
      <p class="amount" data-testid="transaction-text"><bdi>\(prompt.transactionText ?? "Do you want to log in?")</bdi></p>
      <dl>
      <dt>Account</dt><dd data-testid="person">\(HTML.name(of: session.person))</dd>
      <dt>From</dt><dd data-testid="friend">\(HTML.foreign(clientName(session.client), atMost: 80))</dd>
      \(Veridium.particulars(prompt.context).map { "<dt>\($0.name)</dt><dd><bdi>\($0.value)</bdi></dd>" as HTML })
      <dt>Until</dt><dd>\(session.timeline.deadline.text.dropFirst(11).prefix(8)) UTC\(isMine ? timeLeft(session, call) : "")</dd>
      </dl>
      \(isMine ? choices(session, call) : state(of: session, phase))
      </section>
      """)
  }

  /// In minutes: with seconds the page would be replaced each second for this alone, under the finger that taps.
  private func timeLeft(_ session: Transaction<Session>, _ call: Call) -> String {
    let seconds = max(0, session.timeline.deadline.seconds - call.now.seconds)
    return seconds <= 60 ? " (in less than a minute)" : " (in \((seconds + 59) / 60) minutes)"
  }

  private func state(of session: Transaction<Session>, _ phase: Session.Phase) -> HTML {
    let word = Veridium.word(of: phase, session.detail.switches)
    let story: HTML = phase.isEnd ? "" : "<p>The scenario decides: \(session.decision.text).</p>"
    return "<p class=\"status\" role=\"status\" data-testid=\"status\">\(word)</p>\(story)"
  }

  private func choices(_ session: Transaction<Session>, _ call: Call) -> HTML {
    guard session.isAttached(at: call.now) else {
      return "<p data-testid=\"status\">Nobody has scanned the code yet.</p>"
    }
    let more: [(VeridiumVerb, FailureReason?, String)] = [
      (.fail, .biometricMismatch, "The biometrics do not match"),
      (.fail, .attemptsUsedUp, "All tries are used up"),
      (.fail, .accountLocked, "The account is locked"),
      (.biometryChanged, nil, "The biometrics have changed"),
      (.continueElsewhere, nil, "Continue on another device"),
      (.authenticateByAdmin, nil, "An administrator authenticates"), (.timeOut, nil, "Let time run out"),
    ]
    return """
      <div class="decide">
      \(button(.approve, nil, "Approve with biometrics", "first", session, call))
      \(button(.reject, nil, "Reject", "reject", session, call))
      </div>
      \(EmulatorStrip.furtherChoices(HTML(more.map { button($0.0, $0.1, $0.2, "more", session, call) })))
      """
  }

  private func button(
    _ verb: VeridiumVerb, _ reason: FailureReason?, _ label: String, _ style: String,
    _ session: Transaction<Session>, _ call: Call
  ) -> HTML {
    let cause: HTML =
      reason.map { "<input type=\"hidden\" name=\"reason\" value=\"\($0.rawValue)\">" } ?? ""
    return """
      <form method="post" action="\(requestURL(session, call))">
      <input type="hidden" name="session" value="\(session.identifier)">\(cause)
      <button type="submit" class="\(style)" name="do" value="\(verb.rawValue)" \
      data-testid="\(reason?.rawValue ?? verb.rawValue)">\(label)</button>
      </form>
      """
  }

  /// The documented members of a context that are meaningful to people (§1a).
  static func particulars(_ context: JSON?) -> [(name: String, value: String)] {
    let location = [context?["location"]?["city"]?.string, context?["location"]?["countryName"]?.string]
    let rows: [(String, String?)] = [
      ("Service", context?["serviceIdentifier"]?.string), ("Browser", context?["userAgentName"]?.string),
      ("System", context?["osName"]?.string), ("Device", context?["deviceModel"]?.string),
      ("Address", context?["ip"]?.string), ("Place", location.compactMap { $0 }.joined(separator: ", ")),
    ]
    return rows.compactMap { label, value in
      guard let value, !value.isEmpty else { return nil }
      return (label, value)
    }
  }

  private func profiles() -> HTML {
    let world = sandbox.library.world
    let people = world.people.values.sorted { $0.key < $1.key }
    return HTML(
      people.compactMap { person -> HTML? in
        guard let profile = person.identifiers["veridium_profile"] else { return nil }
        let name = "\(person.fullName ?? person.key) · \(profile)"
        return person.key == world.defaultPerson
          ? "<option value=\"\(profile)\" selected>\(name)</option>"
          : "<option value=\"\(profile)\">\(name)</option>"
      })
  }
}
