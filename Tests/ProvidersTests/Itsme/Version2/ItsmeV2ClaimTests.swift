import Flow
import Testing

@testable import Itsme

@Suite struct `The names of itsme's second version (contract 1_9)` {
  static let prefix = "http://itsme.services/v2/claim/"

  @Test func `are those of C1 to C22 and M1 to M3, to the letter`() {
    let plain = [
      "name", "family_name", "given_name", "birthdate", "age_gte_16", "age_gte_18", "age_gte_21",
      "age_gte_30",
      "gender", "locale", "email", "email_verified", "phone_number", "phone_number_verified", "address",
      "picture",
    ]
    let own = [
      "birthdate_as_string", "official_gender", "physical_person_photo", "claim_citizenship",
      "claim_citizenship_as_iso", "place_of_birth", "BENationalNumber", "RONationalNumber",
      "BGNationalNumber", "CZNationalNumber", "SKNationalNumber", "HRNationalNumber", "LTNationalNumber",
      "LVNationalNumber", "MTNationalNumber", "RSNationalNumber", "MDNationalNumber", "SINationalNumber",
      "SVNationalNumber", "IDDocumentSN", "BEeidSn", "IDDocumentType", "claim_device", "app", "account",
      "identification_mode", "transaction_ip", "ongoing_call", "student_attestation_ag", "verificationDate",
      "IDIssuingCountry", "validityFrom", "validityTo", "issuance_locality",
    ]
    #expect(Set(ItsmeV2Claim.supported.map(\.rawValue)) == Set(plain + own.map { Self.prefix + $0 }))
  }

  @Test func `of a scope are those of A4 to A6`() {
    let names = { (scope: ItsmeV2Scope) in Set(scope.claims.map(\.rawValue)) }
    #expect(
      names(.profile) == ["family_name", "given_name", "name", "gender", "locale", "picture", "birthdate"])
    #expect(names(.email) == ["email", "email_verified"])
    #expect(names(.phone) == ["phone_number", "phone_number_verified"])
    #expect(names(.address) == ["address", "address_assurance_level"])
    #expect(names(.eid) == [Self.prefix + "BENationalNumber", Self.prefix + "BEeidSn"])
    let document = ["IDDocumentSN", "IDDocumentType", "IDIssuingCountry", "validityTo", "validityFrom"]
    #expect(names(.idDocument) == Set(document.map { Self.prefix + $0 }))
    #expect(ItsmeV2Scope(rawValue: "iddocument") == nil)
  }

  @Test(arguments: [
    ("http://itsme.services/V2/claim/BEeidSn", "itsme-v2.claim-case", "/v2/claim/BEeidSn\"?"),
    ("http://itsme.services/v2/claim/BEeidSN", "itsme-v2.claim-case", "/v2/claim/BEeidSn\"?"),
    ("Given_Name", "itsme-v2.claim-case", "\"given_name\"?"),
    ("tag:sixdots.be,2016-06:claim_nationality", "itsme-v2.claim-v1-name", "claim_citizenship\"?"),
    ("tag:sixdots.be,2017-05:claim_device", "itsme-v2.claim-v1-name", "claim_device\"?"),
    ("tag:sixdots.be,2017-05:claim_transaction_info", "itsme-v2.claim-v1-name", "transaction_info"),
    ("http://itsme.services/v2/claim/claim_nationality", "itsme-v2.claim-v1-name", "claim_citizenship\"?"),
    ("claim_eid", "itsme-v2.claim-v1-name", "BEeidSn\"?"),
    ("deviceID", "itsme-v2.claim-unknown", "claim_device\"?"),
    ("BENationalNumber", "itsme-v2.claim-unknown", "v2/claim/BENationalNumber\"?"),
    ("http://itsme.services/v2/claim/place_of_brith", "itsme-v2.claim-unknown", "place_of_birth\"?"),
    ("middle_name", "itsme-v2.claim-unknown", "middle_name"),
  ])
  func `nearly right are none, and the finding says which was meant (contract 4 G13)`(
    name: String, rule: String, hint: String
  ) {
    #expect(ItsmeV2Claim(rawValue: name) == nil)
    let finding = ItsmeV2Claim.finding(onUnknown: name)
    #expect(finding.rule.identifier == rule)
    #expect(finding.detail.contains(hint), "\(finding.detail)")
  }

  @Test(arguments: ["transaction_info", "claim_luxtrust_ssn", "claim_nl_bsn", "CYNationalNumber"])
  func `that are gone are none, with a note of what became of them (C15, C23)`(word: String) {
    let finding = ItsmeV2Claim.finding(onUnknown: Self.prefix + word)
    #expect(ItsmeV2Claim(rawValue: Self.prefix + word) == nil)
    #expect(finding.rule == ClaimRules.unknown && finding.rule.severity == .note)
    #expect(finding.detail.contains("dropped") || finding.detail.contains("older"), "\(finding.detail)")
  }
}

@Suite struct `The rules about claims of itsme's second version` {
  @Test func `have the ids and severities of the contract's section 7, and cite the vendor's page`() {
    let severities = Dictionary(
      uniqueKeysWithValues: ClaimRules.all.map { ($0.identifier, $0.severity) })
    let expected: [String: Rule.Severity] = [
      "claim-v1-name": .warning, "claim-case": .warning, "metadata-alone": .note,
      "no-claim-requested": .error, "template-missing": .error, "template-incomplete": .error,
      "text-too-long": .error, "text-charset": .error, "sub-in-id-token-set": .warning,
      "claims-malformed": .error, "claims-double-encoded": .warning, "claims-member-unknown": .warning,
      "claim-unknown": .note, "claim-value-forbidden": .error, "claim-not-allowed": .warning,
      "subject-unknown": .error,
    ]
    #expect(
      severities == Dictionary(uniqueKeysWithValues: expected.map { ("itsme-v2.\($0.key)", $0.value) }))
    for rule in ClaimRules.all {
      #expect(rule.documentation.title == "itsme® documentation")
      #expect(rule.documentation.url?.hasPrefix("https://belgianmobileid.github.io/doc/") == true)
    }
  }
}
