/// The control plane of a sandbox.
package enum Control {
  /// The version that programs and reports show; CHANGELOG.md says what is in it.
  package static let version = "0.1.0"
}
