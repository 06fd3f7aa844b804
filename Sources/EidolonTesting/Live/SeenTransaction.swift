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
  /// Why the story's expectation was not met; empty if it was, `nil` before the end or without an expectation.
  public let complaints: [String]?
  /// Everything that the control plane says about it.
  public let json: JSON

  init(_ json: JSON) {
    self.json = json
    let text = { (name: String) in json[name]?.string ?? "" }
    (identifier, provider, client) = (text("id"), text("provider"), text("client"))
    (person, state) = (text("person"), text("state"))
    scenario = json["decision"]?["scenario"]?.string
    findings = (json["findings"]?.array ?? []).compactMap(\.string)
    complaints = json["verdict"].map { ($0["reasons"]?.array ?? []).compactMap(\.string) }
  }
}
