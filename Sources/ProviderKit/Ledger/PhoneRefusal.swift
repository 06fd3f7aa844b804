/// Why an action on the phone failed.
package enum PhoneRefusal: Error, Sendable, Hashable {
  /// No such transaction is open.
  case unknownTransaction
  case unknownVerb(closest: [String])
  /// The verb has other reasons, or takes none.
  case unknownReason(closest: [String])
  /// It is too early for that.
  case early(state: String)
  /// The transaction is decided already.
  case decided(state: String)
}
