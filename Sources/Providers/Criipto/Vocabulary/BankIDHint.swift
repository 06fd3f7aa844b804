/// BankID's hint codes: the state of an order (§1.9).
enum BankIDHint: String, Sendable, Hashable, CaseIterable {
  // The order is pending:
  /// No app has picked up the order; the QR code is only shown in this state.
  case outstandingTransaction
  /// No app has picked up an order with a personal number.
  case noClient
  /// The app has picked up the order.
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
  /// Another order was made for the same person.
  case cancelled
  /// No app picked up the order in time.
  case startFailed
  case notSupportedByUserApp
  case transactionRiskBlocked
  case userDeclinedCall

  /// The codes that a scenario can give as the reason of `fail`.
  static let failures = allCases.filter(\.isFailure).map(\.rawValue)

  var isFailure: Bool {
    switch self {
    case .outstandingTransaction, .noClient, .started, .userMrtd, .userCallConfirm, .userSign: false
    case .expiredTransaction, .certificateErr, .userCancel, .cancelled, .startFailed, .notSupportedByUserApp,
      .transactionRiskBlocked, .userDeclinedCall:
      true
    }
  }

  /// The text by which the provider reports a failure (§1.6).
  var collectFailed: String { "Collect failed: \(rawValue)" }
}
