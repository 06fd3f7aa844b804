import Flow
import JSON
import ProviderKit

extension ReuseID {
  /// The documents that the person may show, according to the start request (guide, "eID provider options object").
  struct DocumentOptions: Sendable, Hashable {
    var docType: Int?
    var docTypes: [Int]?
    var defaultId: Int?

    /// Only the options that were set; `nil` without any (§1a).
    var json: JSON? {
      var members: JSONObject = [:]
      members["docType"] = docType.map(JSON.integer)
      members["docTypes"] = docTypes.map { .array($0.map(JSON.integer)) }
      members["defaultId"] = defaultId.map(JSON.integer)
      return members.isEmpty ? nil : .object(members)
    }

    /// The same for the verifying provider.
    var documents: IdentityVerifications.Documents {
      IdentityVerifications.Documents(only: docType, choice: docTypes, preset: defaultId)
    }
  }
}

extension ReuseID.DocumentOptions {
  /// The names of the options in a start request: the guide's and the current API's (§1c).
  static let spellings = ["eidProviderOptions", "videoidProviderOptions"]

  /// Throws the first option that the guide's table does not allow.
  static func read(
    _ body: JSONObject, into start: inout ReuseID.Start
  ) throws(ReuseID.InvalidParameters) {
    let given = spellings.filter { body[$0].map { !$0.isNull } ?? false }
    guard let name = given.first, let value = body[name] else { return }
    guard given.count == 1 else {
      throw ReuseID.InvalidParameters(
        StartRules.optionsTwice, "", given[1], "is the newer name of \(given[0])")
    }
    guard let object = value.object else {
      throw ReuseID.InvalidParameters(
        StartRules.optionsMalformed, "\(value)", name, "must be an object")
    }
    for (member, value) in object where !value.isNull {
      let path = "\(name).\(member)"
      switch member {
      case "docType": start.documents.docType = try number(value, path)
      case "defaultId": start.documents.defaultId = try number(value, path)
      case "docTypes": start.documents.docTypes = try numbers(value, path)
      default: start.findings.append(Finding(StartRules.memberUnknown, path))
      }
    }
    start.findings += try start.documents.contradictions(name)
  }

  private func contradictions(_ name: String) throws(ReuseID.InvalidParameters) -> [Finding] {
    var findings: [Finding] = []
    if let preset = defaultId {
      guard let choice = docTypes else {
        throw ReuseID.InvalidParameters(
          StartRules.defaultWithoutChoice, "\(preset)", "\(name).defaultId",
          "can only be used if docTypes is set")
      }
      if !choice.contains(preset) {
        findings.append(Finding(StartRules.defaultNotInChoice, "\(preset)"))
      }
    }
    if docType != nil, docTypes != nil { findings.append(Finding(StartRules.choiceNeverShown)) }
    return findings
  }

  /// Any positive number, because the verifying provider has the list of documents (§5).
  private static func number(_ value: JSON, _ path: String) throws(ReuseID.InvalidParameters) -> Int {
    guard case .integer(let number) = value, number > 0 else {
      throw ReuseID.InvalidParameters(
        StartRules.optionsMalformed, "\(value)", path, "must be an integer of the document list")
    }
    return number
  }

  private static func numbers(_ value: JSON, _ path: String) throws(ReuseID.InvalidParameters) -> [Int] {
    guard let elements = value.array, !elements.isEmpty, elements.count <= 500 else {
      throw ReuseID.InvalidParameters(
        StartRules.optionsMalformed, "\(value)", path,
        "must be an array of integers of the document list")
    }
    var numbers: [Int] = []
    for element in elements { numbers.append(try number(element, path)) }
    return numbers
  }
}
