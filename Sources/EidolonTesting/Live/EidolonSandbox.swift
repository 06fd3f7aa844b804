public import Flow
import HTTP
public import JSON

/// A complete private emulator for one test: its own clients, people, clock, queue, transactions and journal.
///
/// It ends when it is deallocated.
public final class EidolonSandbox: Sendable {
  /// Its name, as in its URL.
  public let name: String
  private let control: ControlClient
  private let server: EidolonServer

  init(_ name: String, _ control: ControlClient, keeping server: EidolonServer) {
    (self.name, self.control, self.server) = (name, control, server)
  }

  deinit { try? end() }

  /// Its URL, such as `http://127.0.0.1:54321/~s1`.
  public var url: String { control.url }

  /// The URL of one of its providers, such as `http://127.0.0.1:54321/~s1/itsme`.
  public func url(of provider: String) -> String { "\(url)/\(provider)" }

  /// The settings for a client of a provider, by name.
  public func settings(of provider: String) throws(EidolonFailure) -> [String: String] {
    let providers = try control.call(.get, "providers")["providers"]?.array ?? []
    guard let entry = providers.first(where: { $0["provider"] == .string(provider) }) else {
      let known = providers.compactMap { $0["provider"]?.string }
      throw .unknown(
        "There is no provider \"\(provider)\".", closest: nearestNames(provider, in: known, limit: 3))
    }
    var settings: [String: String] = [:]
    for (name, value) in entry["settings"]?.object ?? [:] { settings[name] = value.string }
    return settings
  }

  /// Ends it before it is deallocated.
  public func end() throws(EidolonFailure) {
    try ControlClient(control, of: "").call(.delete, "sandboxes/\(name)")
  }

  // MARK: What the person does

  /// Queues a story, by name, for the next transactions of its provider.
  public func queue(_ scenario: String, client: String? = nil, times: Int = 1) throws(EidolonFailure) {
    try queue(.string(scenario), client, times)
  }

  /// Queues a story, written out as JSON, for the next transactions of its provider.
  public func queue(story: String, client: String? = nil, times: Int = 1) throws(EidolonFailure) {
    try queue(try EidolonServer.json(story, of: "story"), client, times)
  }

  private func queue(_ scenario: JSON, _ client: String?, _ times: Int) throws(EidolonFailure) {
    var body: JSONObject = ["scenario": scenario, "times": .integer(times)]
    body["client"] = client.map(JSON.string)
    try control.call(.post, "queue", .object(body))
  }

  /// Acts as the person of a waiting transaction.
  @discardableResult
  public func act(_ verb: String, reason: String? = nil, on transaction: String) throws(EidolonFailure)
    -> SeenTransaction
  {
    var step: JSONObject = ["do": .string(verb)]
    step["reason"] = reason.map(JSON.string)
    return SeenTransaction(try control.call(.post, "transactions/\(transaction)/phone", .object(step)))
  }

  // MARK: Time

  /// The sandbox's time.
  public var now: Instant {
    get throws(EidolonFailure) {
      let text = try control.call(.get, "clock")["now"]?.string ?? ""
      return Instant(text) ?? Instant(seconds: 0)
    }
  }

  /// Stops the clock, at a later time if one is given.
  public func freeze(at instant: Instant? = nil) throws(EidolonFailure) {
    var change: JSONObject = ["mode": "frozen"]
    change["at"] = instant.map { .string($0.text) }
    try control.call(.put, "clock", .object(change))
  }

  /// Moves time forward, and returns what transactions reached on the way, in order: a state, or their end.
  @discardableResult
  public func advance(by duration: Duration) throws(EidolonFailure) -> [SeenTransaction] {
    let body: JSON = ["by": .string(DurationText.text(duration))]
    let fired = try control.call(.post, "clock/advance", body)["fired"]?.array ?? []
    return fired.compactMap { $0["transaction"].map(SeenTransaction.init) }
  }

  // MARK: What was seen

  /// Every login or verification so far, in the order in which they started.
  public func transactions() throws(EidolonFailure) -> [SeenTransaction] {
    (try control.call(.get, "transactions")["transactions"]?.array ?? []).map(SeenTransaction.init)
  }

  /// Waits, in real time, for the first transaction in a state.
  public func transaction(
    in state: String, of provider: String? = nil, within time: Duration = .seconds(5)
  ) async throws(EidolonFailure) -> SeenTransaction {
    let filter = "state=\(state)" + (provider.map { "&provider=\($0)" } ?? "")
    let end = ContinuousClock.now + time
    while true {
      let seen = try control.call(.get, "transactions?\(filter)")["transactions"]?.array ?? []
      if let first = seen.first { return SeenTransaction(first) }
      guard ContinuousClock.now < end else { throw .timedOut("no transaction was \(state)") }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// What a relying party made of a login.
  public enum Sighting: String, Sendable, Hashable {
    /// It let the person in.
    case accepted
    /// It refused.
    case refused
    /// It broke: an error page of its own, a dropped connection.
    case crashed
    /// It still waits.
    case deferred
  }

  /// Says what the relying party made of a login, which its story may judge.
  ///
  /// - Parameters:
  ///   - words: what it said or showed, for people.
  ///   - transaction: the latest one if `nil`.
  @discardableResult
  public func saw(
    _ sighting: Sighting, words: String? = nil, of transaction: String? = nil
  ) throws(EidolonFailure) -> SeenTransaction {
    var body: JSONObject = ["saw": .string(sighting.rawValue)]
    body["words"] = words.map(JSON.string)
    body["transaction"] = transaction.map(JSON.string)
    return SeenTransaction(try control.call(.post, "saw", .object(body)))
  }

  /// Judges now the logins whose stories expect something, which otherwise happens when their credentials expire.
  ///
  /// - Returns: the verdicts that were given now, by the transaction's identifier.
  @discardableResult
  public func settle() throws(EidolonFailure) -> [String: SeenTransaction.Verdict] {
    var verdicts: [String: SeenTransaction.Verdict] = [:]
    for entry in try control.call(.post, "settle", [:])["judged"]?.array ?? [] {
      verdicts[entry["transaction"]?.string ?? ""] = SeenTransaction.Verdict(entry)
    }
    return verdicts
  }

  /// The number of requests expected.
  public enum Count: Sendable, Hashable {
    /// Exactly this many.
    case exactly(Int)
    /// This many or more.
    case atLeast(Int)
    /// This many or fewer.
    case atMost(Int)
    /// None at all.
    public static let never = Count.exactly(0)
  }

  /// Throws unless the relying party sent what is expected; the error has the closest requests and how they differ.
  public func verify(
    _ endpoint: String, of provider: String? = nil, client: String? = nil, parameters: [String: String] = [:],
    headers: [String: String] = [:], _ count: Count = .atLeast(1)
  ) throws(EidolonFailure) {
    var request: JSONObject = ["endpoint": .string(endpoint)]
    request["provider"] = provider.map(JSON.string)
    request["client"] = client.map(JSON.string)
    request["params"] = .object(Self.conditions(parameters))
    request["headers"] = .object(Self.conditions(headers))
    let wanted: JSON =
      switch count {
      case .exactly(let count): ["exactly": .integer(count)]
      case .atLeast(let count): ["at_least": .integer(count)]
      case .atMost(let count): ["at_most": .integer(count)]
      }
    try control.call(.post, "verify", ["request": .object(request), "count": wanted])
  }

  private static func conditions(_ values: [String: String]) -> JSONObject {
    JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }

  /// Restores the state in which it was made.
  public func reset() throws(EidolonFailure) { try control.call(.post, "reset", [:]) }

  /// Any other control call; the document at `/_eidolon/openapi.json` has them all.
  @discardableResult
  public func call(_ method: String, _ path: String, _ body: JSON? = nil) throws(EidolonFailure) -> JSON {
    try control.call(HTTP.Method(method), path, body)
  }
}
