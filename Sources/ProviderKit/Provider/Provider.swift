package import Flow
package import JSON

/// One emulated identity service, private to one sandbox.
package protocol Provider: Sendable {
  /// The name in addresses, files and the catalog.
  static var slug: String { get }
  /// The words of its scenarios and catalog.
  static var vocabulary: Vocabulary { get }
  /// The rules that a relying party can break.
  static var rules: [Rule] { get }
  /// Host names of the real service, or their last labels; the emulator never answers as these.
  static var realHosts: [String] { get }
  /// The JSON Schema of one client entry in `world.json`.
  static var clientSchema: JSON { get }
  /// Reads a client entry, noting every problem in the reader; `nil` when it cannot be used.
  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)?

  /// The catalog names of its endpoints.
  associatedtype EndpointName: RawRepresentable<String> & Sendable
  /// What it serves, relative to its mount.
  static var endpoints: [Endpoint<Self>] { get }

  /// The provider of a sandbox.
  init(sandbox: Sandbox)
  /// What to paste into a client, for a provider reached under a base URL.
  func settings(base: String) -> ProviderSettings
  /// Its transactions, of each kind.
  var ledgers: [any Ledger] { get }
  /// What it keeps of its sandbox beside transactions.
  var kept: [any Restorable] { get }
  /// A human does something on the phone.
  ///
  /// - Throws: why it cannot be done.
  func act(_ verb: String, reason: String?, on transaction: String, at now: Instant) throws(PhoneRefusal)
  /// What the app on the person's phone shows of a transaction; `nil` when no such transaction is open.
  func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest?
  /// A person opens a launch link, or scans the text of a QR code; `nil` when it is nothing of this provider's.
  ///
  /// - Parameter person: whose phone it is, where that is said; only a human's choice tells who logs in.
  func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening?
  /// Forgets what has run out beside transactions; called about every second and at shutdown.
  func expire(at now: Instant)
  /// True if TLS clients are asked for a certificate in the handshake, which comes before any request.
  ///
  /// - Parameter onOwnHost: whether the client addressed the provider's virtual host, and not one that all share.
  func wantsClientCertificate(onOwnHost: Bool) -> Bool
}

extension Provider {
  /// Every verb can be done as long as the transaction is open.
  package func phoneRequest(_ transaction: String, at now: Instant) -> PhoneRequest? {
    guard let summary = self.transaction(transaction) else { return nil }
    var request = PhoneRequest(app: Self.slug, party: summary.client, heading: "Request")
    request.choices = Self.vocabulary.verbs.flatMap { PhoneChoice.of($0) }
    return request
  }

  /// No link opens anything.
  package func open(_ link: LaunchLink, on person: Person?, at now: Instant) -> PhoneOpening? { nil }
}

extension Provider {
  /// No certificate is asked for.
  package func wantsClientCertificate(onOwnHost: Bool) -> Bool { false }
}

extension Provider {
  /// What it serves, without its type.
  package static var anyEndpoints: [AnyEndpoint] { endpoints.map { AnyEndpoint($0) } }

  /// What the loader of scenario files needs to know.
  package static var schema: ProviderSchema {
    ProviderSchema(vocabulary: vocabulary, clientSchema: clientSchema, rules: rules) { readClient($0, $1) }
  }
}

/// What a developer pastes into a client to use a provider.
package struct ProviderSettings: Sendable {
  /// The provider's name for people.
  package let title: String
  /// The discovery document, or the base URL where there is none.
  package let entry: String
  /// Names and values of settings, in the order to show them.
  package let values: [(name: String, value: String)]

  /// Settings to show.
  package init(title: String, entry: String, values: [(name: String, value: String)]) {
    (self.title, self.entry, self.values) = (title, entry, values)
  }
}
