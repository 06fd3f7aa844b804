import Flow
import HTTP
import JSON
package import ProviderKit
import Synchronization

/// The provider, for the registry.
package let veridium: any Provider.Type = Veridium.self

/// VeridiumID push and mobile authentication, by the vendor's guide and `contracts/veridium.md`.
///
/// Sections in comments (§1a) are the contract's. From the bottom up: `Vocabulary/` has the words of scenarios and the
/// catalog, `Session/` what a sandbox keeps of sessions and profiles, `Rules/` what callers can get wrong, `Token/` the
/// IdentityToken, `Friend/` what servers call; `SDK/` replaces the mobile SDK and its opaque traffic, and `Pages/` is
/// the Authenticator app.
extension Veridium: Provider {
  typealias EndpointName = VeridiumEndpoint

  static let realHosts = ["veridiumid.com", "veridium.com", "veridium-dev.com"]

  static var endpoints: [Endpoint<Veridium>] {
    let friend = "/websec/rest/enterprise"
    return [
      Endpoint(
        .authenticationRequest, [.post], "\(friend)/AuthenticationRequest", answer: authenticationRequest),
      // The path of the other calls in version 3.8.4 (§5).
      Endpoint(
        .authenticationRequest, [.post], "\(friend)/friend/AuthenticationRequest",
        answer: authenticationRequest),
      status(.sessionStatus, "\(friend)/GetSessionStatus", answer: sessionStatus),
      status(.sessionStatusAsync, "\(friend)/GetSessionStatusAsync", answer: sessionStatusAsync),
      Endpoint(
        .sessionOpportunity, [.post], "\(friend)/RegisterSessionOpportunity",
        answer: registerSessionOpportunity),
      Endpoint(.staticProfile, [.post], "\(friend)/friend/GetStaticProfile", answer: staticProfile),
      Endpoint(.authenticators, [.get], "\(friend)/friend/Authenticators/{id}", answer: authenticators),
      Endpoint(
        .sdkAuthenticate, [.post], "/sdk/authenticate", .heavy, on: \.ledger,
        by: CallHandle { try? SDKAuthentication($0.request).session },
        where: { $0.identifier == $1 && !$0.detail.isRefused }, answer: sdkAuthenticate
      ).openToScripts,
      Endpoint(.sdkPending, [.get], "/sdk/pending", answer: sdkPending).openToScripts,
      Endpoint(
        .sdkAttach, [.post], "/sdk/attach", on: \.ledger,
        by: CallHandle { (try? SDKAttachment($0.request)).map { "alias/\($0.alias)" } }, answer: sdkAttach
      ).openToScripts,
      Endpoint(
        .authenticator, [.get, .post], "/authenticator", on: \.ledger, by: CallHandle(requestOnPage),
        where: { $0.identifier == $1 }, answer: authenticator),
      Endpoint(.signingKey, [.get], "/signing-key.pem", answer: signingKey),
      Endpoint(.signingCertificate, [.get], "/signing-cert.pem", .heavy, answer: signingCertificate),
      Endpoint(.keySet, [.get], "/jwks.json", answer: keySet),
    ]
  }

  /// An endpoint where friends poll a session; heavy once a quirk puts a signed token into the response.
  private static func status(
    _ name: VeridiumEndpoint, _ path: String,
    answer: @escaping @Sendable (Veridium) -> (OwnedCall<Session>, Friend) -> Outcome
  ) -> Endpoint<Veridium> {
    Endpoint(
      name, [.post], path, .heavyIf { veridium, _ in veridium.signsInStatus.load(ordering: .relaxed) },
      on: \.ledger, reading: asker, answer: answer)
  }

  static func entry(base: String) -> String { "\(base)/authenticator" }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "VeridiumID", entry: Self.entry(base: base),
      values: [
        ("server calls", "\(base)/websec/rest/enterprise"),
        ("friend certificate", "\(Veridium.subjectHeader): CN=demo-friend"),
        ("memberExternalId", "ADv2MultiStepEnrollment"),
        ("profileExternalId", "anna"),
        ("SDK stub", "\(base)/sdk/authenticate"),
        ("the app approves by", answering(base: base)),
        ("IdentityToken key", "\(base)/signing-key.pem"),
        ("IdentityToken certificate", "\(base)/signing-cert.pem"),
        ("IdentityToken key set", "\(base)/jwks.json"),
      ],
      notes: [
        "a session waits for its app: \(answering(base: base))",
        #"or is approved at once, by a client's "quirks": { "app_answers": "at_once" } or the story veridium/approve"#,
      ], firstCalls: [.authenticationRequest, .sessionStatusAsync].map(\VeridiumEndpoint.rawValue))
  }

  /// The HTTP call by which an app approves a session.
  private static func answering(base: String) -> String {
    #"curl -d '{"profileId":"anna","vidSessionId":"SESSION"}' \#(base)/sdk/authenticate"#
  }

  /// Asks for certificates on the virtual host, and on every host once a client of the world has one.
  static func wantsClientCertificate(onOwnHost: Bool, in sandbox: Sandbox) -> Bool {
    onOwnHost
      || (sandbox.library.world.clients[slug] ?? [:]).values.contains {
        ($0 as? VeridiumClient)?.certificate != nil
      }
  }

  var ledgers: [any Ledger] { [ledger] }

  func unlock() { locks.forget() }

  var kept: [any Restorable] { [locks.state, madeUpProfiles.state] }
}
