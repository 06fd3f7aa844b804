import ProviderKit

// Where a call carries the handle of its transaction.

extension CallHandle {
  /// The BWS token that authorizes a call.
  static let bwsToken = CallHandle { try? BioID.sentToken($0.request) }
}
