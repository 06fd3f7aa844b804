package import HTTP

/// The emulator's part of a provider's page, set apart from what resembles the real one; it can be folded for
/// presentations.
package enum EmulatorStrip {
  package static func html(_ title: String, isOpen: Bool = true, _ content: HTML) -> HTML {
    """
    <details class="emulator"\(isOpen ? " open" : "" as HTML) data-testid="emulator"><summary>Emulator: \(title)</summary>
    \(content)
    </details>
    """
  }

  /// What may happen besides what people usually do.
  package static func furtherChoices(_ content: HTML) -> HTML {
    html("what else may happen", isOpen: false, content)
  }
}
