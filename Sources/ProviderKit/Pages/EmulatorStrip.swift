package import Flow
package import HTTP

/// The emulator's part of a provider's page, set apart from what resembles the real one; it can be folded for
/// presentations.
package enum EmulatorStrip {
  package static func html(_ title: String, isOpen: Bool = true, _ content: HTML) -> HTML {
    """
    <details class="emulator"\(isOpen ? " open" : "" as HTML) data-testid="emulator"><summary>Emulator: \(title)</summary>
    <div class="strip">\(content)</div>
    </details>
    """
  }

  /// What may happen besides what people usually do.
  package static func furtherChoices(_ content: HTML) -> HTML {
    html("what else may happen", isOpen: false, content)
  }

  /// Whom a page waits for, and how long: in minutes, so that the page does not change each second.
  package static func waiting(for person: Person, until deadline: Instant, at now: Instant) -> HTML {
    let seconds = (deadline - now).components.seconds
    let left = seconds > 60 ? "\((seconds + 59) / 60) minutes" : "less than a minute"
    return "Waiting for \(HTML.name(of: person)), \(left) left."
  }
}
