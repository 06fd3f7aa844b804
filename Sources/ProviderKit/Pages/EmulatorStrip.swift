package import HTTP

/// The emulator's part of a provider's page, set apart from what resembles the real one; it can be folded for
/// presentations.
package enum EmulatorStrip {
  package static func html(_ title: String, _ content: HTML) -> HTML {
    """
    <details class="emulator" open data-testid="emulator"><summary>Emulator: \(title)</summary>
    \(content)
    </details>
    """
  }
}
