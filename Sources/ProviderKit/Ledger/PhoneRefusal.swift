/// Why an action on the phone failed.
package enum PhoneRefusal: Error, Sendable, Hashable {
  /// No such transaction is open.
  case unknownTransaction
  case unknownVerb(closest: [String])
  /// The transaction is decided already.
  case decided(state: String)
}
