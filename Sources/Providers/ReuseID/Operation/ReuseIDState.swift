import Flow
import HTTP
import OpenID
import ProviderKit

/// What ReuseID keeps in a sandbox.
final class ReuseID: Sendable {
  static let slug = "reuseid"
  static let standards = VocabularyStandards(vocabulary)

  let sandbox: Sandbox
  let ledger: TransactionLedger<Operation>
  /// Operations are what OpenID Connect calls logins.
  var logins: TransactionLedger<Operation> { ledger }
  let devices: Devices
  let tokens = APITokens()
  let verified = VerifiedUsers()
  let prepared = PreparedAnswers()
  let exchanges = ExchangeMemory(OpenIDRules.book)
  let traces = Kept(0)

  private static let polled = Set(
    [
      ReuseIDEndpoint.stepUpStatus, .onboardingStatus, .operationResult, .inAppStatus, .authorizePage, .token,
    ]
    .map(\.rawValue))

  init(sandbox: Sandbox) {
    let devices = Devices { ReuseID.worldDevices(of: sandbox) }
    self.sandbox = sandbox
    self.devices = devices
    ledger = TransactionLedger(
      Self.vocabulary, in: sandbox,
      polledEndpoints: Self.polled,
      state: { Self.foreseen($0, at: $1, devices).detail.phase.word },
      isOpen: { !Self.foreseen($0, at: $1, devices).detail.phase.isFinal },
      moments: { [Self.foreseen($0, at: $1, devices).detail.deadline] },
      sightingAtEnd: { ReuseID.unredeemedCode(of: $0, at: $1) },
      forget: { operation in
        devices.update(operation.detail.device) { device in
          if device.current == operation.identifier { device.current = nil }
          if device.inApp == operation.identifier { device.inApp = nil }
        }
      })
  }

  /// The devices of the world's clients, ordered by the clients' ids.
  static func worldDevices(of sandbox: Sandbox) -> [Device] {
    let clients = sandbox.library.world.clients[slug] ?? [:]
    return clients.sorted { $0.key < $1.key }.compactMap { $0.value as? ReuseIDClient }.flatMap(\.devices)
  }

  func act(
    _ verb: String, reason: String?, on transaction: String, at now: Instant
  ) throws(PhoneRefusal) {
    _ = settled(transaction, at: now)
    try ledger.act(verb, reason: reason, on: transaction, at: now)
    // The ledger has recorded the step at its own time, which may be later.
    _ = settled(transaction, at: now)
  }

  // MARK: Time

  /// The operation of a handle, with everything due applied.
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

  /// The operation as `settled` would leave it, without changing anything.
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

  /// Wakes those waiting for an operation whose phase changed, and completes the operation if the phase is final.
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

  func end(_ identifier: String, _ phase: Phase, at now: Instant) {
    ledger.update(identifier) { $0.end(phase, at: now) }
    if let operation = ledger.find(identifier) { changed(operation) }
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

  /// The client's own switches, if no operation is known.
  func switches(of client: ReuseIDClient?) -> Switches {
    Switches(client: client?.quirks ?? [:], scenario: nil, standards: Self.standards)
  }

  func person(_ key: String) -> Person? { sandbox.library.world.people[key] }
}

extension Devices {
  /// Counts a wrong attempt and returns how many are left.
  func fail(
    _ operation: ReuseID.Operation, _ method: AuthenticationMethod, at now: Instant
  ) -> Int {
    update(operation.device) {
      $0.fail(method, of: operation.failuresAllowed, perMethod: operation.locksMethod, at: now)
    } ?? 0
  }

  func succeed(_ operation: ReuseID.Operation, _ method: AuthenticationMethod) {
    update(operation.device) { $0.succeed(method, perMethod: operation.locksMethod) }
  }

  func attemptsLeft(_ operation: ReuseID.Operation, _ method: AuthenticationMethod) -> Int {
    self[operation.device]?.attemptsLeft(
      method, of: operation.failuresAllowed, perMethod: operation.locksMethod) ?? 0
  }
}

extension ReuseID.Operation {
  /// How many wrong attempts lock (`amountFailuresAllowed`, §1b).
  var failuresAllowed: Int { AttemptLimits(switches).allowed }
  /// True if wrong attempts lock the method rather than the device (`lockScope`, §1b).
  var locksMethod: Bool { AttemptLimits(switches).perMethod }
}
