import Synchronization

/// The providers of a sandbox, each made when it is first asked for: most tests call one of them.
package final class Providers: Sendable {
  /// In the order of the registry.
  package let types: [any Provider.Type]
  private let sandbox: Sandbox
  private let made: Mutex<[(any Provider)?]>

  init(_ types: [any Provider.Type], in sandbox: Sandbox) {
    (self.types, self.sandbox) = (types, sandbox)
    made = Mutex(Array(repeating: nil, count: types.count))
    sandbox.identityVerifications.whenNobodyOffers { [weak self] in
      guard let self else { return }
      for (number, type) in types.enumerated() where type.offersVerifications { _ = self[number] }
    }
  }

  package subscript(slug: String) -> (any Provider)? {
    types.firstIndex { $0.slug == slug }.map { self[$0] }
  }

  /// Those made so far; nothing is open, expired or waited for at the others.
  package var used: [any Provider] { made.withLock { $0.compactMap { $0 } } }
}

extension Providers: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { types.count }

  package subscript(index: Int) -> any Provider {
    made.withLock { made in
      if let provider = made[index] { return provider }
      let provider = types[index].init(sandbox: sandbox)
      made[index] = provider
      return provider
    }
  }
}
