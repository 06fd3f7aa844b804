// The emulator as a relying party's tests use it: a real server in the test process, a sandbox for each test.
//
//   EidolonServer      listens on a port of its own
//   EidolonSandbox     a complete private emulator: clock, queue, phone, verify, what was seen
//   EidolonFailure     why something could not be done

import Control
import Demo
import Crypto
import Flow
import HTTP
import JSON
import Pages
import ProviderKit
import Registry
import Server
import Synchronization

/// An emulator in the test process that listens on a port of its own, on loopback.
///
///     let eidolon = try EidolonServer.start()
///     let sandbox = try eidolon.sandbox()
///     let issuer = sandbox.url(of: "itsme") + "/oidc"
///
/// It stops when it is deallocated, or by `stop()`.
public final class EidolonServer: Sendable {
  /// How the emulator behaves.
  public struct Options: Sendable {
    /// Files of a scenario folder on top of the shipped ones, by path: `world.json`, `itsme/my-story.json`.
    public var files: [String: String] = [:]
    /// True if it has the shipped people, clients and stories.
    public var hasDefaults = true
    /// True if unregistered clients and unknown people are refused, as in CI.
    public var isStrict = true

    /// Strict, with the shipped people, clients and stories.
    public init() {}
  }

  /// Its URL, such as `http://127.0.0.1:54321`.
  public let url: String
  private let emulator: Emulator
  private let server: RunningServer
  private let sweeper: Task<Void, Never>

  /// Starts an emulator.
  public static func start(_ options: Options = Options()) throws(EidolonFailure) -> EidolonServer {
    try EidolonServer(options)
  }

  private init(_ options: Options) throws(EidolonFailure) {
    let emulator = try Self.emulator(options)
    self.emulator = emulator
    do throws(ServerError) {
      server = try Server.start(emulator, on: [.anyLoopback])
    } catch { throw .notListening("\(error)") }
    url = "http://127.0.0.1:\(server.endpoints.first?.port ?? 0)"
    sweeper = Task { [emulator] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        emulator.sweep()
      }
    }
  }

  deinit { stop() }

  /// Stops listening; requests on hold are answered.
  public func stop() {
    sweeper.cancel()
    server.abort()
  }

  /// Makes a sandbox: a complete private emulator at its own URL, which ends when it is deallocated.
  ///
  /// - Parameters:
  ///   - name: `[a-z0-9-]{1,40}`; generated if `nil`.
  ///   - world: clients and people on top of the loaded ones, as the JSON text of a `world.json`.
  ///   - scenarios: further stories, as JSON texts by names such as `itsme/late`.
  ///   - isFrozen: true if its clock stands still until it is advanced.
  ///   - seed: makes identifiers and codes reproducible.
  public func sandbox(
    _ name: String? = nil, world: String? = nil, scenarios: [String: String] = [:], isFrozen: Bool = false,
    seed: Int? = nil
  ) throws(EidolonFailure) -> EidolonSandbox {
    var body: JSONObject = [:]
    body["name"] = name.map(JSON.string)
    body["seed"] = seed.map(JSON.integer)
    if isFrozen { body["clock"] = ["mode": "frozen"] }
    if let world { body["world"] = try Self.json(world, of: "world") }
    if !scenarios.isEmpty {
      var stories: JSONObject = [:]
      for (name, text) in scenarios.sorted(by: { $0.key < $1.key }) {
        stories[name] = try Self.json(text, of: name)
      }
      body["scenarios"] = .object(stories)
    }
    let plane = ControlClient(emulator, url: url, sandbox: "")
    let made = try plane.call(.post, "sandboxes", .object(body))
    let name = made["name"]?.string ?? ""
    return EidolonSandbox(name, ControlClient(emulator, url: url, sandbox: name), keeping: self)
  }

  /// - Parameter what: the name that errors give to the text.
  static func json(_ text: String, of what: String) throws(EidolonFailure) -> JSON {
    do throws(JSONProblem) { return try JSON(parsing: text) } catch {
      throw .malformed("\(what):\(error)")
    }
  }

  // MARK: Wiring

  private static func emulator(_ options: Options) throws(EidolonFailure) -> Emulator {
    var layers = options.hasDefaults ? [shippedScenarios] : []
    if !options.files.isEmpty {
      layers.append(
        ScenarioLayer(
          name: "files",
          files: options.files.map { ScenarioLayer.File(path: $0.key, bytes: Array($0.value.utf8)) }))
    }
    let loader = LibraryLoader(registry.map { $0.schema }, isStrict: options.isStrict)
    let reading = loader.begin(layers, now: wallClock())
    let library: ScenarioLibrary
    do throws(LoadFailure) { library = try reading.library() } catch {
      throw .malformed(error.problems.map(\.text).joined(separator: "\n"))
    }
    return try emulator(options, library, reading.libraryFiles)
  }

  private static func emulator(
    _ options: Options, _ library: ScenarioLibrary, _ files: LibraryFiles
  ) throws(EidolonFailure) -> Emulator {
    var settings = Sandbox.Settings()
    settings.isStrict = options.isStrict
    let state = ControlState()
    state.becomeReady()
    let keys = KeyRing()
    let routes: Routes
    do throws(RouteProblem) {
      routes = try Routes(
        registry,
        beside: [
          Control.desk(settings.control, state),
          Pages.desk(settings.control, state.access, demonstrations: Demo.links), Demo.desk(state.access),
        ])
    } catch { throw .notListening("\(error)") }
    let blueprint = Sandboxes.Blueprint(
      routes: routes, settings: settings, keys: { keys.copy() }, log: NoLog(),
      environment: { environment(seed: $0, frozenAt: $1) })
    let sandboxes = Sandboxes(blueprint, files: files, library: library, wall: { wallClock() })
    let sandbox = Sandbox(
      library: library, files: files, environment: environment(seed: nil, frozenAt: nil), settings: settings,
      keys: keys, office: blueprint.office, traffic: blueprint.traffic)
    return Emulator(root: sandboxes.application(sandbox), sandboxes: sandboxes)
  }

  private static func environment(seed: UInt64?, frozenAt: Instant?) -> Environment {
    let key = HMACKey(seed.map { Array("eidolon seed \($0)".utf8) } ?? randomBytes(32))
    return Environment(clock: SandboxClock(wall: { wallClock() }, frozenAt: frozenAt)) { key.code(for: $0) }
  }

  private static func wallClock() -> Instant {
    Instant(milliseconds: SystemTime.milliseconds)
  }
}
