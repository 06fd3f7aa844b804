package import Flow
package import HTTP
package import JSON
package import ProviderKit

/// An error code of OAuth or OpenID Connect.
package struct OAuthError: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  /// An error that only one vendor has.
  package init(stringLiteral word: String) { rawValue = word }

  package static let invalidRequest: OAuthError = "invalid_request"
  package static let invalidClient: OAuthError = "invalid_client"
  package static let invalidGrant: OAuthError = "invalid_grant"
  package static let invalidScope: OAuthError = "invalid_scope"
  package static let invalidToken: OAuthError = "invalid_token"
  package static let insufficientScope: OAuthError = "insufficient_scope"
  package static let unauthorizedClient: OAuthError = "unauthorized_client"
  package static let unsupportedGrantType: OAuthError = "unsupported_grant_type"
  package static let unsupportedResponseType: OAuthError = "unsupported_response_type"
  package static let accessDenied: OAuthError = "access_denied"
  package static let serverError: OAuthError = "server_error"
  package static let invalidRequestObject: OAuthError = "invalid_request_object"
}

/// Why a call is refused: its wire form, and the rule for the developer.
package struct OpenIDRefusal: Error, Sendable {
  /// The `error` on the wire.
  package private(set) var error: OAuthError
  /// The `error_description` on the wire.
  package let description: String
  /// The rule that was broken, and what was seen; `nil` if the client has done nothing wrong.
  package private(set) var finding: Finding?
  /// The status, if not the usual one.
  package var status: Status?
  /// The transaction that the refused call was about, if only its content told that.
  package private(set) var transaction: String?
  /// True if only the browser may see it, because no redirect URI can be trusted (RFC 6749 §4.1.2.1).
  package private(set) var isShownOnPage = false
  /// Log lines.
  private(set) var remarks: [String] = []
  private var earlier: [Finding] = []

  package init(_ error: OAuthError, _ rule: Rule, _ seen: String = "", _ description: String) {
    (self.error, self.description, finding) = (error, description, Finding(rule, seen))
  }

  /// A refusal without a broken rule, such as that of a client that has to wait.
  package init(_ error: OAuthError, _ description: String) {
    (self.error, self.description, finding) = (error, description, nil)
  }

  /// A refusal that is shown on a page, and sent to no redirect URI.
  package static func page(
    _ rule: Rule, _ seen: String = "", _ description: String, as error: OAuthError = .invalidRequest
  ) -> OpenIDRefusal {
    OpenIDRefusal(error, rule, seen, description).onPage
  }

  /// The same refusal, shown on a page.
  package var onPage: OpenIDRefusal {
    var refusal = self
    refusal.isShownOnPage = true
    return refusal
  }

  /// The same refusal where a scenario made the mistake, which is not a finding about the client; the log says what it was.
  func unblamed(_ remark: String) -> OpenIDRefusal {
    var refusal = self
    refusal.finding = nil
    refusal.remarks.append(remark)
    return refusal
  }

  /// The same refusal with another error or status.
  package func with(error: OAuthError? = nil, status: Status? = nil) -> OpenIDRefusal {
    var refusal = self
    if let error { refusal.error = error }
    if let status { refusal.status = status }
    return refusal
  }

  /// The same refusal of a call that was about this transaction.
  package func about(_ transaction: String) -> OpenIDRefusal {
    var refusal = self
    refusal.transaction = transaction
    return refusal
  }

  /// All findings of the call, the reason of the refusal last; advice that became the reason is listed once.
  package var findings: [Finding] { earlier.filter { $0 != finding } + (finding.map { [$0] } ?? []) }

  /// The same refusal, which the story brought about, and not the client.
  ///
  /// - Parameter login: the login of the story, unless it is that of the call or none has begun.
  package func expected(by login: String? = nil) -> OpenIDRefusal {
    var refusal = self
    refusal.finding?.transaction = login
    refusal.finding?.isExpected = true
    return refusal
  }

  /// The refusal, with earlier findings of the call.
  package func after(_ findings: [Finding]) -> OpenIDRefusal {
    var refusal = self
    refusal.earlier = findings + earlier
    return refusal
  }

  /// The body of RFC 6749 §5.2.
  package var body: JSON {
    ["error": .string(error.rawValue), "error_description": .string(description)]
  }
}

/// Why a call is not answered yet, or not at all.
package enum Interruption: Error, Sendable {
  case refused(OpenIDRefusal)
  /// A document must be fetched first; then the call is answered again.
  case needs(DocumentNeeded)

  /// The same, with earlier findings of the call.
  package func after(_ findings: [Finding]) -> Interruption { refusal { $0.after(findings) } }

  /// True if it is a refusal that the story brought about.
  var isExpected: Bool {
    if case .refused(let refusal) = self { refusal.finding?.isExpected == true } else { false }
  }

  /// The same, with the refusal changed if it is one.
  func refusal(_ change: (OpenIDRefusal) -> OpenIDRefusal) -> Interruption {
    if case .refused(let refusal) = self { .refused(change(refusal)) } else { self }
  }
}

/// Does work; a refusal interrupts the call.
package func refusing<Result>(_ work: () throws(OpenIDRefusal) -> Result) throws(Interruption) -> Result {
  do throws(OpenIDRefusal) { return try work() } catch { throw .refused(error) }
}

/// Does work that may need a document.
package func fetching<Result>(_ work: () throws(DocumentNeeded) -> Result) throws(Interruption) -> Result {
  do throws(DocumentNeeded) { return try work() } catch { throw .needs(error) }
}

/// Does work that may be interrupted: a refusal is answered, a document is asked for.
package func settling<Result>(
  refusedBy refuse: (OpenIDRefusal) -> Result, _ work: () throws(Interruption) -> Result
) throws(DocumentNeeded) -> Result {
  do throws(Interruption) {
    return try work()
  } catch {
    switch error {
    case .needs(let document): throw document
    case .refused(let refusal): return refuse(refusal)
    }
  }
}
