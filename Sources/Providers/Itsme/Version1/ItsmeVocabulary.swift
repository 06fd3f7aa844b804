import Flow
import OpenID
import ProviderKit

extension Itsme {
  /// The defects of tokens that are signed with RS256, and encrypted where a switch says so.
  private static let nested: Set<TokenDefect> = [
    .hmacWithPublicKey, .unsignedInside, .missingContentType, .encryptionKey, .unencrypted,
    .unknownEncryption, .compressed,
  ]

  static let vocabulary = Vocabulary(
    provider: slug, title: "itsme",
    verbs: ItsmeVerb.verbs,
    endpoints: ItsmeEndpoint.terms,
    tokens: [
      TokenTerm(
        "id_token", "The id_token of the token response", .documented,
        defects: TokenDefect.terms(.idToken, and: nested)),
      TokenTerm(
        "userinfo", "The signed userinfo", .documented,
        defects: TokenDefect.terms(.userinfo, and: nested)),
    ],
    quirks: ItsmeQuirk.terms,
    presets: ItsmePreset.all,
    lifetimes: ItsmeLifetime.terms,
    stages: [
      Term("identifying", "The page waits for a phone number", .assumed),
      Term("waiting", "The request is on the phone", .assumed),
      Term("exchanged", "The client exchanged its code", .assumed),
    ],
    outcomes: ItsmeOutcome.allCases.map(\.term),
    successes: ["approved", "completed"],
    facts: [
      Term("is.client", "The client_id", .assumed),
      Term("is.person", "The key of the person whom the request names", .assumed),
      Term("is.service", "The service code of the scope", .assumed),
      Term("is.acr", "The level asked for: basic or advanced", .assumed),
      Term("is.platform", "desktop, ios or android, from the User-Agent", .assumed),
    ],
    signals: .openID(
      issuing: [ItsmeEndpoint.token.rawValue], userinfo: [ItsmeEndpoint.userinfo.rawValue])
  ).withCallback
}
