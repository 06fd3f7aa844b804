import HTTP
import JSON

/// The answers of the other replicas, and which of them could not be asked.
struct Replicas: Sendable {
  struct Missing: Sendable {
    let address: String
    /// Why, for people.
    let reason: String
  }

  /// By address, in the order of `--peers`; without this process.
  private(set) var contents: [(address: String, content: JSON)] = []
  private(set) var missing: [Missing] = []
  /// This process's address in `--peers`, if it is listed.
  private(set) var own: String?

  /// - Parameter instance: this process, which may be among those asked.
  init(_ gathered: [Gathered], instance: String) {
    var seen: Set<String> = [instance]
    for one in gathered {
      switch Self.read(one.result) {
      case .success(let said):
        if said.instance == instance { own = own ?? one.address }
        guard seen.insert(said.instance).inserted else { continue }
        contents.append((one.address, said.content))
      case .failure(let problem):
        missing.append(Missing(address: one.address, reason: problem.reason))
      }
    }
  }

  /// The member `replicas` of answers: how many they cover, and which are missing.
  var json: JSON {
    [
      "answered": .integer(contents.count + 1),
      "missing": .array(
        missing.map { ["address": .string($0.address), "reason": .string($0.reason)] }),
    ]
  }

  static let schema: JSON = .answer([
    "answered": .wholeNumber.saying("This one included."),
    "missing": .list(.answer(["address": .anyText, "reason": .anyText])).saying(
      "Of whom this answer knows nothing."),
  ]).saying("With --peers at the root: for which replicas the answer speaks.")

  private struct Problem: Error {
    let reason: String
  }

  private static func read(
    _ result: Result<FetchedDocument, FetchError>
  ) -> Result<(instance: String, content: JSON), Problem> {
    switch result {
    case .failure(let error): return .failure(Problem(reason: "\(error)"))
    case .success(let document):
      guard let said = try? JSON(parsing: document.body) else {
        return .failure(Problem(reason: "it answers \(document.status.code), and not as Eidolon does"))
      }
      if document.status.code != 200 {
        let detail = said["detail"]?.string ?? ""
        return .failure(Problem(reason: "it answers \(document.status.code): \(detail)"))
      }
      guard let instance = said["instance"]?.string, let content = said["content"] else {
        return .failure(Problem(reason: "it is not an Eidolon that knows replicas"))
      }
      guard said["version"]?.string == Control.version else {
        let version = said["version"]?.string ?? "unknown"
        return .failure(Problem(reason: "it is of version \(version), and this one of \(Control.version)"))
      }
      return .success((instance, content))
    }
  }
}
