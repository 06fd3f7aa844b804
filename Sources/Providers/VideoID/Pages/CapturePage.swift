import Flow
import HTTP
import JSON
import ProviderKit

extension VideoID {
  static let pages = PageFrame(
    title: "VideoID", brand: "VideoID",
    style: HTML(
      markup: """
        .lens{border:3px dashed #888;border-radius:1rem;padding:1rem;text-align:center;margin:1rem 0}
        .lens img{image-rendering:pixelated;width:100%;max-width:20rem;border-radius:.6rem}
        .lens .face{max-width:10rem;border-radius:50%}
        ol.walk{display:flex;gap:1rem;padding:0;list-style:none}
        ol.walk li{border-bottom:.3rem solid #888;padding:.2rem .4rem}
        ol.walk .now{border-color:#f28500}
        ol.walk .done{border-color:#2a7d2a}
        """))

  /// App, SDK and camera in one page, without any script.
  func capture(_ owned: OwnedCall<Run>) -> Outcome {
    let call = owned.call
    guard let form = Self.captureForm(call), !owned.handle.isEmpty else {
      return .answer(problemPage(call, CaptureRules.authorizationMissing))
    }
    guard let run = owned.transaction else {
      return .answer(problemPage(call, CaptureRules.authorizationUnknown))
    }
    return .answer(
      call.request.method == .post ? step(form, run, call) : Answer(page(of: run, form, call)))
  }

  /// The authorization that the page was opened with, or that its form sends.
  static func captureAuthorization(_ call: Call) -> String? { captureForm(call)?["authorization"] }

  private static func captureForm(_ call: Call) -> Form? {
    try? call.request.method == .post ? call.request.form : call.request.target.query
  }

  /// Does what the person chose, then redirects to GET, so that a reload does nothing twice.
  private func step(_ form: Form, _ run: Transaction<Run>, _ call: Call) -> Answer {
    var answer = Answer(.redirect(303, to: captureURL(run, call)))
    switch form["do"] {
    case "start":
      let begun = begin(
        SDKStart(authorization: run.detail.authorization, document: form["idType"].flatMap { Int($0) }),
        on: run, at: call.now)
      answer.findings = begun.findings
      runs.note(begun.findings, on: run.identifier)
      if begun.failure == nil { answer.remarks = ["\(run.person.key) opens the capture page"] }
    case let word?:
      // Cancelling is always allowed; the rest only where a human decides, so that no page interferes with a scripted person.
      guard let verb = VideoIDVerb(rawValue: word), verb == .cancel || run.timeline.isManual else {
        return Answer(.text(.badRequest, "\(word) is nothing that can be done here\n"))
      }
      try? runs.act(verb.rawValue, reason: form["reason"], on: run.identifier, at: call.now)
    case nil: break
    }
    answer.deliveries = settle(run.identifier, at: call.now)
    return answer
  }

  private func captureURL(_ run: Transaction<Run>, _ call: Call) -> String {
    "\(call.publicBase)/v2/capture?authorization=\(run.detail.authorization)"
  }

  // MARK: What is on the page

  private func page(of run: Transaction<Run>, _ form: Form, _ call: Call) -> Response {
    switch run.phase(at: call.now) {
    case .requested: return frame(run, wizard(run, form, call))
    case .expired: return frame(run, ending(SDKFailure(.authorizationExpired), run))
    case .offering(let phase), .capturing(let phase):
      // A page with choices must not reload under the person's finger.
      let refresh = PageFrame.Refresh(seconds: run.timeline.isManual ? 5 : 1, url: captureURL(run, call))
      return frame(run, refresh: refresh, camera(phase, run, call))
    case .completed: return frame(run, completion(run))
    case .failed(let failure, _): return frame(run, ending(failure, run))
    }
  }

  private func frame(_ run: Transaction<Run>, refresh: PageFrame.Refresh? = nil, _ content: HTML) -> Response
  {
    VideoID.pages.response(title: run.detail.product.title, language: "en", refresh: refresh, content)
  }

  /// The wizard that chooses the document (guide, "eID provider options object").
  private func wizard(_ run: Transaction<Run>, _ form: Form, _ call: Call) -> HTML {
    var choice =
      run.detail.admission.flatMap { admissions.order($0) }.map(\.documentChoice) ?? DocumentChoice()
    if let only = form["docType"].flatMap({ Int($0) }) { choice.only = only }
    if let offered = form["docTypes"]?.split(separator: ",").compactMap({ Int($0) }), !offered.isEmpty {
      choice.offered = offered
    }
    if let preset = form["defaultId"].flatMap({ Int($0) }) { choice.preset = preset }
    let chosen = choice.resolve(for: run.person).document
    let options = choice.wizard.map { type -> HTML in
      let label = "\(type.countryName) · \(type.name)"
      return type == chosen
        ? "<option value=\"\(type.id)\" selected>\(label)</option>"
        : "<option value=\"\(type.id)\">\(label)</option>"
    }
    let select: HTML =
      run.detail.product.hasDocument
      ? """
      <label for="idType">Document</label>
      <select id="idType" name="idType" data-testid="id-type">\(options)</select>
      """ : ""
    return """
      <h1>\(run.detail.product.title)</h1>
      <p>\(run.person.fullName ?? run.person.key) is about to be verified.</p>
      <form method="post" action="\(captureURL(run, call))" data-testid="wizard">
      <input type="hidden" name="authorization" value="\(run.detail.authorization)">
      \(select)
      <p><button type="submit" name="do" value="start" data-testid="start">Start</button></p>
      </form>
      """
  }

  /// The camera: the phases, what it sees, and what the person can do where a human decides.
  private func camera(_ phase: CapturePhase, _ run: Transaction<Run>, _ call: Call) -> HTML {
    let phases = run.detail.product.phases(of: run.detail.start?.document)
    let walk = phases.map { step -> HTML in
      let rank = phases.firstIndex(of: step) ?? 0
      let current = phases.firstIndex(of: phase) ?? 0
      let state = rank < current ? "done" : rank == current ? "now" : ""
      return "<li class=\"\(state)\">\(step.rawValue)</li>"
    }
    let isManual = run.timeline.isManual
    let choices: HTML =
      isManual
      ? """
      \(button(phase.verb, run, call, "Show the \(phase.rawValue.lowercased())"))
      \(button(.complete, run, call, "Show everything"))
      \(button(.refuseCamera, run, call, "Refuse the camera"))
      \(button(.fail, run, call, "The SDK gives up"))
      """ : "<p>The scenario’s person holds it into the camera by itself.</p>"
    return """
      <h1>\(run.detail.product.title)</h1>
      <ol class="walk" data-testid="walk">\(walk)</ol>
      <div class="lens" data-testid="phase-\(phase.rawValue)">\(picture(phase, run))</div>
      \(choices)
      \(button(.cancel, run, call, "Cancel"))
      \(PhoneLink(besides: call.publicBase, of: VideoID.slug).line)
      """
  }

  private func picture(_ phase: CapturePhase, _ run: Transaction<Run>) -> HTML {
    let isPassport = run.detail.start?.document?.kind == .passport
    let (data, words): (String, String) =
      switch phase {
      case .front: (isPassport ? Pictures.scan : Pictures.front, "the front of a fictional document")
      case .back: (Pictures.back, "the back of a fictional document")
      case .face: (run.person.photo ?? Pictures.face, "a drawn face")
      }
    return
      "<img class=\"\(phase == .face ? "face" : "card")\" alt=\"\(words)\" src=\"data:image/jpeg;base64,\(data)\">"
  }

  private func button(_ verb: VideoIDVerb, _ run: Transaction<Run>, _ call: Call, _ label: String) -> HTML {
    """
    <form class="inline" method="post" action="\(captureURL(run, call))">
    <input type="hidden" name="authorization" value="\(run.detail.authorization)">
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
  private func problemPage(_ call: Call, _ rule: Rule) -> Answer {
    let finding = Finding(rule)
    guard call.request.prefersHTML else {
      let refusal = APIRefusal.invalid(rule.message, finding)
      return Answer(refusal.response(standardSwitches), findings: [finding])
    }
    let page = VideoID.pages.response(
      .badRequest, title: "VideoID", language: "en",
      """
      <h1>Nothing to capture</h1>
      <p class="problem" data-testid="problem">\(rule.message).</p>
      <p>\(rule.fix.prefix(1).uppercased() + rule.fix.dropFirst()).</p>
      """)
    return Answer(page, findings: [finding])
  }
}

extension IdentityVerifications.Order {
  /// The documents of the order as the SDK's options.
  var documentChoice: DocumentChoice {
    DocumentChoice(only: documents.only, offered: documents.choice, preset: documents.preset)
  }
}
