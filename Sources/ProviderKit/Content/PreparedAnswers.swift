package import HTTP
import Synchronization

/// Responses that are the same for every call, or for every call under an address, serialized once.
///
/// Bounded: the cache is emptied when it is full. It has the same limit as the sandbox's list of addresses under
/// which discovery was served, so that an address with a cached response is always in that list.
package final class PreparedAnswers: Sendable {
  private struct Key: Hashable {
    let name: String
    let base: String
    let publicBase: String
    let version: Int

    /// The rest is nearly always the same for an address.
    func hash(into hasher: inout Hasher) { hasher.combine(base) }
  }

  package init() {}

  private let answers = Mutex<[Key: Response]>([:])

  /// Made once for each name, version and address.
  package func answer(
    _ name: String, base: String = "", publicBase: String = "", version: Int, _ make: () -> Response
  ) -> Response {
    let key = Key(name: name, base: base, publicBase: publicBase, version: version)
    if let response = answers.withLock({ $0[key] }) { return response }
    var response = make()
    response.headers.append("Eidolon", "emulator")
    response = response.prepared()
    answers.withLock { answers in
      if answers.count >= 256 { answers = [:] }
      answers[key] = response
    }
    return response
  }
}
