import Flow
import Frame
import HTTP
import ProviderKit

/// A login as one file, which a browser opens without Eidolon: it refers to nothing outside itself.
struct LoginFile {
  let hidesSecrets: Bool

  /// The maximum number of messages, and roughly of the bytes they fill.
  static let limit = (passages: 500, bytes: 4 << 20)

  /// - Parameter content: markup of a page.
  func document(title: String, _ content: String, at now: Instant) -> String {
    let secrets =
      hidesSecrets
      ? "Secrets, codes and tokens are hidden." : "It holds secrets, codes and tokens as they were."
    let head: HTML = """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
      <style>\(HTML(markup: PageAssets.style("page.css") + PageAssets.style("timeline.css")))</style>
      """
    return """
      \(PageHead.html("\(title) – Eidolon (emulator)", head).text)
      <body>
      <aside class="watermark" aria-label="Emulator">This is an emulator. No real identity is used.</aside>
      <main class="wide">
      \(Self.detached(content))
      <p class="faint">Saved by Eidolon at \(now.text). \(secrets)</p>
      </main>
      </body>
      </html>

      """
  }

  /// A standalone drawing.
  static func picture(_ drawing: HTML) -> String {
    let rules = PageAssets.style("timeline.css").split(separator: "\n").filter { $0.hasPrefix(".sequence") }
    let style = "<style>\(Look.tokens)svg{background:var(--paper)}\(rules.joined(separator: "\n"))</style>"
    var text = detached(drawing.text, with: "g")
    if let head = text.firstRange(of: ">") {
      text.replaceSubrange(head, with: " xmlns=\"http://www.w3.org/2000/svg\">\n\(style)")
    }
    return text + "\n"
  }

  /// Turns links to other pages into plain text.
  private static func detached(_ markup: String, with element: String? = nil) -> String {
    var result = ""
    var rest = markup[...]
    while let start = rest.firstRange(of: "<a "), let end = rest[start.upperBound...].firstIndex(of: ">") {
      let attributes = rest[start.upperBound..<end]
      let isInside = attributes.contains("href=\"#") && element == nil
      result += rest[..<start.lowerBound]
      rest = rest[rest.index(after: end)...]
      let close = rest.firstRange(of: "</a>")
      let body = rest[..<(close?.lowerBound ?? rest.endIndex)]
      let name = isInside ? "a" : element ?? "span"
      let kept = isInside ? " \(attributes)" : classes(attributes)
      result += "<\(name)\(kept)>\(body)</\(name)>"
      rest = rest[(close?.upperBound ?? rest.endIndex)...]
    }
    return result + rest
  }

  private static func classes(_ attributes: Substring) -> String {
    guard let start = attributes.firstRange(of: "class=\"")?.upperBound,
      let end = attributes[start...].firstIndex(of: "\"")
    else { return "" }
    return " class=\"\(attributes[start..<end])\""
  }
}
