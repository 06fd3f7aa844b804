public import JSON

/// A login or verification as a test sees it.
public struct SeenTransaction: Sendable, Hashable {
  /// Its identifier.
  public let identifier: String
  /// The provider.
  public let provider: String
  /// The client that started it.
  public let client: String
  /// The key of the person.
  public let person: String
  /// Its state, in the provider's terms.
  public let state: String
  /// The story that it followed, if any.
  public let scenario: String?
  /// The rules that the relying party broke, by id.
  public let findings: [String]
  /// Why the story's expectation was not met; empty if it was, `nil` before it was judged or without an expectation.
  public let complaints: [String]?
  /// The verdict of its story; `nil` if the story expects nothing.
  public let verdict: Verdict?
  /// True once its credentials have expired; the state stays.
  public let isEnded: Bool
  /// Everything that the control plane says about it.
  public let json: JSON

  /// The verdict of a login's story.
  public struct Verdict: Sendable, Hashable {
    /// The result in one word.
    public enum Result: String, Sendable, Hashable {
      /// The relying party did what the story expects.
      case met
      /// It crashed where refusing is right, or accepted what it should refuse.
      case warn
      /// It did not do what the story expects.
      case unmet
      /// Nothing showed what it did although the story says what is right, or it still waits.
      case inconclusive
      /// It never fetched the answer with the story's defect.
      case notRun = "not_run"
      /// Its calls can still come.
      case pending
    }

    /// The result in one word.
    public let result: Result
    /// What did not hold or is not known; empty if everything is right.
    public let reasons: [String]

    init?(_ json: JSON?) {
      guard let word = json?["result"]?.string, let result = Result(rawValue: word) else { return nil }
      self.result = result
      reasons = (json?["reasons"]?.array ?? []).compactMap(\.string)
    }
  }

  init(_ json: JSON) {
    self.json = json
    let text = { (name: String) in json[name]?.string ?? "" }
    (identifier, provider, client) = (text("id"), text("provider"), text("client"))
    (person, state) = (text("person"), text("state"))
    scenario = json["decision"]?["scenario"]?.string
    findings = (json["findings"]?.array ?? []).compactMap(\.string)
    let verdict = Verdict(json["verdict"])
    (self.verdict, isEnded) = (verdict, json["ended"] == true)
    complaints = verdict.flatMap { $0.result == .pending ? nil : $0.reasons }
  }
}
