public import Flow
public import HTTP

/// An address of a provider and what answers there.
public struct Endpoint: Sendable {
  /// The catalog name.
  public let name: String
  /// The methods it takes; HEAD goes with GET.
  public let methods: [HTTP.Method]
  /// The path below the provider's mount.
  public let path: String
  /// Whether answering does private-key work, so that it must not hold up an event loop.
  public let weight: Weight
  /// Answers a call; throws when a document must be fetched first, and is then asked again from the start.
  public let answer: @Sendable (Call) throws(DocumentNeeded) -> Outcome
  /// Answers a call whose method the endpoint does not take; `nil` for a plain 405.
  ///
  /// `Allow` is added to its 405.
  public let wrongMethod: (@Sendable (Call) -> Answer)?

  /// How much work an answer is.
  public enum Weight: Sendable {
    /// Microseconds: runs on the event loop.
    case light
    /// Private-key operations: runs on a worker.
    case heavy
    /// Depends on the request.
    case heavyIf(@Sendable (Request) -> Bool)
  }

  /// An endpoint with a name, methods and a path.
  public init(
    _ name: String, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    wrongMethod: (@Sendable (Call) -> Answer)? = nil,
    answer: @escaping @Sendable (Call) throws(DocumentNeeded) -> Outcome
  ) {
    (self.name, self.methods, self.path, self.weight) = (name, methods, path, weight)
    (self.answer, self.wrongMethod) = (answer, wrongMethod)
  }
}

/// One request to an endpoint, with the addresses under which it came.
public struct Call: Sendable {
  /// The request.
  public let request: Request
  /// Who sent it.
  public let peer: Peer
  /// Where the caller reached this provider, without a slash at the end: `http://localhost:8080/itsme`.
  public let base: String
  /// Where browsers reach this provider: the public URL if one is set, else `base`.
  public let publicBase: String
  /// The parts of the path that the endpoint left open.
  public let parameters: PathParameters
  /// What follows the address of the sandbox in `base`: `/itsme`, or nothing on a virtual host.
  private let mount: String
  /// The documents that were fetched for this call already; none is fetched twice.
  public var fetched: Set<String> = []
  /// Since when, on the real clock, its answer has been held back; `nil` for one that was answered at once.
  var began: Instant?

  /// A call to an endpoint.
  public init(
    request: Request, peer: Peer, base: String, publicBase: String, mount: String = "",
    parameters: PathParameters = PathParameters()
  ) {
    self.mount = mount
    (self.request, self.peer, self.base, self.publicBase) = (request, peer, base, publicBase)
    self.parameters = parameters
  }
}

extension Call {
  /// Where the sandbox begins for the caller, without a slash at the end: `http://localhost:8080/~t1`.
  public var home: String { String(base.dropLast(mount.count)) }

  /// Where the sandbox begins for browsers.
  public var publicHome: String {
    publicBase.hasSuffix(mount) ? String(publicBase.dropLast(mount.count)) : publicBase
  }
}

/// A document is needed before the call can be answered: fetch it and ask again.
public struct DocumentNeeded: Error, Sendable, Hashable {
  /// The document's URL, from the world or the control plane.
  public let url: String

  /// A document at a URL.
  public init(url: String) {
    self.url = url
  }
}

/// What an endpoint does about a call.
public enum Outcome: Sendable {
  /// Answers.
  case answer(Answer)
  /// Answers later: when the transaction changes, the sandbox's clock reaches a moment, or a real time has passed.
  case wait(
    transaction: String, until: Instant? = nil, atMost: Duration? = nil, then: @Sendable () -> Outcome)
  /// Answers piece by piece, as things happen; such an answer is not kept in the journal.
  case stream(ResponseStream)
  /// Asks this very server something over HTTP, as any client would, and then answers.
  case call(Request, then: @Sendable (Result<FetchedDocument, FetchError>) -> Outcome)
}

/// An answer and what belongs to it.
public struct Answer: Sendable {
  /// The response.
  public var response: Response
  /// The transaction it belongs to.
  public var transaction: String?
  /// The rules that the request broke.
  public var findings: [Finding]
  /// What a scenario does to it on its way out.
  public var faults: [Fault]
  /// Lines for the log: what happened to the transaction.
  public var remarks: [String]
  /// What is sent to the relying party's server because of it.
  public var deliveries: [Delivery] = []

  /// An answer with a response.
  public init(
    _ response: Response, transaction: String? = nil, findings: [Finding] = [], faults: [Fault] = [],
    remarks: [String] = []
  ) {
    (self.response, self.transaction, self.findings) = (response, transaction, findings)
    (self.faults, self.remarks) = (faults, remarks)
  }
}
