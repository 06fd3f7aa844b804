import HTTP
import Synchronization

/// Answers that are the same for every call under an address, with their bytes ready to be sent.
///
/// Bounded: when too many addresses were used, all are made anew.
final class PreparedAnswers: Sendable {
  private struct Key: Hashable {
    let base: String
    let name: String
    let version: Int
  }

  private let answers = Mutex<[Key: Response]>([:])

  /// The answer of a name under a base URL, made once for each version.
  func answer(_ name: String, base: String, version: Int, _ make: () -> Response) -> Response {
    let key = Key(base: base, name: name, version: version)
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
