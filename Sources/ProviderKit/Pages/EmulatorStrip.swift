package import HTTP

/// What a provider's page has of the emulator, set apart from what is like the real one; who presents folds it up.
package enum EmulatorStrip {
  package static func html(_ title: String, _ content: HTML) -> HTML {
    """
    <details class="emulator" open data-testid="emulator"><summary>Emulator: \(title)</summary>
    \(content)
    </details>
    """
  }
}
