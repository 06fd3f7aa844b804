import HTTP
import ProviderKit

/// The page at `/`: what runs here, and what to paste into a client.
struct StartPage {
  private let base: String
  private let isStrict: Bool
  private let settings: [ProviderSettings]

  init(_ call: Call, _ sandbox: Sandbox, _ providers: [any Provider]) {
    base = call.base
    isStrict = sandbox.settings.isStrict
    settings = providers.map { $0.settings(base: "\(call.base)/\(type(of: $0).slug)") }
  }

  var response: Response {
    var response = Response.html(page)
    // The page has no script and loads nothing; its style stands in it.
    response.headers.set(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    response.headers.set("X-Content-Type-Options", "nosniff")
    response.headers.set("Cache-Control", "no-store")
    return response
  }

  private var page: HTML {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Eidolon</title>
    <style>
    \(style)
    </style>
    <p class="watermark">This is an emulator. No real identity is behind it.</p>
    <h1>Eidolon</h1>
    <p>\(mode)</p>
    \(settings.map(section))
    <h2>More</h2>
    <p>Health: <a href="\(base)/_eidolon/health">\(base)/_eidolon/health</a></p>
    </html>

    """
  }

  private var mode: String {
    isStrict
      ? "Strict: only clients of the world are let in, and unknown people are refused."
      : "Not strict: clients that no one registered are let in, and each leniency is reported. Use --strict in CI."
  }

  private func section(_ settings: ProviderSettings) -> HTML {
    let rows: [HTML] = settings.values.map { row($0.name, value($0.value)) }
    return """
      <h2>\(settings.title)</h2>
      <table>
      \(row("start at", value(settings.entry)))
      \(rows)
      </table>

      """
  }

  private func row(_ name: String, _ value: HTML) -> HTML {
    "<tr><th scope=\"row\">\(name)</th><td>\(value)</td></tr>\n"
  }

  /// An address of the emulator is a link, everything else a text to copy.
  private func value(_ text: String) -> HTML {
    text.hasPrefix("\(base)/") ? "<a href=\"\(text)\"><code>\(text)</code></a>" : "<code>\(text)</code>"
  }

  private let style: HTML = """
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
    .watermark { background: #b00020; color: #fff; font-weight: bold; padding: .5rem 1rem; }
    table { border-collapse: collapse; width: 100%; }
    th { text-align: left; font-weight: normal; padding: .25rem 1rem .25rem 0; white-space: nowrap; vertical-align: top; }
    td { padding: .25rem 0; overflow-wrap: anywhere; }
    """
}
