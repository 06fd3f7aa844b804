import ProviderKit

extension CallHandle {
  /// The BWS token of the Authorization header.
  static let bwsToken = CallHandle { try? BioID.sentToken($0.request) }
}
