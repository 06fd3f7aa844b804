import Flow
import HTTP
import JSON
package import ProviderKit

/// The provider, for the registry.
package let videoID: any Provider.Type = VideoID.self

/// ElectronicID's VideoID (also SmileID and VideoScan), REST v2, by Signicat's guide and `contracts/videoid.md`.
///
/// Sections in comments (§1.3) are the contract's; the guide's are cited by the rules in `Rules/`.
///
///     Vocabulary/  the words of scenarios and the catalog
///     Rules/       what a client can get wrong
///     Documents/   what people show
///     Run/         what a sandbox keeps; a run's phase is a pure function of the person's script and the clock
///     Request/     requests for runs
///     Script/      the web SDK
///     Webhooks/    notifications about runs
///     Result/      results of runs, and who is told
///     SDK/         the simulated SDK, which plays runs
///     Pages/       the capture page
///
/// Each folder uses only those above it; this file puts them together.
extension VideoID: Provider {
  typealias EndpointName = VideoIDEndpoint

  static let realHosts = ["electronicid.eu"]

  static let offersVerifications = true

  static let rules: [Rule] =
    BearerRules.placed + RequestRules.all.checked(at: VideoIDEndpoint.requests) + CaptureRules.placed
    + ResultRules.placed

  static var endpoints: [Endpoint<VideoID>] {
    Product.allCases.flatMap(endpoints) + sdkEndpoints + scripts
  }

  private static func endpoints(of product: Product) -> [Endpoint<VideoID>] {
    [
      // A dot in the last segment of the path (§1.1 #1).
      Endpoint(product.requestEndpoint, [.post, .options], "/v2/\(product.rawValue).request") {
        $0.ask(for: product, $1)
      }.inside(preflights),
      result(product.resultEndpoint, "/v2/\(product.rawValue)/{id}") { videoID in
        { videoID.result(of: product, $0, by: $1) }
      },
    ]
  }

  /// An endpoint that reads the result of a run.
  private static func result(
    _ name: VideoIDEndpoint, _ path: String,
    answer: @escaping @Sendable (VideoID) -> (OwnedCall<Run>, KnownCaller) -> Outcome
  ) -> Endpoint<VideoID> {
    Endpoint(name, [.get, .options], path, on: \.runs, reading: reader, answer: answer).inside(preflights)
  }

  private static var sdkEndpoints: [Endpoint<VideoID>] {
    [
      result(.file, "/v2/videoid.file/{id}", answer: file),
      Endpoint(.idTypes, [.get, .options], "/v2/videoid.idtypes", answer: idTypes).inside(preflights),
      sdk(.sdkStart, "/v2/sdk.start", answer: startSDK),
      // Called if the SDK was given the URL of videoid.request (§4.2).
      sdk(.sdkStart, "/v2/videoid.request/sdk.start", answer: startSDK),
      sdk(.sdkContinue, "/v2/sdk.continue", where: { $0.detail.start != nil }, answer: continueSDK),
      sdk(.sdkAct, "/v2/sdk.act", where: { $0.detail.start != nil }, answer: actInSDK),
      Endpoint(
        .capture, [.get, .post], "/v2/capture", on: \.runs, by: CallHandle(captureAuthorization),
        where: { $0.detail.authorization == $1 }, answer: capture),
    ]
  }

  /// An endpoint of the simulated SDK, which finds its run by the authorization.
  private static func sdk(
    _ name: VideoIDEndpoint, _ path: String,
    where isMeant: @escaping @Sendable (Transaction<Run>) -> Bool = { _ in true },
    answer: @escaping @Sendable (VideoID) -> (OwnedCall<Run>) -> Outcome
  ) -> Endpoint<VideoID> {
    Endpoint(
      name, [.post, .options], path, on: \.runs, by: CallHandle { try? SDKBody($0.request).authorization },
      where: { $0.detail.authorization == $1 && isMeant($0) }, answer: answer
    )
    .inside(preflights)
  }

  /// Answers preflight requests, and lets scripts read the faults of a scenario too (§1.1 #17).
  private static func preflights(
    _ videoID: VideoID, _ call: Call,
    _ answer: @Sendable (VideoID, Call) throws(DocumentNeeded) -> Outcome
  ) throws(DocumentNeeded) -> Outcome {
    guard call.request.method != .options else { return .answer(Answer(crossOrigin.preflight)) }
    return try answer(videoID, call).mapAnswer { answer in
      // A scenario may have set the field itself.
      guard !answer.response.headers.contains(CrossOrigin.allowField) else { return }
      crossOrigin.allow(&answer.response)
    }
  }

  /// The web SDK; version 3 has its number in the path (§1.2 #26).
  private static var scripts: [Endpoint<VideoID>] {
    let paths =
      ["videoid", "videoidattended", "smileid", "videoscan"].map { "/v2/js/\($0).js" }
      + ["videoid", "videoscan"].map { "/js/{version}/\($0).js" }
    return paths.map { Endpoint(.script, [.get], $0, answer: script) }
  }

  static func entry(base: String) -> String { "\(base)/v2/videoid.idtypes" }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "VideoID", entry: Self.entry(base: base),
      values: [
        ("base URL (SDKEnvironment, eidApi)", "\(base)/v2"),
        ("API token", "00000000-0000-4000-8000-000000000001"),
        ("web SDK", "\(base)/v2/js/videoid.js"),
        ("simulated SDK (POST)", "\(base)/v2/sdk.start"),
        ("capture page, with ?authorization=", "\(base)/v2/capture"),
      ], firstCalls: [.videoidRequest, .videoidResult].map(\VideoIDEndpoint.rawValue))
  }

  var ledgers: [any Ledger] { [runs] }

  var kept: [any Restorable] { [admissions.state, watched] }
}
