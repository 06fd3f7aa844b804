package import Flow

/// What happened when a person opened a launch link or scanned a code.
package struct PhoneOpening: Sendable {
  /// What the phone shows.
  package enum Result: Sendable, Hashable {
    /// The request of the transaction.
    case shown
    /// Why the app shows nothing.
    case refused(String)
    /// The phone's browser shows a page, at a path below the provider's mount: no app takes this link.
    case page(path: String)
  }

  /// The transaction that was meant, where one is known.
  package let transaction: String?
  /// What the phone shows.
  package let result: Result
  /// The rules that the link broke.
  package let findings: [Finding]

  /// What happened to a link.
  package init(_ result: Result, transaction: String? = nil, findings: [Finding] = []) {
    (self.result, self.transaction, self.findings) = (result, transaction, findings)
  }
}
