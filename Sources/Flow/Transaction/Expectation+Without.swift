extension Expectation {
  /// The same, without demanding calls of these endpoints.
  package func without(_ endpoints: Set<String>) -> Expectation {
    guard !endpoints.isEmpty else { return self }
    var expectation = self
    expectation.order = order.compactMap { call in
      let rest = call.endpoints.filter { !endpoints.contains($0) }
      return rest.isEmpty ? nil : Call(rest)
    }
    expectation.count = count.filter { !endpoints.contains($0.key) }
    return expectation
  }
}
