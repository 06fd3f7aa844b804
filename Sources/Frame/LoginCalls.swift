package import Flow
package import HTTP
package import ProviderKit
import Synchronization

/// What the journal says of logins: what each asked for, and which were refused before they began.
///
/// Each entry is read once, because reading thousands for every page would take long. Entries that the journal has
/// dropped are dropped here at the next `look`.
package final class LoginCalls: Sendable {
  /// A call that would have begun a login but was refused.
  package struct Refusal: Sendable {
    /// The number of its exchange.
    package let number: Int
    package let at: Instant
    package let provider: String
    /// Empty if the call does not say which.
    package let client: String
    /// The ids of the rules that were broken.
    package let findings: [String]
  }

  fileprivate struct State {
    var read = 0
    /// The first call of each login, oldest first.
    var firstCalls: [(number: Int, transaction: String)] = []
    /// The request of each login, and the number of the call, by transaction.
    var asked: [String: (number: Int, text: String)] = [:]
    var refusals: [Refusal] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// - Parameters:
  ///   - asked: what a login asked for, by its identifier.
  ///   - isOwned: true if calls of the endpoint belong to logins.
  package func look(
    through journal: Journal, isOwned: (_ provider: String, _ endpoint: String) -> Bool
  ) -> (asked: [String: (number: Int, text: String)], refusals: [Refusal]) {
    state.withLock { state in
      let entries = journal.entries(after: state.read)
      state.forget(upTo: journal.page(after: 0, limit: 0).lost)
      for entry in entries { state.read(entry, isOwned) }
      return (state.asked, state.refusals)
    }
  }
}

extension LoginCalls.State {
  fileprivate mutating func forget(upTo number: Int) {
    let forgotten = firstCalls.prefix { $0.number <= number }
    for call in forgotten where asked[call.transaction]?.number == call.number {
      asked[call.transaction] = nil
    }
    firstCalls.removeFirst(forgotten.count)
    refusals.removeFirst(refusals.prefix { $0.number <= number }.count)
  }

  fileprivate mutating func read(
    _ entry: Journal.Entry, _ isOwned: (_ provider: String, _ endpoint: String) -> Bool
  ) {
    read = entry.number
    guard let transaction = entry.transaction else {
      if let refusal = LoginCalls.Refusal(entry, isOwned) { refusals.append(refusal) }
      return
    }
    guard asked[transaction] == nil else { return }
    asked[transaction] = (entry.number, LoginCalls.asked(by: entry.exchange.request))
    firstCalls.append((entry.number, transaction))
  }
}

extension LoginCalls {
  /// `se:bankid:same-device` of `urn:grn:authn:se:bankid:same-device`; empty if the request names none.
  package static func asked(by request: Request) -> String {
    let value = request.forms.compactMap { $0["acr_values"] }.first ?? ""
    let first = value.split(separator: " ").first.map(String.init) ?? ""
    if first.hasPrefix("urn:") { return first.split(separator: ":").dropFirst(3).joined(separator: ":") }
    return first.split(separator: "/").last.map(String.init) ?? ""
  }
}

extension LoginCalls.Refusal {
  fileprivate init?(
    _ entry: Journal.Entry, _ isOwned: (_ provider: String, _ endpoint: String) -> Bool
  ) {
    let answer = entry.exchange.response
    guard entry.exchange.direction == .incoming,
      answer.status.code >= 400 || answer.headers["Location"]?.contains("error=") == true,
      isOwned(entry.provider, entry.endpoint)
    else { return nil }
    let forms = entry.exchange.request.forms
    // Without a credential of an earlier call it asks for a new login.
    guard forms.contains(where: { $0["client_id"] != nil && $0["code"] == nil && $0["grant_type"] == nil })
    else { return nil }
    (number, at, provider, findings) = (entry.number, entry.at, entry.provider, entry.findings)
    client = entry.client ?? forms.compactMap { $0["client_id"] }.first ?? ""
  }
}
