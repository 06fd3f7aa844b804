import Flow
import Frame
import HTTP
import ProviderKit

/// What to paste into a client of one provider, and which of its first calls have arrived.
struct ConnectSection {
  let provider: any Provider
  /// The provider's base URL.
  let base: String
  /// `nil` where nothing about the sandbox may be shown.
  let calls: [String: Int]?
  /// Links to the flows that demonstrate the provider.
  let starts: HTML

  private var slug: String { type(of: provider).slug }

  var html: HTML {
    let settings = type(of: provider).settings(base: base)
    let values = [("start at", settings.entry)] + settings.values
    let rows = values.enumerated().map { row($1.0, $1.1, "\(slug)-\($0 + 1)") }
    return """
      <section class="card" aria-labelledby="\(slug)" id="connect-\(slug)" data-testid="provider-\(slug)">
      <h3 id="\(slug)">\(settings.title)</h3>
      \(calls.map { checklist(settings.firstCalls, $0) })
      <table class="settings">
      \(rows)</table>
      \(snippets)
      \(endpoints)
      \(starts)
      </section>

      """
  }

  // MARK: What has arrived

  private func checklist(_ names: [String], _ calls: [String: Int]) -> HTML {
    let terms = type(of: provider).vocabulary.endpoints.map(\.term)
    let items = names.compactMap { name -> HTML? in
      guard let term = terms.first(where: { $0.name == name }) else { return nil }
      let badge =
        calls[name].map { Badge.good.html($0 == 1 ? "arrived" : "arrived, \($0) times") }
        ?? Badge.waiting.html("not yet")
      return
        "<li data-testid=\"call-\(slug)-\(name)\"><span title=\"\(term.meaning)\"><code>\(name)</code></span> \(badge)</li>\n"
    }
    return """
      <div data-part="calls-\(slug)"><ol class="steps" aria-label="First calls of a client">
      \(items)</ol></div>
      """
  }

  // MARK: What to paste

  private func row(_ name: String, _ value: String, _ identifier: String) -> HTML {
    """
    <tr><th scope="row">\(name)</th><td>\(text(value, identifier))</td>\
    <td><button type="button" hidden data-copy="\(identifier)" data-testid="copy-\(identifier)" \
    aria-label="Copy \(name)">Copy</button></td></tr>

    """
  }

  /// A document of the emulator is a link, any other value text to copy.
  private func text(_ value: String, _ identifier: String) -> HTML {
    let code: HTML = "<code id=\"\(identifier)\" class=\"whole\">\(value)</code>"
    let isDocument =
      value.hasPrefix("\(base)/") && (value.hasSuffix("configuration") || value.hasSuffix(".json"))
    return isDocument ? "<a href=\"\(value)\">\(code)</a>" : code
  }

  /// The same as complete configurations, for those who paste less often.
  private var snippets: HTML {
    let parts = ClientSnippets(provider, base: base).all.map { snippet -> HTML in
      let identifier = "\(slug)-\(snippet.mark)"
      return """
        <details name="whole" data-testid="whole-\(identifier)"><summary>\(snippet.title)</summary>
        <p><button type="button" hidden data-copy="\(identifier)" data-testid="copy-\(identifier)" \
        aria-label="Copy for \(snippet.title)">Copy</button></p>
        <pre tabindex="0"><code id="\(identifier)">\(snippet.text)</code></pre></details>

        """
    }
    return """
      <h4>Whole, for</h4>
      <div class="snippets">
      \(parts)</div>
      """
  }

  private var endpoints: HTML {
    let terms = type(of: provider).vocabulary.endpoints
    let rows = type(of: provider).anyEndpoints.map { endpoint -> HTML in
      let term = terms.first { $0.term.name == endpoint.name }?.term
      return """
        <tr><td><code>\(base)\(endpoint.path)</code></td><td>\(term?.meaning ?? endpoint.name)</td></tr>

        """
    }
    return """
      <details data-testid="endpoints-\(slug)"><summary>Every address, \(rows.count) of them</summary>
      <table>
      <thead><tr><th scope="col">Address</th><th scope="col">What it is</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </details>
      """
  }
}
