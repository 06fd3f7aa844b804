/// The module's namespace.
package enum Control {
  /// The version of the program, as in CHANGELOG.md.
  package static let version = "0.1.0"
}
