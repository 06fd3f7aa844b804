import Flow
import HTTP
import JSON
import ProviderKit

extension VideoID {
  static let pages = PageFrame(
    title: "VideoID", brand: "VideoID",
    style: HTML(
      markup: """
        .lens{border:3px dashed var(--faint);border-radius:1rem;padding:var(--gap-4);text-align:center;margin:var(--gap-4) 0}
        .lens img,.drawn{width:100%;max-width:20rem}
        .lens .face{max-width:10rem;border-radius:50%}
        .drawn .paper{fill:var(--paper);stroke:var(--faint);stroke-width:2}
        .drawn .tint{fill:var(--line)}.drawn .shape{fill:var(--faint)}
        .drawn .text,.drawn .code{stroke:var(--faint);stroke-width:8}
        .drawn .text{stroke-linecap:round}.drawn .code{stroke-dasharray:10 5}
        ol.walk{display:flex;gap:var(--gap-2);padding:0;list-style:none}
        ol.walk li{flex:1;border-bottom:.3rem solid var(--line);padding:var(--gap-1);color:var(--faint)}
        ol.walk .now{border-color:var(--accent);color:inherit;font-weight:650}
        ol.walk .done{border-color:var(--good)}
        ol.walk .done::after{content:" ✔";content:" ✔"/""}
        """))

  /// App, SDK and camera in one page, without any script.
  func capture(_ owned: OwnedCall<Run>) -> Outcome {
    let call = owned.call
    guard let form = Self.captureForm(call), !owned.handle.isEmpty else {
      return .answer(problemPage(call, CaptureRules.authorizationMissing, "The authorization is missing."))
    }
    guard let run = owned.transaction else {
      // The page's own refresh may come when its run is over and forgotten.
      guard !Self.isAuthorization(owned.handle) else {
        return .answer(problemPage(call, nil, "The verification is over, or never was."))
      }
      return .answer(problemPage(call, CaptureRules.authorizationUnknown, "This authorization is not known."))
    }
    if let address = form["return_url"], !Self.isReturn(address) {
      runs.note([Finding(CaptureRules.returnInvalid, address)], on: run.identifier)
      return .answer(problemPage(call, CaptureRules.returnInvalid, "The return address cannot be used."))
    }
    guard call.request.method == .post else { return .answer(open(run, form, call)) }
    return .answer(step(form, run, call))
  }

  /// The page of a run; one with a return URL begins by itself unless a human decides.
  private func open(_ run: Transaction<Run>, _ form: Form, _ call: Call) -> Answer {
    guard form["return_url"] != nil, case .requested = run.phase(at: call.now), isActedByItself(run) else {
      let isHidden = run.isAnswerHidden(at: VideoIDEndpoint.capture.rawValue)
      if case .completed = run.phase(at: call.now), !isHidden { noteCompletionSeen(run.identifier) }
      return Answer(page(of: run, form, call))
    }
    return start(run, form, call, Answer(.redirect(303, to: captureURL(run, form, call))))
  }

  private static func isReturn(_ address: String) -> Bool {
    RedirectLocation.isSafe(address) && ["http://", "https://"].contains { address.hasPrefix($0) }
  }

  private func start(_ run: Transaction<Run>, _ form: Form, _ call: Call, _ answer: Answer) -> Answer {
    var answer = answer
    let begun = begin(
      SDKStart(authorization: run.detail.authorization, documents: documents(of: run, form)),
      on: run, at: call.now)
    answer.findings = begun.findings
    runs.note(begun.findings, on: run.identifier)
    if begun.failure == nil { answer.remarks = ["\(run.person.key) opens the capture page"] }
    answer.deliveries = settle(run.identifier, at: call.now)
    return answer
  }

  /// The authorization that the page was opened with, or that its form sends.
  static func captureAuthorization(_ call: Call) -> String? { captureForm(call)?["authorization"] }

  private static func captureForm(_ call: Call) -> Form? {
    try? call.request.method == .post ? call.request.form : call.request.target.query
  }

  /// Performs the person's choice, then redirects to GET, so that a reload repeats nothing.
  private func step(_ form: Form, _ opened: Transaction<Run>, _ call: Call) -> Answer {
    var (run, answer) = (opened, Answer(.redirect(303, to: captureURL(opened, form, call))))
    // Whoever cancels before the camera is on closes the SDK too, which has begun with the choice of the document.
    if form["do"] == VideoIDVerb.cancel.rawValue, !isActedByItself(run),
      case .requested = run.phase(at: call.now)
    {
      answer = start(run, form, call, answer)
      run = runs.find(run.identifier) ?? run
    }
    switch form["do"] {
    case "start": return start(run, form, call, answer)
    case let word?:
      // Cancelling is always allowed; the rest only if a human decides, so that no page interferes with a scripted
      // person.
      let verb = VideoIDVerb(rawValue: word)
      // Too late: the next page shows how it ended.
      if verb != nil, !run.phase(at: call.now).isRunning { break }
      guard let verb, verb == .cancel || run.timeline.isManual else {
        return Answer(.text(.badRequest, "\(word) is nothing that can be done here\n"))
      }
      try? runs.act(verb.rawValue, reason: form["reason"], on: run.identifier, at: call.now)
    case nil: break
    }
    answer.deliveries += settle(run.identifier, at: call.now)
    return answer
  }

  private func captureURL(_ run: Transaction<Run>, _ form: Form, _ call: Call) -> String {
    let back = form["return_url"].map { "&return_url=\(PercentCoding.encode($0))" } ?? ""
    return "\(call.publicBase)/v2/capture?authorization=\(run.detail.authorization)\(back)"
  }

  // MARK: What is on the page

  private func page(of run: Transaction<Run>, _ form: Form, _ call: Call) -> Response {
    let back = form["return_url"].map { Response.redirect(303, to: $0) }
    switch run.phase(at: call.now) {
    case .requested: return frame(run, opening(run, form, call))
    case .expired: return back ?? frame(run, ending(SDKFailure(.authorizationExpired), run))
    case .offering(let phase), .capturing(let phase):
      // A page with choices must not reload while the person is about to tap.
      let refresh = PageFrame.Refresh(
        seconds: run.timeline.isManual ? 5 : 1, url: captureURL(run, form, call))
      return frame(run, refresh: refresh, camera(phase, run, form, call))
    case .completed: return back ?? frame(run, completion(run))
    case .failed(let failure, _): return back ?? frame(run, ending(failure, run))
    }
  }

  private func frame(_ run: Transaction<Run>, refresh: PageFrame.Refresh? = nil, _ content: HTML) -> Response
  {
    VideoID.pages.response(title: run.detail.product.title, language: "en", refresh: refresh, content)
  }

  /// The options of the operation, and those that the page was opened with; under the guide's or the web SDK's names.
  private func documents(of run: Transaction<Run>, _ form: Form) -> DocumentChoice {
    let order = run.detail.admission.flatMap { admissions.admission($0) }?.order
    var choice = order?.documentChoice ?? DocumentChoice()
    if let only = (form["docType"] ?? form["idType"]).flatMap({ Int($0) }) { choice.only = only }
    if let offered = form["docTypes"]?.split(separator: ",").compactMap({ Int($0) }), !offered.isEmpty {
      choice.offered = offered
    }
    if let preset = form["defaultId"].flatMap({ Int($0) }) { choice.preset = preset }
    return choice
  }

  /// The page before the start; its wizard chooses the document unless one is named (guide, "eID provider options object").
  private func opening(_ run: Transaction<Run>, _ form: Form, _ call: Call) -> HTML {
    let choice = documents(of: run, form)
    let chosen = choice.resolve(for: run.person).document
    let document: HTML
    if !run.detail.product.hasDocument {
      document = ""
    } else if let only = choice.only {
      document = """
        <p data-testid="document">\(chosen?.label ?? "The document \(only), which is not in the list")</p>
        <input type="hidden" name="idType" value="\(only)">
        """
    } else {
      document = wizard(choice, chosen)
    }
    // The SDK is told what the wizard offered, along with the choice.
    let options = ["docTypes", "defaultId", "return_url"].compactMap { name -> HTML? in
      form[name].map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" }
    }
    let client = HTML.foreign(sandbox.library.world.name(ofClient: run.client, of: Self.slug), atMost: 80)
    // A scripted person does not change their mind.
    let cancel: HTML =
      isActedByItself(run)
      ? "" : "<button type=\"submit\" name=\"do\" value=\"cancel\" data-testid=\"cancel\">Cancel</button>"
    return """
      <h1>\(run.detail.product.title)</h1>
      <p>\(client) asks \(HTML.name(of: run.person)) to show \(run.detail.product.asked).</p>
      <form method="post" action="\(captureURL(run, form, call))" data-testid="\(choice.only == nil ? "wizard" : "opening")">
      <input type="hidden" name="authorization" value="\(run.detail.authorization)">
      \(document)
      \(HTML(options))
      <p><button type="submit" class="first" name="do" value="start" data-testid="start">Start</button>
      \(cancel)</p>
      </form>
      \(PhoneLink(besides: call.publicBase, of: VideoID.slug).strip)
      """
  }

  private func wizard(_ choice: DocumentChoice, _ chosen: DocumentType?) -> HTML {
    let options = choice.wizard.map { type -> HTML in
      type == chosen
        ? "<option value=\"\(type.id)\" selected>\(type.label)</option>"
        : "<option value=\"\(type.id)\">\(type.label)</option>"
    }
    return """
      <label for="idType">Document</label>
      <select id="idType" name="idType" data-testid="id-type">\(options)</select>
      """
  }

  /// The camera: the phases, what it sees, and the person's choices if a human decides.
  private func camera(_ phase: CapturePhase, _ run: Transaction<Run>, _ form: Form, _ call: Call) -> HTML {
    let press = { (verb: VideoIDVerb, label: String) in self.button(verb, run, form, call, label) }
    let phases = run.detail.product.phases(of: run.detail.start?.document)
    let walk = phases.map { step -> HTML in
      let rank = phases.firstIndex(of: step) ?? 0
      let current = phases.firstIndex(of: phase) ?? 0
      let state = rank < current ? "done" : rank == current ? "now" : ""
      let here: HTML? = step == phase ? " aria-current=\"step\"" : nil
      return
        "<li class=\"\(state)\"\(here)>\(step.rawValue.prefix(1) + step.rawValue.dropFirst().lowercased())</li>"
    }
    let isManual = run.timeline.isManual
    let choices: HTML =
      isManual
      ? """
      \(press(phase.verb, "Show the \(phase.word)"))
      \(press(.complete, "Do all steps"))
      \(press(.refuseCamera, "Refuse the camera"))
      \(press(.fail, "The capture fails"))
      """ : "<p>The scenario’s person does this by itself.</p>"
    return """
      <h1>\(run.detail.product.title)</h1>
      <ol class="walk" data-testid="walk">\(walk)</ol>
      <div class="lens" data-testid="phase-\(phase.rawValue)">\(picture(phase, run))</div>
      <p data-testid="asked">\(phase.request)</p>
      \(press(.cancel, "Cancel"))
      \(EmulatorStrip.html(
        "what the person does",
        """
        \(choices)
        \(PhoneLink(besides: call.publicBase, of: VideoID.slug).line)
        """))
      """
  }

  private func picture(_ phase: CapturePhase, _ run: Transaction<Run>) -> HTML {
    guard phase == .face, let photo = run.person.photo else {
      return phase.drawing(isPassport: run.detail.start?.document?.kind == .passport)
    }
    return "<img class=\"face\" alt=\"the person’s photo\" src=\"data:image/jpeg;base64,\(photo)\">"
  }

  private func button(
    _ verb: VideoIDVerb, _ run: Transaction<Run>, _ form: Form, _ call: Call, _ label: String
  ) -> HTML {
    let back: HTML =
      form["return_url"].map { "<input type=\"hidden\" name=\"return_url\" value=\"\($0)\">\n" } ?? ""
    return """
      <form class="inline" method="post" action="\(captureURL(run, form, call))">
      <input type="hidden" name="authorization" value="\(run.detail.authorization)">
      \(back)\
      <button type="submit" name="do" value="\(verb.rawValue)" data-testid="\(verb.rawValue)">\(label)</button>
      </form>
      """
  }

  private func completion(_ run: Transaction<Run>) -> HTML {
    """
    <h1>Completed</h1>
    <p>The SDK hands the app this id; what was found out is read with it:</p>
    <p><code data-testid="video-id">\(run.identifier)</code></p>
    """
  }

  private func ending(_ failure: SDKFailure, _ run: Transaction<Run>) -> HTML {
    let said = failure.json(run.decision.scenario?.tokens["sdk_error"])
    return """
      <h1>Not completed</h1>
      <p class="problem" data-testid="problem"><code>\(said["code"]?.string ?? "")</code>: \
      \(said["message"]?.string ?? "")</p>
      """
  }

  /// A page for browsers that come without an authorization, JSON for other clients.
  ///
  /// - Parameter rule: `nil` if nobody has done anything wrong.
  private func problemPage(_ call: Call, _ rule: Rule?, _ problem: String) -> Answer {
    let finding = rule.map { Finding($0) }
    let (findings, remarks) = (finding.map { [$0] } ?? [], rule == nil ? [problem] : [])
    guard call.request.prefersHTML else {
      let refusal = APIRefusal(.badRequest, "invalid_request", rule?.message ?? problem, finding)
      return Answer(refusal.response(standardSwitches), findings: findings, remarks: remarks)
    }
    let page = VideoID.pages.response(
      .badRequest, title: "VideoID", language: "en",
      """
      <h1>The verification cannot \(rule == nil ? "go on" : "start")</h1>
      <p class="problem" data-testid="problem">\(problem)</p>
      \(ErrorLesson.html(finding, for: call, offersRetry: rule != nil))
      """)
    return Answer(page, findings: findings, remarks: remarks)
  }
}

extension DocumentType {
  /// Its label on the page.
  fileprivate var label: String { "\(countryName) · \(name)" }
}
