import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization

/// ElectronicID's VideoID (also SmileID and VideoScan), REST v2, by Signicat's guide and `contracts/videoid.md`.
///
/// Sections in comments (§1.3) are the contract's; the guide's are cited by the rules in `Rules/`.
final class VideoID: Provider {
  static let slug = "videoid"
  static let realHosts = ["electronicid.eu"]

  let sandbox: Sandbox
  let runs: TransactionLedger<Run>
  let admissions = Admissions()
  let tenants = Tenants()
  /// The tenants that called lately.
  let callers = KnownCallers<CallingTenant>()
  let prepared = PreparedAnswers()
  /// The runs whose ends somebody is still to be told of, by identifier.
  let watched = Mutex<Set<String>>([])
  static let standards = VocabularyStandards(vocabulary)
  /// Scripts of any page may call (§1.1 #17).
  static let crossOrigin = CrossOrigin(
    methods: "GET, POST", fields: "authorization, content-type, tenantid, secret, eidolon-scenario")

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    runs = TransactionLedger(
      VideoID.self, in: sandbox,
      polledEndpoints: [VideoIDEndpoint.capture.rawValue, VideoIDEndpoint.sdkContinue.rawValue],
      state: { $0.state(at: $1) }, isOpen: { $0.phase(at: $1).isRunning })
    offerVerifications()
  }

  static let rules: [Rule] =
    BearerRules.placed + RequestRules.all.checked(at: VideoIDEndpoint.requests) + CaptureRules.placed
    + ResultRules.placed

  var endpoints: [Endpoint] {
    let scripts = ["videoid", "videoidattended", "smileid", "videoscan"]
    return Product.allCases.flatMap { product in
      [
        // A dot within the last part of the path (§1.1 #1).
        Endpoint(product.requestEndpoint, [.post, .options], "/v2/\(product.rawValue).request") {
          [self] call in
          ask(for: product, call)
        },
        Endpoint(product.resultEndpoint, [.get, .options], "/v2/\(product.rawValue)/{id}") { [self] call in
          result(of: product, call)
        },
      ]
    } + [
      Endpoint(.file, [.get, .options], "/v2/videoid.file/{id}", answer: file),
      Endpoint(.idTypes, [.get, .options], "/v2/videoid.idtypes", answer: idTypes),
      Endpoint(.sdkStart, [.post, .options], "/v2/sdk.start", answer: startSDK),
      // Whoever hands the SDK the URL of videoid.request comes here (§4.2).
      Endpoint(.sdkStart, [.post, .options], "/v2/videoid.request/sdk.start", answer: startSDK),
      Endpoint(.sdkContinue, [.post, .options], "/v2/sdk.continue", answer: continueSDK),
      Endpoint(.sdkAct, [.post, .options], "/v2/sdk.act", answer: actInSDK),
      Endpoint(.capture, [.get, .post], "/v2/capture", answer: capture),
    ]
      + scripts.map { Endpoint(.script, [.get], "/v2/js/\($0).js", answer: script) }
      // The third version of the web SDK has its number in the path (§1.2 #26).
      + ["videoid", "videoscan"].map { Endpoint(.script, [.get], "/js/{version}/\($0).js", answer: script) }
  }

  func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "VideoID", entry: "\(base)/v2/videoid.idtypes",
      values: [
        ("base URL (SDKEnvironment, eidApi)", "\(base)/v2"),
        ("API token", "00000000-0000-4000-8000-000000000001"),
        ("web SDK", "\(base)/v2/js/videoid.js"),
        ("simulated SDK", "POST \(base)/v2/sdk.start"),
        ("capture page", "\(base)/v2/capture?authorization=…"),
      ])
  }

  // MARK: For every answer

  /// The switches where no client is known.
  var standardSwitches: Switches { Switches(client: [:], scenario: nil, standards: VideoID.standards) }

  /// The answer to a browser that asks whether a script may call.
  var preflight: Answer { Answer(VideoID.crossOrigin.preflight) }

  /// Lets scripts read an answer.
  func readable(_ answer: Answer) -> Answer {
    var answer = answer
    VideoID.crossOrigin.allow(&answer.response)
    return answer
  }
}

extension Endpoint {
  /// An endpoint of VideoID.
  fileprivate init(
    _ name: VideoIDEndpoint, _ methods: [HTTP.Method], _ path: String,
    answer: @escaping @Sendable (Call) throws(DocumentNeeded) -> Outcome
  ) {
    self.init(name.rawValue, methods, path, answer: answer)
  }
}
