import Flow
import HTTP
import ProviderKit

/// The sandbox that a page shows with its clock, and links to the other sandboxes and the root.
struct SiteBar {
  private let sandbox: String
  private let root: String
  private let others: [String]
  private let hidden: Int
  private let now: Instant
  private let isFrozen: Bool

  /// The most sandboxes in the menu; the control plane lists all.
  private static let limit = 20

  init(_ site: Site, _ call: Call, _ base: String) {
    sandbox = site.sandbox.name
    let suffix = "/~\(sandbox)"
    root = base.hasSuffix(suffix) ? String(base.dropLast(suffix.count)) : base
    let names = (site.sandboxes?.all.map(\.name) ?? []).filter { $0 != site.sandbox.name }
    others = Array(names.prefix(Self.limit))
    hidden = names.count - others.count
    now = call.now
    isFrozen = site.sandbox.environment.clock.mode == .frozen
  }

  var html: HTML {
    let name: HTML = sandbox.isEmpty ? "root" : "<bdi>\(sandbox)</bdi>"
    let back: HTML? =
      sandbox.isEmpty ? nil : "<a href=\"\(root)/\" data-testid=\"to-root\">Back to the root sandbox</a>"
    let list = others.map { "<a href=\"\(root)/~\($0)/\" data-testid=\"to-\($0)\">\($0)</a>" as HTML }
    let none: HTML? = sandbox.isEmpty && others.isEmpty ? "<p>There is no other sandbox.</p>" : nil
    let more: HTML? = hidden > 0 ? "<p>and \(hidden) more</p>" : nil
    return """
      <details class="menu" id="sandboxes"><summary data-testid="sandbox"><span>Sandbox: \(name)</span></summary>
      <div data-testid="sandboxes">\(back)\(HTML(list))\(more)\(none)</div></details>
      <span class="clock" data-part="site-clock" data-testid="clock" title="The clock of this sandbox">\
      \(TimeText(now).clock(isFrozen: isFrozen))</span>
      """
  }
}
