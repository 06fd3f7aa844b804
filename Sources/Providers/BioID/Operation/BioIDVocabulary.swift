import Flow
import OpenID
import ProviderKit

extension BioID {
  static let vocabulary = Vocabulary(
    provider: slug, title: "BioID",
    verbs: BioIDVerb.verbs,
    endpoints: BioIDEndpoint.terms,
    tokens: [
      TokenTerm("bws_token", "The BWS token", .documented, defects: BWSTokenDefect.allCases.map(\.term)),
      TokenTerm(
        "id_token", "The id_token of BioID Connect", .assumed,
        defects: TokenDefect.terms(.idToken, and: [.hmacWithPublicKey, .hmacWithSecret])),
    ],
    quirks: BioIDQuirk.terms,
    presets: [],
    lifetimes: BioIDLifetime.terms,
    stages: [
      Term("issued", "The client has its token, which no app has used", .assumed),
      Term("waiting", "The person is in front of the camera, or on the page", .assumed),
      Term("exchanged", "The client exchanged its code", .assumed),
    ],
    outcomes: BioIDOutcome.allCases.map(\.term),
    successes: ["succeeded", "logged_in", "completed"],
    facts: [
      Term("is.client", "The App-ID or the client_id", .assumed),
      Term("is.person", "The key of the person whose BCID the request names", .assumed),
      Term("is.bcid", "The BCID with slashes", .assumed),
      Term("is.task", "verify, identify, enroll or livenessdetection; login at BioID Connect", .assumed),
      Term("is.platform", "desktop, ios or android, from the User-Agent", .assumed),
    ],
    signals: signals,
    sharedEndpoints: [
      "discovery": BioIDEndpoint.connectDiscovery.rawValue, "jwks": BioIDEndpoint.connectKeys.rawValue,
      "authorize": BioIDEndpoint.connectAuthorize.rawValue, "token": BioIDEndpoint.connectToken.rawValue,
      "userinfo": BioIDEndpoint.connectUserinfo.rawValue,
    ]
  ).withCallback(besides: [BioIDEndpoint.app.rawValue, BioIDEndpoint.webUI.rawValue])
}
