/// BankID's words for where an order stands (§1.9).
enum BankIDHint: String, Sendable, Hashable, CaseIterable {
  // The order is pending:
  /// No app has picked the order up; the only time at which a QR code is shown.
  case outstandingTransaction
  /// A personal number was given, and still no app has picked the order up.
  case noClient
  /// The app was started with the order.
  case started
  /// The app reads the person's passport or identity card.
  case userMrtd
  /// The app asks whether the person is on the phone with the caller.
  case userCallConfirm
  /// The app shows the request and asks for the code.
  case userSign

  // The order has failed:
  case expiredTransaction
  case certificateErr
  case userCancel
  /// Another order for the same person came.
  case cancelled
  /// No app was started with the order in time.
  case startFailed
  case notSupportedByUserApp
  case transactionRiskBlocked
  case userDeclinedCall

  /// The words with which an order can fail; a scenario gives them as the reason of `fail`.
  static let failures = allCases.filter(\.isFailure).map(\.rawValue)

  /// The order is over.
  var isFailure: Bool {
    switch self {
    case .outstandingTransaction, .noClient, .started, .userMrtd, .userCallConfirm, .userSign: false
    case .expiredTransaction, .certificateErr, .userCancel, .cancelled, .startFailed, .notSupportedByUserApp,
      .transactionRiskBlocked, .userDeclinedCall:
      true
    }
  }

  /// The text in which the provider passes a failure on (§1.6).
  var collectFailed: String { "Collect failed: \(rawValue)" }
}
