public import Flow
import Synchronization

/// How one provider has a person's identity verified by another provider of the same sandbox, without either naming the
/// other: a ReuseID step-up, for example, ends with a VideoID (contract reuseid §1a).
///
/// The provider that verifies offers it when it is made; whoever needs a verification orders one, and is told how it ended.
public final class IdentityVerifications: Sendable {
  /// What is to be verified.
  public struct Order: Sendable {
    /// The relying party, as the ordering provider knows it.
    public let client: String
    /// Whose identity it is.
    public let person: Person
    /// The documents that the person may show, as the ordering provider was told.
    public let documents: Documents
    /// How long the admission's token can begin a verification; `nil` for the verifying provider's own default.
    public let lifetime: Duration?
    /// How many attempts may fail before the verification has failed.
    public let attempts: Int
    /// Whether the admission's token begins one attempt only.
    public let isSingleUse: Bool
    /// Told each time the token begins an attempt, with the attempt's identifier.
    public let begun: @Sendable (_ identifier: String) -> Void
    /// Told once, when the verification has ended.
    public let ended: @Sendable (Ending) -> Void

    /// An order for a person.
    public init(
      client: String, person: Person, documents: Documents = Documents(), lifetime: Duration? = nil,
      attempts: Int = 1, isSingleUse: Bool = false,
      begun: @escaping @Sendable (_ identifier: String) -> Void = { _ in },
      ended: @escaping @Sendable (Ending) -> Void
    ) {
      (self.client, self.person, self.documents) = (client, person, documents)
      (self.lifetime, self.attempts, self.isSingleUse) = (lifetime, max(attempts, 1), isSingleUse)
      (self.begun, self.ended) = (begun, ended)
    }
  }

  /// The documents that a person may show, by the numbers of the verifying provider's list.
  public struct Documents: Sendable, Hashable {
    /// The only one: the person is not asked.
    public var only: Int?
    /// Those among which the person chooses; `nil` for all.
    public var choice: [Int]?
    /// The one that is chosen beforehand.
    public var preset: Int?

    /// Any document.
    public init(only: Int? = nil, choice: [Int]? = nil, preset: Int? = nil) {
      (self.only, self.choice, self.preset) = (only, choice, preset)
    }
  }

  /// What lets the person's app begin.
  public struct Admission: Sendable, Hashable {
    /// The bearer token for the first request.
    public let token: String
    /// The provider where the app begins, by its name in addresses.
    public let provider: String
    /// The path below that provider's base, without a slash at the end: `/v2`.
    public let path: String

    /// A token for a place.
    public init(token: String, provider: String, path: String) {
      (self.token, self.provider, self.path) = (token, provider, path)
    }
  }

  /// How a verification ended.
  public enum Ending: Sendable, Hashable {
    /// The identity was verified; the identifier of the verification.
    case completed(identifier: String)
    /// It was not; the verifying provider's own word for why.
    case failed(identifier: String, reason: String)
    /// The person never came, or did not finish.
    case expired
  }

  private let admit = Mutex<(@Sendable (Order) -> Admission?)?>(nil)

  /// Nobody verifies yet.
  public init() {}

  /// Offers to verify; a later offer takes the place of an earlier one.
  ///
  /// The sandbox outlives its providers, so an offer must not hold its provider: `nil` says that it is gone.
  public func offer(_ admit: @escaping @Sendable (Order) -> Admission?) {
    self.admit.withLock { $0 = admit }
  }

  /// Orders a verification; `nil` when no provider of the sandbox offers any.
  public func order(_ order: Order) -> Admission? {
    admit.withLock { $0 }.flatMap { $0(order) }
  }
}
