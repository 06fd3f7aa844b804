package import HTTP

extension Endpoint where Owner: Provider {
  /// Answered by a function.
  package init(
    _ name: Owner.EndpointName, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    wrongMethod: (@Sendable (Owner, Call) -> Answer)? = nil,
    answer: @escaping @Sendable (Owner, Call) throws(DocumentNeeded) -> Outcome
  ) {
    self.init(named: name.rawValue, methods, path, weight, wrongMethod: wrongMethod, answer: answer)
  }

  /// Answered by a method of the provider.
  package init(
    _ name: Owner.EndpointName, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    wrongMethod: (@Sendable (Owner, Call) -> Answer)? = nil,
    answer: @escaping @Sendable (Owner) -> (Call) throws(DocumentNeeded) -> Outcome
  ) {
    self.init(name, methods, path, weight, wrongMethod: wrongMethod) { owner, call throws(DocumentNeeded) in
      try answer(owner)(call)
    }
  }
}
