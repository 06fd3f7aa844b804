import Flow
import ProviderKit

/// The documents that the app lets the person show: options of the SDK's start (guide, "eID provider options object").
struct DocumentChoice: Sendable, Hashable {
  /// `docType`, or the web SDK's `idType`: this document and no wizard.
  var only: Int?
  /// `docTypes`: what the wizard offers; `nil` for everything.
  var offered: [Int]?
  /// `defaultId`: the wizard's preselection.
  var preset: Int?

  struct Resolution: Sendable {
    /// `nil` if no document can be shown.
    var document: DocumentType?
    var findings: [Finding] = []
  }

  /// The types that a wizard offers.
  var wizard: [DocumentType] {
    if let only { return DocumentType.all.filter { $0.id == only } }
    guard let offered, !offered.isEmpty else { return DocumentType.all }
    return offered.compactMap { DocumentType.of($0) }
  }

  /// The document that a person shows: the one requested; in the wizard the preset if the person has it, otherwise one
  /// that the person has, otherwise the preset, otherwise the first.
  func resolve(for person: Person) -> Resolution {
    var resolution = Resolution()
    let unknown = ([only, preset].compactMap { $0 } + (offered ?? [])).filter { DocumentType.of($0) == nil }
    if !unknown.isEmpty {
      resolution.findings.append(Finding(CaptureRules.documentTypeUnknown, Self.list(unknown)))
    }
    if let only, let offered, !offered.isEmpty, !offered.contains(only) {
      resolution.findings.append(
        Finding(CaptureRules.documentOutsideList, "\(only) is not among \(Self.list(offered))"))
    }
    if let preset, offered?.isEmpty ?? true {
      resolution.findings.append(Finding(CaptureRules.defaultWithoutList, String(preset)))
    }
    if only != nil {
      resolution.document = wizard.first
    } else {
      let types = wizard
      let selected = offered?.isEmpty == false ? types.first { $0.id == preset } : nil
      resolution.document =
        selected.flatMap { person.document(of: $0) == nil ? nil : $0 } ?? person.firstDocument(among: types)
        ?? selected
        // The card that nearly every public client asks for (§1.4).
        ?? types.first { $0.id == 62 } ?? types.first
    }
    return resolution
  }

  /// Options of the operation that the app did not pass on: a note for a dropped one, a warning for a changed one.
  ///
  /// The app "can" pass them on, says the guide in "2. Start VideoID activity".
  func findings(passingOn ordered: DocumentChoice) -> [Finding] {
    var findings: [Finding] = []
    func compare(_ name: String, _ wanted: [Int]?, _ given: [Int]?) {
      guard let wanted, Set(wanted) != given.map({ Set($0) }) else { return }
      let value = "\(name) \(Self.list(wanted))"
      findings.append(
        given.map { Finding(CaptureRules.optionsChanged, "\(value) became \(Self.list($0))") }
          ?? Finding(CaptureRules.optionsNotPassedOn, value))
    }
    compare("docType", ordered.only.map { [$0] }, only.map { [$0] })
    compare("docTypes", ordered.offered, offered)
    compare("defaultId", ordered.preset.map { [$0] }, preset.map { [$0] })
    if ordered.only == nil, let only, let list = ordered.offered, !list.contains(only) {
      findings.append(
        Finding(CaptureRules.optionsChanged, "docType \(only) is not one of docTypes \(Self.list(list))"))
    }
    return findings
  }

  private static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }
}

extension Person {
  /// The type of the person's first document of one of these types.
  func firstDocument(among types: [DocumentType]) -> DocumentType? {
    for document in documents {
      if let type = types.first(where: { document.isOf($0) }) { return type }
    }
    return nil
  }

  func document(of type: DocumentType) -> Document? {
    documents.first { $0.isOf(type) }
  }
}

extension Document {
  /// True if kind and country match; the document may use either of the country's codes.
  func isOf(_ type: DocumentType) -> Bool {
    guard self.type == type.kind.rawValue, let country else { return false }
    return country.lowercased() == type.country
      || Country.alpha3(country.uppercased())?.lowercased() == type.country
  }
}

extension IdentityVerifications.Order {
  /// The documents of the order as the SDK's options.
  var documentChoice: DocumentChoice {
    DocumentChoice(only: documents.only, offered: documents.choice, preset: documents.preset)
  }
}
