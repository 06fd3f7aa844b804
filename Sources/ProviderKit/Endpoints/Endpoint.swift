package import HTTP

/// An address and what answers there; made once for the process, and told with each call on whose behalf.
///
/// The owner is what answers in one sandbox: a provider, or the control plane.
package struct Endpoint<Owner: Sendable>: Sendable {
  /// The catalog name.
  package let name: String
  /// The methods it takes; HEAD goes with GET.
  package let methods: [HTTP.Method]
  /// The path below the owner's mount.
  package let path: String
  /// Whether answering does private-key work, so that it must not hold up an event loop.
  package let weight: Weight
  /// Answers a call; throws when a document must be fetched first, and is then asked again from the start.
  package let answer: @Sendable (Owner, Call) throws(DocumentNeeded) -> Outcome
  /// Answers a call whose method the endpoint does not take; `nil` for a plain 405.
  ///
  /// `Allow` is added to its 405.
  package let wrongMethod: (@Sendable (Owner, Call) -> Answer)?

  /// How much work an answer is.
  package enum Weight: Sendable {
    /// Microseconds: runs on the event loop.
    case light
    /// Private-key operations: runs on a worker.
    case heavy
    /// Depends on the request, and on what the owner has open.
    case heavyIf(@Sendable (Owner, Request) -> Bool)
  }

  /// An endpoint with a name, methods and a path.
  package init(
    named name: String, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    wrongMethod: (@Sendable (Owner, Call) -> Answer)? = nil,
    answer: @escaping @Sendable (Owner, Call) throws(DocumentNeeded) -> Outcome
  ) {
    (self.name, self.methods, self.path, self.weight) = (name, methods, path, weight)
    (self.answer, self.wrongMethod) = (answer, wrongMethod)
  }
}
