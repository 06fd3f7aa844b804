// What a provider is, the OAuth and OpenID rules that providers share, and the application that answers requests.
//
//   Provider, Endpoint, Call        what one emulated identity service is, and how it is asked
//   Ledger/                         the bookkeeping of a provider's open transactions
//   Application/                    from a request to a provider's endpoint and back
//   Tokens/                         minting tokens, and the one thing that may be wrong with each
//   OAuth/                          rules of OAuth and OpenID Connect, one a file
//   Deliveries/                     what providers send to relying parties on their own
//   Faults/                         what a scenario does to an endpoint's answer
//   Pages/                          the frame of every page that people see
//   Handset/                        what a provider's app shows on the fake phone

public import Flow
public import JSON

/// One emulated identity service, private to one sandbox.
public protocol Provider: Sendable {
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

  /// The provider of a sandbox.
  init(sandbox: Sandbox)

  /// What it serves, relative to its mount.
  var endpoints: [Endpoint] { get }
  /// What to paste into a client, for a provider reached under a base URL.
  func settings(base: String) -> ProviderSettings
  /// Its open transactions, in the order of their starts.
  var transactions: [TransactionSummary] { get }
  /// One of its open transactions.
  func transaction(_ identifier: String) -> TransactionSummary?
  /// Where one of its open transactions stands: what every call asks for, and so costs little.
  func standing(_ identifier: String) -> TransactionStanding?
  /// A human does something on the phone.
  ///
  /// - Throws: why it cannot be done.
  func act(_ verb: String, reason: String?, on transaction: String) throws(PhoneRefusal)
  /// What the app on the person's phone shows of a transaction; `nil` when no such transaction is open.
  func phoneRequest(_ transaction: String) -> PhoneRequest?
  /// A person opens a launch link, or scans the text of a QR code; `nil` when it is nothing of this provider's.
  ///
  /// - Parameter person: whose phone it is, where that is said; only a human's choice tells who logs in.
  func open(_ link: LaunchLink, on person: Person?) -> PhoneOpening?
  /// Ends what has run out; called about every second and at shutdown.
  func sweep(isLast: Bool)
  /// What puts everything that it keeps of this sandbox back to where it stands now, for snapshots.
  func saved() -> [Restoration]
  /// Whether TLS clients are asked for a certificate in the handshake, which comes before any request.
  ///
  /// - Parameter onOwnHost: whether the client addressed the provider's virtual host, and not one that all share.
  func wantsClientCertificate(onOwnHost: Bool) -> Bool
}

extension Provider {
  /// What the summary says.
  public func standing(_ identifier: String) -> TransactionStanding? {
    transaction(identifier).map { TransactionStanding(client: $0.client, news: $0) }
  }

  /// Every verb can be done as long as the transaction is open.
  public func phoneRequest(_ transaction: String) -> PhoneRequest? {
    guard let summary = self.transaction(transaction) else { return nil }
    var request = PhoneRequest(app: Self.slug, party: summary.client, heading: "Request")
    request.choices = Self.vocabulary.verbs.flatMap { PhoneChoice.of($0) }
    return request
  }

  /// No link opens anything.
  public func open(_ link: LaunchLink, on person: Person?) -> PhoneOpening? { nil }
}

extension Provider {
  /// No certificate is asked for.
  public func wantsClientCertificate(onOwnHost: Bool) -> Bool { false }
}

extension Provider {
  /// What the loader of scenario files needs to know.
  public static var schema: ProviderSchema {
    ProviderSchema(vocabulary: vocabulary, clientSchema: clientSchema, rules: rules) { readClient($0, $1) }
  }
}

/// Whose a transaction is, and what is new of it.
public struct TransactionStanding: Sendable {
  let client: String
  /// The transaction, where its state is another than the one that was seen last.
  var news: TransactionSummary?
}

/// What a developer pastes into a client to use a provider.
public struct ProviderSettings: Sendable {
  /// The provider's name for people.
  public let title: String
  /// The discovery document, or the base URL where there is none.
  public let entry: String
  /// Names and values of settings, in the order to show them.
  public let values: [(name: String, value: String)]

  /// Settings to show.
  public init(title: String, entry: String, values: [(name: String, value: String)]) {
    (self.title, self.entry, self.values) = (title, entry, values)
  }
}

/// Why nothing could be done on the phone.
public enum PhoneRefusal: Error, Sendable, Hashable {
  /// No open transaction has this identifier.
  case unknownTransaction
  /// The provider has no such verb; the closest ones.
  case unknownVerb(closest: [String])
  /// The transaction is decided already; its state.
  case decided(state: String)
}
