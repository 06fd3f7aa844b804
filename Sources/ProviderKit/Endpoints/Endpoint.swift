package import HTTP

/// Answers the calls at endpoints: the provider, or control plane, of one sandbox.
package typealias EndpointOwner = AnyObject & Sendable

/// A path, its methods, and the function that answers; made once for the process.
///
/// The owner is passed with each call.
package struct Endpoint<Owner: EndpointOwner>: Sendable {
  package let name: String
  /// GET implies HEAD where it cannot have an effect: no transaction owns the call, and the endpoint is not
  /// `changing`.
  package let methods: [HTTP.Method]
  /// Below the owner's mount.
  package let path: String
  package let weight: Weight
  /// Throws if a document must be fetched first, and is then called again from the start.
  package let answer: @Sendable (Owner, Call) throws(DocumentNeeded) -> Outcome
  /// Answers calls with other methods; `nil` for a plain 405.
  ///
  /// `Allow` is added to its 405.
  package let wrongMethod: (@Sendable (Owner, Call) -> Answer)?
  /// True if GET has an effect although no transaction owns the call, such as ending a session.
  private(set) var isChanging = false

  /// Whether answering must stay off the event loop.
  package enum Weight: Sendable {
    /// Microseconds: runs on the event loop.
    case light
    /// Private-key operations: runs on a worker.
    case heavy
    /// Depends on the request and on the owner's state.
    case heavyIf(@Sendable (Owner, Request) -> Bool)
  }

  package init(
    named name: String, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    wrongMethod: (@Sendable (Owner, Call) -> Answer)? = nil,
    answer: @escaping @Sendable (Owner, Call) throws(DocumentNeeded) -> Outcome
  ) {
    (self.name, self.methods, self.path, self.weight) = (name, methods, path, weight)
    (self.answer, self.wrongMethod) = (answer, wrongMethod)
  }

  /// The same endpoint, but its GET has an effect, so it does not answer HEAD.
  package var changing: Endpoint {
    var endpoint = self
    endpoint.isChanging = true
    return endpoint
  }
}
