import Synchronization

/// The providers of a sandbox, each made when it is first asked for: most tests call one of them.
package final class Providers: Sendable {
  /// In the order of the registry.
  package let types: [any Provider.Type]
  private let sandbox: Sandbox
  /// One for each type; read without a lock, because every call does.
  private let slots: [Slot]
  private let making = Mutex(())

  private final class Slot: Sendable {
    let made = AtomicLazyReference<Made>()
  }

  private final class Made: Sendable {
    let provider: any Provider

    init(_ provider: any Provider) { self.provider = provider }
  }

  init(_ types: [any Provider.Type], in sandbox: Sandbox) {
    (self.types, self.sandbox) = (types, sandbox)
    slots = types.map { _ in Slot() }
    sandbox.identityVerifications.whenNobodyOffers { [weak self] in
      guard let self else { return }
      for (number, type) in types.enumerated() where type.offersVerifications { _ = self[number] }
    }
  }

  package var slugs: [String] { types.map { $0.slug } }

  package subscript(slug: String) -> (any Provider)? {
    types.firstIndex { $0.slug == slug }.map { self[$0] }
  }

  /// Those made so far; nothing is open, expired or waited for at the others.
  package var used: [any Provider] { slots.compactMap { $0.made.load()?.provider } }
}

extension Providers: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { types.count }

  package subscript(index: Int) -> any Provider {
    let slot = slots[index]
    if let made = slot.made.load() { return made.provider }
    return making.withLock { _ in
      if let made = slot.made.load() { return made.provider }
      return slot.made.storeIfNil(Made(types[index].init(sandbox: sandbox))).provider
    }
  }
}
