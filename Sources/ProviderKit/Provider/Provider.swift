package import Flow
package import JOSE
package import JSON

/// An emulated identity service in one sandbox.
package protocol Provider: AnyObject, Sendable {
  /// The name in addresses, files and the catalog.
  static var slug: String { get }
  /// The URL of the discovery document below a base URL; where there is none, of what is called first.
  static func entry(base: String) -> String
  /// The terms of its scenarios and catalog.
  static var vocabulary: Vocabulary { get }
  /// The rules that a relying party can break.
  static var rules: [Rule] { get }
  /// Domains of the real service; the emulator never answers under them.
  static var realHosts: [String] { get }
  /// The JSON Schema of one client entry in `world.json`.
  static var clientSchema: JSON { get }
  /// Reads a client entry and notes every problem in the reader; `nil` if the entry cannot be used.
  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)?

  /// The catalog names of its endpoints.
  associatedtype EndpointName: RawRepresentable<String> & Sendable
  /// Their paths are relative to the mount.
  static var endpoints: [Endpoint<Self>] { get }

  /// Called when the provider is first needed, at most once for each sandbox: it asks for no other provider, and nothing
  /// outside depends on it but an offer of verifications.
  init(sandbox: Sandbox)
  /// True if it verifies identities for other providers; false by default.
  static var offersVerifications: Bool { get }
  /// What to paste into a client that reaches the provider at this base URL.
  static func settings(base: String) -> ProviderSettings
  /// The `kid` under which it publishes a key and signs with it; the key's own by default.
  static func keyIdentifier(_ key: JWK) -> String?
  /// Its transactions, a ledger for each kind.
  var ledgers: [any Ledger] { get }
  /// Its state besides transactions; nothing by default.
  var kept: [any Restorable] { get }
  /// A human does something on the phone; by default the ledger of the transaction handles it.
  ///
  /// - Throws: why it cannot be done.
  func act(_ verb: String, reason: String?, on transaction: String, at now: Instant) throws(PhoneRefusal)
  /// What the app on the phone shows; `nil` if no such transaction is open.
  func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest?
  /// A person opens a launch link or scans the text of a QR code; `nil` if it is not this provider's, as by default.
  ///
  /// - Parameter person: whose phone it is, if a human said so; only that choice decides who logs in.
  func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening?
  /// Unlocks the phones and accounts of the world's people, for the next visitor of a demonstration; nothing by
  /// default.
  func unlock()
  /// Forgets expired state besides transactions; called about every second and at shutdown.
  func expire(at now: Instant)
  /// True while `expire` may still have a visible effect although no transaction ends; false by default.
  var expiresMore: Bool { get }
  /// True if TLS clients are asked for a certificate in the handshake, which comes before any request; false by default.
  ///
  /// - Parameter onOwnHost: true if the client addressed the provider's virtual host, not one that providers share.
  static func wantsClientCertificate(onOwnHost: Bool, in sandbox: Sandbox) -> Bool
}

extension Provider {
  /// Offers every verb while the transaction is open.
  package func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest? {
    guard let summary = self.transaction(transaction, at: now) else { return nil }
    var request = PhoneRequest(app: Self.slug, party: summary.client, heading: "Request")
    request.choices = Self.vocabulary.verbs.flatMap { PhoneChoice.of($0) }
    return request
  }

  package func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? { nil }
}

extension Provider {
  package static func keyIdentifier(_ key: JWK) -> String? { key.kid }

  package static var offersVerifications: Bool { false }

  package static func wantsClientCertificate(onOwnHost: Bool, in sandbox: Sandbox) -> Bool { false }
}

extension Provider {
  package static var anyEndpoints: [AnyEndpoint] { endpoints.map { AnyEndpoint($0) } }

  /// For the loader of scenario files.
  package static var schema: ProviderSchema {
    ProviderSchema(vocabulary: vocabulary, clientSchema: clientSchema, rules: rules) { readClient($0, $1) }
  }
}

/// What a developer pastes into a client.
package struct ProviderSettings: Sendable {
  /// The provider's name.
  package let title: String
  /// That of `Provider.entry(base:)`.
  package let entry: String
  /// In the order to show them.
  package let values: [(name: String, value: String)]
  /// What needs an explanation, as lines of the start-up text.
  package let notes: [String]
  /// The endpoints that a client calls for its first login, in that order, by their catalog names.
  package let firstCalls: [String]
  /// True if tokens are encrypted to the client of `values`, so that only libraries that decrypt can log in.
  package let encryptsTokens: Bool

  package init(
    title: String, entry: String, values: [(name: String, value: String)], notes: [String] = [],
    firstCalls: [String] = ["discovery", "authorize", "token", "userinfo"], encryptsTokens: Bool = false
  ) {
    (self.title, self.entry, self.values, self.notes) = (title, entry, values, notes)
    (self.firstCalls, self.encryptsTokens) = (firstCalls, encryptsTokens)
  }
}
