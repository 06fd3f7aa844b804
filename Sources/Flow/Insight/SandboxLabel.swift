/// The name of a sandbox in reports and the log.
package struct SandboxLabel: Sendable, Hashable {
  /// The name in addresses; empty for the root.
  package let name: String
  /// What it was made for, such as the name of a test.
  package let title: String?

  package static let root = SandboxLabel("")

  package init(_ name: String, title: String? = nil) {
    (self.name, self.title) = (name, title)
  }

  package var text: String {
    let shown = name.isEmpty ? "the root" : name
    return title.map { "\(shown) (\($0))" } ?? shown
  }
}
