import Flow
import Frame
import HTTP
import JSON
import ProviderKit

/// An exchange in full: headers, bodies, the content of its tokens, the rules that it broke.
struct MessageView {
  let passage: Passage
  let parties: (from: String, to: String)
  let start: Instant
  let findings: [FindingLog.Occurrence]
  let tokens: JSON
  /// The URL of the whole exchange in the journal.
  let journal: String
  /// The URL of the page of exchanges.
  let traffic: String

  /// The number of characters of a body to show; the journal has the rest.
  static let bodyLimit = 2000

  /// Folded.
  var html: HTML { markup(isOpen: false) }

  var opened: HTML { markup(isOpen: true) }

  private func markup(isOpen: Bool) -> HTML {
    let entry = passage.last
    let (request, response) = (entry.exchange.request, entry.exchange.response)
    let times = passage.count == 1 ? "" : ", the last of \(passage.count)"
    let isMistaken = findings.contains { $0.finding.rule.severity != .note }
    let isMarked = isMistaken || response.status.code >= 400
    return """
      <details class="exchange\(isMarked ? " marked" : "")" id="message-\(passage.first.number)" data-testid="exchange"\(isOpen ? " open" : "" as HTML)>
      <summary><span class="time">\(TimeOffset.text(from: start, to: entry.at))</span> \
      <strong>\(entry.endpoint)</strong> <span class="line">\(request.method.text) \(shortPath(request))</span> \
      <span class="status">\(response.status.description)</span>\
      \(entry.findings.map(badge))</summary>
      <p class="who">\(parties.from) to \(parties.to)\(times)</p>
      \(folded)
      \(findings.map(FindingView.html))
      <h3>Request</h3>
      <pre tabindex="0" data-copies="the request’s head">\(request.method.text) \(request.target.raw)
      \(headers(request.headers))</pre>
      \(body(request.body, request.headers["Content-Type"]))
      <h3>Answer</h3>
      \(transmission(entry.exchange.transmission))<pre tabindex="0" data-copies="the answer’s head">\(response.status.description)
      \(headers(response.headers))</pre>
      \(body(response.body, response.headers["Content-Type"]))
      \(TokenView.html(tokens))
      <p><a href="\(journal)">This exchange in the journal</a></p>
      </details>

      """
  }

  /// The polls that are drawn as one message.
  private var folded: HTML? {
    guard !passage.folded.isEmpty else { return nil }
    let items = passage.folded.map { poll -> HTML in
      "<li>\(TimeOffset.text(from: start, to: poll.at)) <a href=\"\(traffic)/\(poll.number)\">exchange \(poll.number)</a></li>\n"
    }
    let before = passage.count - 1
    let title = before == 1 ? "The one before it" : "The \(before) before it"
    let earlier = before - items.count
    let rest: HTML? = earlier > 0 ? "<p>and \(earlier) before them</p>" : nil
    return """
      <details id="polls-\(passage.first.number)" data-testid="polls"><summary>\(title)</summary>
      <ul>
      \(items)</ul>
      \(rest)
      </details>
      """
  }

  /// A rule whose occurrence is no longer kept counts as a note.
  private func badge(_ rule: String) -> HTML {
    let severity = findings.first { $0.finding.rule.identifier == rule }?.finding.rule.severity ?? .note
    return " \(Badge(severity).html(rule))"
  }

  private func shortPath(_ request: Request) -> String {
    let path = request.target.rawPath
    return path.count <= 80 ? path : path.prefix(79) + "…"
  }

  private func headers(_ headers: Headers) -> HTML {
    HTML(headers.map { "\($0.name): \(cut($0.value))" }, separator: "\n")
  }

  private func cut(_ value: String) -> String {
    value.count <= Self.bodyLimit ? value : value.prefix(Self.bodyLimit) + "…"
  }

  /// Text that can be copied, if it is whole: what was cut could not be pasted as it is.
  static func text(_ text: String, of name: String, atMost limit: Int) -> HTML {
    guard text.count > limit else { return "<pre tabindex=\"0\" data-copies=\"\(name)\">\(text)</pre>" }
    return """
      <pre tabindex="0">\(text.prefix(limit))…</pre>
      <p class="faint">Cut: the journal has all \(text.count) characters.</p>
      """
  }

  private func transmission(_ transmission: Transmission) -> HTML {
    var effects: [String] = []
    if transmission.after > .zero { effects.append("sent \(DurationText.text(transmission.after)) later") }
    switch transmission.shape {
    case .whole: break
    case .reset: effects.append("never sent: the connection was reset")
    case .empty: effects.append("never sent: the connection was closed")
    case .truncated(let bytes): effects.append("cut off after \(bytes) bytes")
    case .drip(let time): effects.append("sent slowly, over \(DurationText.text(time))")
    case .garbage: effects.append("other bytes were sent in its place")
    }
    return effects.isEmpty
      ? "" : "<p class=\"fault\">A fault of the scenario: \(effects.joined(separator: "; ")).</p>\n"
  }

  private func body(_ bytes: [UInt8], _ type: String?) -> HTML {
    guard !bytes.isEmpty else { return "" }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "<p>\(bytes.count) bytes of \(type ?? "unknown type").</p>"
    }
    if (type ?? "").hasPrefix("text/html") { return "<p>A page of \(bytes.count) bytes.</p>" }
    if (type ?? "").hasPrefix("application/x-www-form-urlencoded"), let form = try? Form(parsing: bytes) {
      let lines = form.map { "\($0.name)=\($0.value)" }
      return Self.text(lines.joined(separator: "\n"), of: "the form", atMost: 2 * Self.bodyLimit)
    }
    let shown = (try? JSON(parsing: bytes)).map { $0.text(pretty: true) } ?? text
    return Self.text(shown, of: "the content", atMost: Self.bodyLimit)
  }
}

/// A broken rule with its fix and its documentation.
enum FindingView {
  static func html(_ occurrence: FindingLog.Occurrence) -> HTML {
    let rule = occurrence.finding.rule
    let detail = occurrence.finding.detail
    let seen: HTML = detail.isEmpty ? "" : "<p>Seen: <q>\(detail)</q></p>"
    return """
      <div class="finding \(rule.severity.rawValue)" data-testid="finding">
      <p>\(occurrence.finding.isExpected ? Badge.note.html("expected") : Badge(rule.severity).html(rule.severity.rawValue)) <code>\(rule.identifier)</code>: \(rule.message).</p>
      \(seen)
      <p>Fix: \(rule.fix).</p>
      <p>\(SpecificationLink.link(rule.documentation.text, rule.documentation.url))\(rule.specification.map(SpecificationLink.clause))</p>
      </div>

      """
  }
}

/// The decoded tokens of an exchange.
enum TokenView {
  static func html(_ tokens: JSON) -> HTML {
    HTML((tokens.array ?? []).map(token))
  }

  private static func token(_ token: JSON) -> HTML {
    let name = token["name"]?.string ?? ""
    return """
      <section class="token" data-testid="token">
      <h3>Token <code>\(name)</code></h3>
      \(raw(token["text"]?.string, name))
      \(part("Encryption", token["encryption"]))
      \(remark(token["decryption"]))
      \(part("Header", token["header"]))
      \(part("Claims", token["claims"]))
      \(times(of: token["claims"]))
      \(remark(token["signature"].map { .string("Signature: \($0.string ?? "")") }))
      </section>

      """
  }

  /// The token itself, on one line, whole for who copies it; the journal alone has a very long one.
  private static func raw(_ text: String?, _ name: String) -> HTML? {
    guard let text, text.utf8.count <= 4 * MessageView.bodyLimit else { return nil }
    return "<p class=\"raw\"><code class=\"whole\" data-copies=\"the token \(name)\">\(text)</code></p>"
  }

  private static func part(_ title: String, _ json: JSON?) -> HTML {
    guard let json else { return "" }
    let text = MessageView.text(
      json.text(pretty: true), of: "the \(title.lowercased())", atMost: 2 * MessageView.bodyLimit)
    return "<h4>\(title)</h4>\(text)"
  }

  /// The claims that are moments (RFC 7519 §4.1; OpenID Connect Core §2), for people.
  private static func times(of claims: JSON?) -> HTML? {
    let times = ["iat", "nbf", "auth_time", "exp"].compactMap { name -> HTML? in
      guard let seconds = claims?[name]?.integer, (0..<1 << 36).contains(seconds) else { return nil }
      return "<span><code>\(name)</code> \(TimeText(Instant(seconds: Int64(seconds))).exact)</span>"
    }
    return times.isEmpty ? nil : "<p class=\"links\" data-testid=\"times\">\(HTML(times))</p>"
  }

  private static func remark(_ json: JSON?) -> HTML {
    json?.string.map { "<p class=\"verified\">\($0)</p>" } ?? ""
  }
}
