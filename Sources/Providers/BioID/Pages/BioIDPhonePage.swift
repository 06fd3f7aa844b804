import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// The fake handset: the launch links of open tokens, and a field to paste one.
  func phonePage(_ call: Call) -> Outcome {
    if call.request.method == .post { return .answer(actOnPhone(call)) }
    let open = operations.transactions.all.filter { $0.isOpen(at: call.now) }.suffix(50).reversed()
    let list: HTML =
      open.isEmpty
      ? "<p data-testid=\"none\">No token waits for the app. Ask for one at <code>\(call.publicBase)/extension/token</code>.</p>"
      : HTML(open.map { item($0, call) })
    let response = BioID.frame.response(
      title: "Phone", language: "en",
      refresh: PageFrame.Refresh(seconds: 15, url: "\(call.publicBase)/phone"),
      """
      <h1>Phone with the BioID app</h1>
      \(list)
      <h2>Open a launch link</h2>
      <form method="get" action="\(call.publicBase)/app" class="launch">
      <label for="link">Launch link, bioid-verify:// or bioid-enroll://</label>
      <input id="link" name="link" data-testid="link">
      <p><button type="submit" data-testid="open-link">Open</button></p>
      </form>
      """)
    return .answer(Answer(response))
  }

  private func item(_ transaction: Transaction<BWSOperation>, _ call: Call) -> HTML {
    let operation = transaction.detail
    return """
      <section data-testid="token-\(transaction.identifier)">
      <h2>\(HTML.foreign(clientName(transaction.client), atMost: 80)): \(operation.request.task.words) of \(HTML.name(of: transaction.person))</h2>
      <p>BCID <code>\(operation.request.bcid?.text ?? "none")</code>, token <code>\(transaction.identifier)</code>.</p>
      \(launch(transaction, call))
      \(transaction.timeline.isManual ? camera(transaction, call) : "")
      </section>
      """
  }

  /// A link into the app; none launches it for an identification or a liveness detection.
  private func launch(_ transaction: Transaction<BWSOperation>, _ call: Call) -> HTML {
    let (operation, name) = (transaction.detail, transaction.identifier)
    guard let link = BioID.launchLink(operation, returnURL: "YourApp", state: "YourDefinition") else {
      return "<p>The app has no link for this task; the web user interface and the Web API perform it.</p>"
    }
    return """
      <p><a href="\(link)" data-testid="launch">Open in the BioID app</a></p>
      <form method="get" action="\(call.publicBase)/app/\(operation.request.task.rawValue)" class="launch">
      <input type="hidden" name="access_token" value="\(operation.token)">
      <label for="return-\(name)">Return address (<code>return_url</code>)</label>
      <input id="return-\(name)" name="return_url" value="\(operation.app?.returnURL ?? "")" required data-testid="return-url">
      <label for="state-\(name)">State (<code>state</code>)</label>
      <input id="state-\(name)" name="state" value="\(operation.app?.state ?? "")" data-testid="state">
      <p><button type="submit" class="first" data-testid="open">Open in the simulated app</button></p>
      </form>
      """
  }

  /// Lets a human choose what the camera of a client sees that captures by itself.
  private func camera(_ transaction: Transaction<BWSOperation>, _ call: Call) -> HTML {
    let choices: [(BioIDVerb, String)] = [
      (.approve, "Be recognized"), (.wrongFace, "Be somebody else"), (.fail, "Hold up a photo"),
    ]
    return """
      <form method="post" action="\(call.publicBase)/phone">
      <input type="hidden" name="transaction" value="\(transaction.identifier)">
      \(EmulatorStrip.html(
        "what the camera sees",
        HTML(choices.map { verb, label -> HTML in
          "<button type=\"submit\" name=\"do\" value=\"\(verb.rawValue)\" data-testid=\"\(verb.rawValue)\">\(label)</button>"
        })))
      </form>
      """
  }

  private func actOnPhone(_ call: Call) -> Answer {
    let form = try? call.request.form
    guard let transaction = form?["transaction"].flatMap({ operations.find($0) }),
      transaction.timeline.isManual,
      let verb = form?["do"].flatMap({ BioIDVerb(rawValue: $0) })
    else { return Answer(.text(.badRequest, "nothing that can be done here\n")) }
    // A late decision changes nothing.
    try? operations.act(verb.rawValue, reason: nil, on: transaction.identifier, at: call.now)
    return Answer(.redirect(303, to: "\(call.publicBase)/phone"), transaction: transaction.identifier)
  }

  /// The Web API's base address: its calls, as a page for browsers and as JSON for others.
  func index(_ call: Call, showing settings: ProviderSettings) -> Outcome {
    let names = [
      "token", "upload", "verify", "enroll", "identify", "livenessdetection", "result", "isenrolled",
      "deleteclass",
      "status", "qualitycheck", "livedetection", "photoverify",
    ]
    let base = "\(call.base)/extension"
    guard call.request.prefersHTML else {
      var calls: JSONObject = [:]
      for name in names { calls[name] = .string("\(base)/\(name)") }
      let body: JSON = ["Message": "The Web API of an emulated BioID Web Service", "Calls": .object(calls)]
      return .answer(Answer(.json(.ok, body.bytes())))
    }
    let rows = settings.values.map { name, value -> HTML in
      "<tr><th scope=\"row\">\(name)</th><td><code>\(value)</code></td></tr>"
    }
    let response = BioID.frame.response(
      title: "Web API", language: "en",
      """
      <h1>BioID Web Service</h1>
      <table data-testid="settings">\(rows)</table>
      <p>Calls: \(HTML(names.map { "<code>\($0)</code>" }, separator: ", ")). \
      <a href="\(call.publicBase)/phone" data-testid="phone">Phone with the BioID app</a></p>
      """)
    return .answer(Answer(response))
  }
}
