package import Flow
import Synchronization

/// Lets a provider have an identity verified by another provider of the same sandbox, without either knowing the other:
/// a ReuseID step-up, for example, ends with a VideoID (contract reuseid §1a).
///
/// The verifying provider makes its offer when it is created; another provider orders a verification and learns how it ended.
package final class IdentityVerifications: Sendable {
  package struct Order: Sendable {
    /// The ordering provider's identifier of the client.
    package let client: String
    package let person: Person
    /// The documents that the person may show.
    package let documents: Documents
    /// The lifetime of the admission's token; `nil` for the verifying provider's default.
    package let lifetime: Duration?
    /// True if a story lets the token end before its time, which is not a fault of the app that comes late.
    package let isCutShort: Bool
    /// How many failed attempts make the verification fail.
    package let attempts: Int
    /// True if the admission's token begins one attempt, and another one only after a failed one.
    package let isSingleUse: Bool
    /// What the person does at each attempt; the verifying provider decides where there is none.
    package let conduct: [Conduct]
    /// Called each time the token begins an attempt, with the attempt's identifier.
    package let begun: @Sendable (_ identifier: String, Instant) -> Void
    /// Called once.
    package let ended: @Sendable (Ending, Instant) -> Void

    package init(
      client: String, person: Person, documents: Documents = Documents(), lifetime: Duration? = nil,
      isCutShort: Bool = false,
      attempts: Int = 1, isSingleUse: Bool = false, conduct: [Conduct] = [],
      begun: @escaping @Sendable (_ identifier: String, Instant) -> Void = { _, _ in },
      ended: @escaping @Sendable (Ending, Instant) -> Void
    ) {
      (self.client, self.person, self.documents) = (client, person, documents)
      (self.lifetime, self.isCutShort) = (lifetime, isCutShort)
      (self.attempts, self.isSingleUse) = (max(attempts, 1), isSingleUse)
      (self.conduct, self.begun, self.ended) = (conduct, begun, ended)
    }
  }

  /// What a person does at an attempt.
  package enum Conduct: Sendable, Hashable {
    case completes, fails, leaves
  }

  /// Documents, by their numbers in the verifying provider's list.
  package struct Documents: Sendable, Hashable {
    /// The person is not asked.
    package var only: Int?
    /// What the person can choose from; `nil` for all.
    package var choice: [Int]?
    /// The preselected one.
    package var preset: Int?

    package init(only: Int? = nil, choice: [Int]? = nil, preset: Int? = nil) {
      (self.only, self.choice, self.preset) = (only, choice, preset)
    }
  }

  /// What the person's app needs to begin.
  package struct Admission: Sendable, Hashable {
    /// A bearer token for the first request.
    package let token: String
    /// The verifying provider's name in addresses.
    package let provider: String
    /// The path below the provider's base, without a slash at the end: `/v2`.
    package let path: String

    package init(token: String, provider: String, path: String) {
      (self.token, self.provider, self.path) = (token, provider, path)
    }
  }

  package enum Ending: Sendable, Hashable {
    /// The identifier of the verification.
    case completed(identifier: String)
    /// The person did everything, but it does not prove the identity; the reasons are the verifying provider's words.
    case rejected(identifier: String, reasons: [String])
    /// The reason is the verifying provider's word.
    case failed(identifier: String, reason: String)
    /// The person left.
    case cancelled(identifier: String)
    /// The person never came, or did not finish.
    case expired
  }

  private struct Offer {
    let documents: Set<Int>
    let admit: @Sendable (Order, Instant) -> Admission?
  }

  private let offer = Mutex<Offer?>(nil)
  private let makeOffer = Mutex<(@Sendable () -> Void)?>(nil)

  package init() {}

  /// - Parameter makeOffer: called when an offer is needed and there is none, because nobody has called the verifying
  ///   provider yet.
  func whenNobodyOffers(_ makeOffer: @escaping @Sendable () -> Void) {
    self.makeOffer.withLock { $0 = makeOffer }
  }

  /// Replaces an earlier offer.
  ///
  /// The sandbox outlives its providers, so `admit` must not retain its provider; it returns `nil` once that is gone.
  ///
  /// - Parameter documents: the numbers of the documents that can be verified; empty if any can.
  package func offer(
    documents: Set<Int> = [], _ admit: @escaping @Sendable (Order, Instant) -> Admission?
  ) {
    offer.withLock { $0 = Offer(documents: documents, admit: admit) }
  }

  /// `nil` if no provider of the sandbox offers verifications.
  package func order(_ order: Order, at now: Instant) -> Admission? {
    present.flatMap { $0.admit(order, now) }
  }

  /// The documents of an order that nobody verifies.
  package func unknown(in documents: Documents) -> [Int] {
    let named = [documents.only, documents.preset].compactMap { $0 } + (documents.choice ?? [])
    guard !named.isEmpty, let known = present?.documents, !known.isEmpty else { return [] }
    return Set(named).subtracting(known).sorted()
  }

  private var present: Offer? {
    if let offer = offer.withLock({ $0 }) { return offer }
    makeOffer.withLock { $0 }?()
    return offer.withLock { $0 }
  }
}
