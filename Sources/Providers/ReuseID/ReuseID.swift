import Flow
import HTTP
import OpenID
package import ProviderKit

/// The provider, for the registry.
package let reuseID: any Provider.Type = ReuseID.self

/// Signicat ReuseID with MobileID (Encap) operation contexts, by the vendor's step-up guide and `contracts/reuseid.md`.
///
/// Sections in comments (§1a) are the contract's; the guide's are cited by the rules in `Rules/`. Everything of this provider is
/// nested in this type, because its words (device, operation, phase) are common ones.
///
///     Backend/      what the relying party's server calls: start, status, results
///     MobileID/     what its app calls; stands for the mobile library
///     OpenID/       plain MobileID over OpenID Connect, in browsers, in apps, and from the back channel
///     OnPremises/   the REST API of a MobileID server on one's own premises
///     Operation/    one step-up from its start to its end
///     Devices/      the phones that are registered
final class ReuseID: Provider {
  static let slug = "reuseid"
  static let realHosts = ["signicat.com", "signicat.dev", "encapsecurity.com"]

  let sandbox: Sandbox
  let ledger: TransactionLedger<Operation>
  /// Operations are what OpenID Connect calls logins.
  var logins: TransactionLedger<Operation> { ledger }
  let devices: Devices
  let tokens = APITokens()
  let verified = VerifiedUsers()
  let prepared = PreparedAnswers()
  let exchanges = ExchangeMemory(ReuseID.openIDRules)
  private let traces = Kept(0)

  private static let polled = Set(
    [
      EndpointName.stepUpStatus, .onboardingStatus, .operationResult, .inAppStatus, .authorizePage, .token,
    ]
    .map(\.rawValue))

  init(sandbox: Sandbox) {
    let devices = Devices(of: sandbox)
    self.sandbox = sandbox
    self.devices = devices
    ledger = TransactionLedger(
      Self.vocabulary, in: sandbox,
      polledEndpoints: Self.polled,
      state: { Self.foreseen($0, at: $1, devices).detail.phase.word },
      isOpen: { !Self.foreseen($0, at: $1, devices).detail.phase.isFinal },
      sightingAtEnd: { $0.unredeemedCode(at: $1) },
      forget: { operation in
        devices.update(operation.detail.device) { device in
          if device.current == operation.identifier { device.current = nil }
          if device.inApp == operation.identifier { device.inApp = nil }
        }
      })
  }

  static var endpoints: [Endpoint<ReuseID>] {
    backendEndpoints + openIDEndpoints + onPremisesEndpoints + appEndpoints
  }

  func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "ReuseID", entry: "\(base)/auth/open/.well-known/openid-configuration",
      values: [
        ("API", base),
        ("token endpoint", "\(base)/auth/open/connect/token"),
        ("client_id", "eidolon-demo"),
        ("client_secret", "demo-secret"),
        ("scope of the API", "signicat-api"),
        ("app", "\(base)/mobileid/eidolon-app"),
        ("userId", "7f1994f0-5fed-4e0f-a8e2-64da520a09cb"),
        ("deviceId", "3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014"),
        ("PIN", "2580"),
      ])
  }

  var ledgers: [any Ledger] { [ledger] }

  var kept: [any Restorable] {
    [devices.state, tokens.state, verified.state, exchanges, traces]
  }

  func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    _ = settled(transaction, at: now)
    try ledger.act(verb, reason: reason, on: transaction, at: now)
    // The ledger has recorded the deed at its own instant, which may be later.
    _ = settled(transaction, at: now)
  }

  // MARK: Time

  /// The operation of a handle with everything that is due applied.
  func settled(_ handle: String, at now: Instant) -> Transaction<Operation>? {
    let before = ledger.find(handle)?.detail.phase
    let operation = ledger.update(handle) { operation in
      operation.settle(
        at: now,
        wrongPIN: { devices.fail($0, .pin, at: now) == 0 },
        authenticated: { devices.succeed($0, .pin) })
      return operation
    }
    guard let operation else { return nil }
    if before != operation.detail.phase { changed(operation) }
    return operation
  }

  /// The operation as `settled` would leave it; changes nothing.
  private static func foreseen(
    _ operation: Transaction<Operation>, at now: Instant, _ devices: Devices
  ) -> Transaction<Operation> {
    var operation = operation
    var left: Int?
    operation.settle(
      at: now,
      wrongPIN: {
        left = (left ?? devices.attemptsLeft($0, .pin)) - 1
        return left == 0
      }, authenticated: { _ in })
    return operation
  }

  /// Wakes what waits for an operation whose phase has changed, and completes the operation if the phase is final.
  func changed(_ operation: Transaction<Operation>) {
    sandbox.waiters.touch(operation.identifier)
    guard operation.detail.phase.isFinal else { return }
    if operation.detail.phase == .completed, operation.detail.purpose.isVerified,
      let ended = operation.detail.ended
    {
      verified.note(operation.person, user: operation.detail.user, at: ended)
    }
    ledger.transactions.complete(operation.ordinal)
  }

  // MARK: Identifiers

  func uuid(_ ordinal: Int, _ purpose: String) -> String {
    UUIDText(sandbox.environment.bytes(16, ordinal: ordinal, purpose: "reuseid/\(purpose)")).text
  }

  /// The trace ID of one API answer, which support asks for (§1c).
  func trace() -> String {
    let number = traces.withLock { traces in
      traces += 1
      return traces
    }
    return sandbox.environment.identifier(
      length: 32, from: .hexadecimal, ordinal: number, purpose: "reuseid/trace")
  }

  /// The switches of a client alone, where no operation is known.
  func switches(of client: ReuseIDClient?) -> Switches {
    Switches(client: client?.quirks ?? [:], scenario: nil, standards: Self.standards)
  }

  /// The person with this key, or else the usual one.
  func person(_ key: String) -> Person? {
    let world = sandbox.library.world
    return world.people[key] ?? world.usualPerson
  }
}

extension ReuseID.Devices {
  /// Counts a wrong attempt and returns how many are left.
  func fail(
    _ operation: ReuseID.Operation, _ method: ReuseID.AuthenticationMethod, at now: Instant
  ) -> Int {
    update(operation.device) {
      $0.fail(method, of: operation.failuresAllowed, perMethod: operation.locksMethod, at: now)
    } ?? 0
  }

  func succeed(_ operation: ReuseID.Operation, _ method: ReuseID.AuthenticationMethod) {
    update(operation.device) { $0.succeed(method, perMethod: operation.locksMethod) }
  }

  func attemptsLeft(_ operation: ReuseID.Operation, _ method: ReuseID.AuthenticationMethod) -> Int {
    self[operation.device]?.attemptsLeft(
      method, of: operation.failuresAllowed, perMethod: operation.locksMethod) ?? 0
  }
}

extension ReuseID.Operation {
  /// How many wrong attempts lock (`amountFailuresAllowed`, §1b).
  var failuresAllowed: Int { ReuseID.AttemptLimits(switches).allowed }
  /// True if they lock the method, not the device (`lockScope`, §1b).
  var locksMethod: Bool { ReuseID.AttemptLimits(switches).perMethod }
}
