import JSON

/// Why the emulator did not do what a test asked of it; a test that throws it shows the text.
public enum EidolonFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// It cannot listen, for this reason.
  case notListening(String)
  /// A world or a scenario is wrong: every problem with its file, line and column.
  case malformed(String)
  /// Nothing has this name; with the closest names.
  case unknown(String, closest: [String])
  /// The relying party did not send what was expected; with the closest requests and how they differ first.
  case notSent(String, closest: [String])
  /// Nothing of the kind happened in time.
  case timedOut(String)
  /// Any other call was refused: the problem's type and detail.
  case refused(type: String, detail: String)

  /// What went wrong, for people.
  public var description: String {
    switch self {
    case .notListening(let reason): "the emulator cannot listen: \(reason)"
    case .malformed(let problems): problems
    case .unknown(let detail, _): detail
    case .notSent(let detail, let closest):
      ([detail] + closest.map { "  closest: \($0)" }).joined(separator: "\n")
    case .timedOut(let what): "nothing happened in time: \(what)"
    case .refused(let type, let detail): "\(detail) (\(type))"
    }
  }

  /// Translates a problem document.
  init(_ problem: JSON) {
    let type = problem["type"]?.string ?? ""
    let detail = problem["detail"]?.string ?? "the call was refused"
    let kind = type.split(separator: ":").last.map(String.init) ?? ""
    switch kind {
    case "verification-failed":
      self = .notSent(
        detail,
        closest: (problem["closest"]?.array ?? []).map { request in
          "\(request["provider"]?.string ?? "") \(request["endpoint"]?.string ?? ""): "
            + (request["first_difference"]?.string ?? "")
        })
    case "invalid-scenarios", "malformed-body": self = .malformed(detail)
    case _ where kind.hasPrefix("unknown-"):
      self = .unknown(detail, closest: (problem["closest"]?.array ?? []).compactMap(\.string))
    default: self = .refused(type: type, detail: detail)
    }
  }
}
