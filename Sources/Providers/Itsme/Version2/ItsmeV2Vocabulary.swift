import Flow
import OpenID
import ProviderKit

extension ItsmeV2 {
  static let vocabulary = Vocabulary(
    provider: slug, title: "itsme v2",
    verbs: ItsmeVerb.verbs + ItsmeV2Verb.verbs,
    endpoints: ItsmeV2Endpoint.terms,
    events: [Ping.event],
    tokens: [
      TokenTerm(
        "id_token", "The id_token of the token response", .documented,
        defects: TokenDefect.terms(.idToken, and: furtherDefects)),
      TokenTerm(
        "userinfo", "The signed and encrypted userinfo", .documented,
        defects: TokenDefect.terms(.userinfo, and: furtherDefects)),
      Ping.token,
    ],
    quirks: ItsmeV2Quirk.terms,
    presets: ItsmeV2Preset.all,
    lifetimes: ItsmeLifetime.terms + BackchannelLifetime.terms,
    stages: [
      Term("identifying", "The page waits for a scan or a phone number", .assumed),
      Term("waiting", "The request is on the phone", .assumed),
      Term("discovering", "The QR code on the client’s page waits for a scan", .documented),
      Term("exchanged", "The client exchanged its code", .assumed),
    ],
    // A login is always of the person that the request names.
    outcomes: ItsmeOutcome.allCases.filter { $0 != .otherPerson }.map(\.term)
      + TokenOutcome.allCases.map(\.term) + BackchannelOutcome.allCases.map(\.term)
      + Ping.Outcome.allCases.map(\.term),
    successes: ["approved", "completed", "picture_read", "revoked", "discovered", "pinged"],
    facts: [
      Term("is.client", "The client_id", .assumed),
      Term("is.person", "The key of the person whom the request names", .assumed),
      Term("is.service", "The service code of the scope", .assumed),
      Term(
        "is.service_type",
        "What the service is for: authentication, identification, data_sharing or confirmation",
        .assumed),
      Term("is.acr", "The level asked for: basic or advanced", .assumed),
      Term("is.flow", "redirect or ciba", .assumed),
      Term("is.mode", "How the client learns the outcome of CIBA: poll or ping", .assumed),
      Term("is.platform", "desktop, ios or android, from the User-Agent", .assumed),
    ],
    signals: signals
  ).withCallback

  private static let signals: Signals = {
    var signals = Signals.openID(
      issuing: [ItsmeV2Endpoint.token.rawValue], userinfo: [ItsmeV2Endpoint.userinfo.rawValue])
    signals.carriers[Ping.token.term.name] = [Signals.Carrier(Ping.event.name)]
    return signals
  }()

  /// The defects of encrypted tokens, and of those signed with RS256 or HS256.
  private static let furtherDefects: Set<TokenDefect> = [
    .hmacWithPublicKey, .hmacWithSecret, .unsignedInside, .missingContentType, .wrongDirectKey,
    .encryptionKey,
    .unencrypted, .unknownEncryption, .compressed,
  ]

  /// The client's switches, overridden by the scenario's.
  static func switches(of client: ItsmeV2Client?, _ scenario: Scenario? = nil) -> Switches {
    Switches(client: client?.quirks ?? [:], scenario: scenario, standards: standards)
  }

  /// The switches if the client is unknown: those of the client `"*"`, otherwise of the first by name.
  var providerSwitches: Switches {
    Self.switches(of: sandbox.library.world.standardClient(of: Self.slug) as? ItsmeV2Client)
  }
}
