import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization

/// VeridiumID push and mobile authentication, by the vendor's guide and `contracts/veridium.md`.
///
/// Sections in comments (§1a) are the contract's. `Friend/` is what servers call, `SDK/` stands for the mobile SDK and its
/// opaque traffic, `Token/` is the IdentityToken, `Pages/` the Authenticator app.
final class Veridium: Provider {
  static let slug = "veridium"
  static let realHosts = ["veridiumid.com", "veridium.com", "veridium-dev.com"]
  static let standards = VocabularyStandards(vocabulary)

  let sandbox: Sandbox
  let ledger: TransactionLedger<Session>
  let prepared = PreparedAnswers()
  let locks = ProfileLocks()
  /// The friends that called lately.
  let friends = KnownCallers<Friend>()
  /// Whether a session was opened whose status answers carry a signed token, so that status calls may be heavy.
  let signsInStatus = Atomic<Bool>(false)

  init(sandbox: Sandbox) {
    self.sandbox = sandbox
    ledger = TransactionLedger(
      Veridium.self, in: sandbox,
      polledEndpoints: [
        VeridiumEndpoint.sessionStatus.rawValue, VeridiumEndpoint.sessionStatusAsync.rawValue,
        VeridiumEndpoint.authenticator.rawValue,
      ],
      state: { $0.state(at: $1) }, isOpen: { !$0.phase(at: $1).isEnd })
  }

  var endpoints: [Endpoint] {
    let friend = "/websec/rest/enterprise"
    return [
      Endpoint(
        .authenticationRequest, [.post], "\(friend)/AuthenticationRequest", answer: authenticationRequest),
      // Where version 3.8.4 keeps its other calls (§5).
      Endpoint(
        .authenticationRequest, [.post], "\(friend)/friend/AuthenticationRequest",
        answer: authenticationRequest),
      Endpoint(
        .sessionStatus, [.post], "\(friend)/GetSessionStatus", signingWeight, answer: sessionStatus),
      Endpoint(
        .sessionStatusAsync, [.post], "\(friend)/GetSessionStatusAsync", signingWeight,
        answer: sessionStatusAsync),
      Endpoint(
        .sessionOpportunity, [.post], "\(friend)/RegisterSessionOpportunity",
        answer: registerSessionOpportunity),
      Endpoint(.staticProfile, [.post], "\(friend)/friend/GetStaticProfile", answer: staticProfile),
      Endpoint(.authenticators, [.get], "\(friend)/friend/Authenticators/{id}", answer: authenticators),
      Endpoint(.sdkAuthenticate, [.post], "/sdk/authenticate", .heavy, answer: sdkAuthenticate),
      Endpoint(.sdkPending, [.get], "/sdk/pending", answer: sdkPending),
      Endpoint(.sdkAttach, [.post], "/sdk/attach", answer: sdkAttach),
      Endpoint(.authenticator, [.get, .post], "/authenticator", answer: authenticator),
      Endpoint(.signingKey, [.get], "/signing-key.pem", answer: signingKey),
      Endpoint(.signingCertificate, [.get], "/signing-cert.pem", .heavy, answer: signingCertificate),
      Endpoint(.keySet, [.get], "/jwks.json", answer: keySet),
    ]
  }

  /// A status call signs where a quirk puts the token into the answer, and is light otherwise.
  private var signingWeight: Endpoint.Weight {
    .heavyIf { [self] _ in signsInStatus.load(ordering: .relaxed) }
  }

  func settings(base: String) -> ProviderSettings {
    ProviderSettings(
      title: "VeridiumID", entry: "\(base)/authenticator",
      values: [
        ("server calls", "\(base)/websec/rest/enterprise"),
        ("friend certificate", "\(Veridium.subjectHeader): CN=demo-friend"),
        ("memberExternalId", "ADv2MultiStepEnrollment or GENERIC"),
        ("profileExternalId", "anna"),
        ("SDK stub", "\(base)/sdk/authenticate"),
        ("IdentityToken key", "\(base)/signing-key.pem"),
        ("IdentityToken certificate", "\(base)/signing-cert.pem"),
        ("IdentityToken key set", "\(base)/jwks.json"),
      ])
  }

  /// Clients are asked on the virtual host, and on every host once a client of the world is known by its certificate.
  func wantsClientCertificate(onOwnHost: Bool) -> Bool {
    onOwnHost
      || (sandbox.library.world.clients[Veridium.slug] ?? [:]).values.contains {
        ($0 as? VeridiumClient)?.certificate != nil
      }
  }

  // MARK: For the control plane

  var transactions: [TransactionSummary] { ledger.summaries }

  func transaction(_ identifier: String) -> TransactionSummary? { ledger.summary(identifier) }

  func standing(_ identifier: String) -> TransactionStanding? { ledger.standing(identifier) }

  func act(_ verb: String, reason: String?, on transaction: String) throws(PhoneRefusal) {
    try ledger.act(verb, reason: reason, on: transaction) { session in
      // What is decided now is readable for its time from now on.
      session.ends = ledger.now + session.detail.switches[veridium: .readable] + Veridium.remembrance
    }
    noteLock(of: transaction)
  }

  func saved() -> [Restoration] { [ledger.saved(), locks.saved()] }

  func sweep(isLast: Bool) { ledger.sweep(isLast: isLast) }

  /// How long a session is remembered after it stopped being readable, so that late calls are known to be late.
  static let remembrance: Duration = .seconds(600)
}

extension Endpoint {
  /// An endpoint of VeridiumID.
  fileprivate init(
    _ name: VeridiumEndpoint, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    answer: @escaping @Sendable (Call) throws(DocumentNeeded) -> Outcome
  ) {
    self.init(name.rawValue, methods, path, weight, answer: answer)
  }
}
