package import Flow
import Synchronization

/// How one provider has a person's identity verified by another provider of the same sandbox, without either naming the
/// other: a ReuseID step-up, for example, ends with a VideoID (contract reuseid §1a).
///
/// The provider that verifies offers it when it is made; whoever needs a verification orders one, and is told how it ended.
package final class IdentityVerifications: Sendable {
  /// What is to be verified.
  package struct Order: Sendable {
    /// The relying party, as the ordering provider knows it.
    package let client: String
    /// Whose identity it is.
    package let person: Person
    /// The documents that the person may show, as the ordering provider was told.
    package let documents: Documents
    /// How long the admission's token can begin a verification; `nil` for the verifying provider's own default.
    package let lifetime: Duration?
    /// How many attempts may fail before the verification has failed.
    package let attempts: Int
    /// True if the admission's token begins one attempt only.
    package let isSingleUse: Bool
    /// Told each time the token begins an attempt, with the attempt's identifier.
    package let begun: @Sendable (_ identifier: String, Instant) -> Void
    /// Told once, when the verification has ended.
    package let ended: @Sendable (Ending, Instant) -> Void

    /// An order for a person.
    package init(
      client: String, person: Person, documents: Documents = Documents(), lifetime: Duration? = nil,
      attempts: Int = 1, isSingleUse: Bool = false,
      begun: @escaping @Sendable (_ identifier: String, Instant) -> Void = { _, _ in },
      ended: @escaping @Sendable (Ending, Instant) -> Void
    ) {
      (self.client, self.person, self.documents) = (client, person, documents)
      (self.lifetime, self.attempts, self.isSingleUse) = (lifetime, max(attempts, 1), isSingleUse)
      (self.begun, self.ended) = (begun, ended)
    }
  }

  /// The documents that a person may show, by the numbers of the verifying provider's list.
  package struct Documents: Sendable, Hashable {
    /// The only one: the person is not asked.
    package var only: Int?
    /// Those among which the person chooses; `nil` for all.
    package var choice: [Int]?
    /// The one that is chosen beforehand.
    package var preset: Int?

    /// Any document.
    package init(only: Int? = nil, choice: [Int]? = nil, preset: Int? = nil) {
      (self.only, self.choice, self.preset) = (only, choice, preset)
    }
  }

  /// What lets the person's app begin.
  package struct Admission: Sendable, Hashable {
    /// The bearer token for the first request.
    package let token: String
    /// The provider where the app begins, by its name in addresses.
    package let provider: String
    /// The path below that provider's base, without a slash at the end: `/v2`.
    package let path: String

    /// A token for a place.
    package init(token: String, provider: String, path: String) {
      (self.token, self.provider, self.path) = (token, provider, path)
    }
  }

  /// How a verification ended.
  package enum Ending: Sendable, Hashable {
    /// The identity was verified; the identifier of the verification.
    case completed(identifier: String)
    /// It was not; the verifying provider's own word for why.
    case failed(identifier: String, reason: String)
    /// The person never came, or did not finish.
    case expired
  }

  private let admit = Mutex<(@Sendable (Order, Instant) -> Admission?)?>(nil)

  /// Nobody verifies yet.
  package init() {}

  /// Offers to verify; a later offer takes the place of an earlier one.
  ///
  /// The sandbox outlives its providers, so an offer must not hold its provider: `nil` says that it is gone.
  package func offer(_ admit: @escaping @Sendable (Order, Instant) -> Admission?) {
    self.admit.withLock { $0 = admit }
  }

  /// Orders a verification; `nil` when no provider of the sandbox offers any.
  package func order(_ order: Order, at now: Instant) -> Admission? {
    admit.withLock { $0 }.flatMap { $0(order, now) }
  }
}
