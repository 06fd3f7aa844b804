public import HTTP
import Synchronization

/// Answers that are the same for every call, or for every call under an address, with their bytes ready to be sent.
///
/// Bounded: when too many addresses were used, all are made anew. The limit is that of the sandbox's list of addresses
/// under which discovery was served, so that an address whose answer is ready is in the list.
public final class PreparedAnswers: Sendable {
  private struct Key: Hashable {
    let name: String
    let base: String
    let publicBase: String
    let version: Int

    /// Feeds what is short: the addresses are few, and comparing them is cheaper than hashing them.
    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(version)
    }
  }

  /// No answer is ready.
  public init() {}

  private final class Entry: Sendable {
    let key: Key
    let response: Response

    init(_ key: Key, _ response: Response) { (self.key, self.response) = (key, response) }

    func isFor(_ name: String, _ base: String, _ publicBase: String, _ version: Int) -> Bool {
      // What differs most often first; the name of an answer is short and compares at once.
      key.name == name && key.base == base && key.publicBase == publicBase && key.version == version
    }
  }

  private struct State {
    var answers: [Key: Response] = [:]
    /// The latest few, which are found without hashing: texts that are one and the same compare at once.
    var recent: [Entry] = []
    var oldest = 0

    mutating func note(_ key: Key, _ response: Response) {
      if recent.count < 8 {
        recent.append(Entry(key, response))
      } else {
        recent[oldest] = Entry(key, response)
        oldest = (oldest + 1) % 8
      }
    }
  }

  private let state = Mutex(State())

  /// The answer of a name, made once for each version and address.
  public func answer(
    _ name: String, base: String = "", publicBase: String = "", version: Int, _ make: () -> Response
  ) -> Response {
    if let response = find(name, base, publicBase, version) { return response }
    let key = Key(name: name, base: base, publicBase: publicBase, version: version)
    var response = make()
    response.headers.append("Eidolon", "emulator")
    response = response.prepared()
    state.withLock { state in
      if state.answers.count >= 256 { state = State() }
      state.answers[key] = response
      state.note(key, response)
    }
    return response
  }

  private func find(_ name: String, _ base: String, _ publicBase: String, _ version: Int) -> Response? {
    state.withLock { state in
      for entry in state.recent where entry.isFor(name, base, publicBase, version) { return entry.response }
      let key = Key(name: name, base: base, publicBase: publicBase, version: version)
      guard let response = state.answers[key] else { return nil }
      state.note(key, response)
      return response
    }
  }
}
