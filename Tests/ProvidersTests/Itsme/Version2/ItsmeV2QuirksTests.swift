import Flow
import Testing

@testable import Itsme

@Suite struct `The quirks of itsme's second version (contract 5)` {
  static let table: [(quirk: ItsmeV2Quirk, values: [String])] = [
    (.requestErrors, ["page", "redirect"]),
    (.timeout, ["no_redirect", "access_denied", "error_page"]),
    (.overload, []),
    (.callback, ["same_browser", "other_browser"]),
    (.recipientKey, ["any", "last", "kept"]),
    (.contentTypeHeader, ["always", "rsa_only", "never"]),
    (.unknownScope, ["ignore", "refuse"]),
    (.promptNone, ["login_required", "interaction_required"]),
    (.unsupportedParameters, ["ignore", "refuse"]),
    (.secretKey, ["sha256", "raw32", "base64url"]),
    (.basicAuthentication, ["refuse", "accept"]),
    (.acrClaim, ["requested", "always", "never"]),
    (.authTime, ["requested", "always", "never"]),
    (.idTokenClaims, ["requested", "scopes"]),
    (.userinfoProtection, ["nested", "signed", "json"]),
    (.userinfoContentType, ["jwt", "json"]),
    (.cardNumber, ["digits", "dashed"]),
    (.deviceIdentifier, ["deviceId", "deviceID"]),
    (.dateMilliseconds, []),
    (.addressCountry, []),
    (.addressFormat, ["object", "json_string"]),
    (.idTokenEncryption, ["by_method", "none", "RSA-OAEP", "RSA-OAEP-256"]),
    (.contentEncryption, ["by_method", "A128CBC-HS256", "A256GCM"]),
    (.notBefore, ["by_method", "always", "never"]),
    (.tokenErrorText, ["detail", "error_description", "both"]),
    (.denialDescription, []),
    (.invalidClientStatus, ["by_grant", "400", "401"]),
    (.backchannelAudience, ["any", "documented"]),
    (.loginHintToken, ["any", "jwt"]),
    (.addressAssuranceLevel, ["absent", "low", "substantial", "high"]),
    (.refreshToken, []),
    (.requestTimes, ["lenient", "strict"]),
    (.secretIssuer, ["base", "oidc_host"]),
    (.requestEncryption, ["required", "optional"]),
    (.httpsRule, ["relaxed", "strict"]),
    (.discoveryInterval, ["omit", "send"]),
    (.pingCourse, ["once", "twice", "lost"]),
  ]

  @Test(arguments: table) func `take the values of the contract, the first by default`(
    quirk: ItsmeV2Quirk, values: [String]
  ) {
    let term = quirk.term
    #expect(term.values == (values.isEmpty ? .flag : .choices(values)))
    #expect(term.standard == (values.first.map(QuirkValue.choice) ?? .flag(false)))
  }

  @Test func `are all in the table`() {
    #expect(Set(Self.table.map(\.quirk)) == Set(ItsmeV2Quirk.allCases))
  }

  @Test func `have presets that name no other quirk and no other value`() {
    #expect(
      ItsmeV2Preset.all.map(\.term.name) == ["documented", "lenient", "strict", "platform", "wire-2020"])
    for preset in ItsmeV2Preset.all {
      for (name, value) in preset.quirks {
        guard let term = ItsmeV2Quirk(rawValue: name)?.term else {
          Issue.record("\(preset.term.name) has \(name)")
          continue
        }
        if case .choices(let words) = term.values { #expect(words.contains(value.word), "\(name)") }
        #expect(value != term.standard, "\(name) of \(preset.term.name) is the default")
      }
    }
  }

  @Test func `are read by their own label, apart from those of the first version`() {
    let switches = Switches.ofItsmeV2([.timeout: .choice("error_page")])
    #expect(switches[v2: .timeout].word == "error_page")
    #expect(switches[v2: .contentTypeHeader].word == "always")
  }
}

extension Switches {
  /// The defaults of the second version with changes.
  static func ofItsmeV2(_ changes: [ItsmeV2Quirk: QuirkValue] = [:]) -> Switches {
    let vocabulary = Vocabulary(
      provider: "itsme-v2", title: "itsme", verbs: [], endpoints: [], tokens: [],
      quirks: ItsmeV2Quirk.terms, presets: ItsmeV2Preset.all, lifetimes: [], outcomes: [],
      facts: [])
    return Switches(
      client: Dictionary(uniqueKeysWithValues: changes.map { ($0.key.rawValue, $0.value) }), scenario: nil,
      standards: VocabularyStandards(vocabulary))
  }
}
