package import Flow

/// The effect of opening a launch link or scanning a code.
package struct PhoneOpening: Sendable {
  package enum Result: Sendable, Hashable {
    /// The app shows the request of the transaction.
    case shown
    /// The app shows nothing, for this reason.
    case refused(String)
    /// No app takes this link: the browser shows a page, at a path below the provider's mount.
    case page(path: String)
  }

  /// `nil` if the link names no known transaction.
  package let transaction: String?
  package let result: Result
  package let findings: [Finding]

  package init(_ result: Result, transaction: String? = nil, findings: [Finding] = []) {
    (self.result, self.transaction, self.findings) = (result, transaction, findings)
  }
}
