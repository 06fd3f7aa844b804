package import HTTP
import Synchronization

/// Answers that are the same for every call, or for every call under an address, with their bytes ready to be sent.
///
/// Bounded: when too many addresses were used, all are made anew. The limit is that of the sandbox's list of addresses
/// under which discovery was served, so that an address whose answer is ready is in the list.
package final class PreparedAnswers: Sendable {
  private struct Key: Hashable {
    let name: String
    let base: String
    let publicBase: String
    let version: Int
  }

  /// No answer is ready.
  package init() {}

  private let answers = Mutex<[Key: Response]>([:])

  /// The answer of a name, made once for each version and address.
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
