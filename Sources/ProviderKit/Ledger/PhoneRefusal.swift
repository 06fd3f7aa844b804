/// Why nothing could be done on the phone.
package enum PhoneRefusal: Error, Sendable, Hashable {
  /// No open transaction has this identifier.
  case unknownTransaction
  /// The provider has no such verb; the closest ones.
  case unknownVerb(closest: [String])
  /// The transaction is decided already; its state.
  case decided(state: String)
}
