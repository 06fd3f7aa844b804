import Flow

/// The data about the person that a request asks for, by scopes and by claims.
struct RequestedData: Sendable {
  let scopes: Set<ItsmeV2Scope>
  let claims: ItsmeV2ClaimsRequest
  /// The claims agreed for the service, `nil` for all (K12).
  let allowed: Set<String>?

  init(_ scopes: Set<ItsmeV2Scope>, _ claims: ItsmeV2ClaimsRequest, allowed: Set<String>? = nil) {
    (self.scopes, self.claims, self.allowed) = (scopes, claims, allowed)
  }

  /// The claims in userinfo: the scopes' and those requested for it (U3).
  var userinfo: [ItsmeV2Claim] { permitted(ofScopes + claims.userinfo) }

  /// The claims in the id_token: those requested for it and, by a switch, the scopes' (N6).
  func idToken(withScopes: Bool) -> [ItsmeV2Claim] {
    permitted((withScopes ? ofScopes : []) + claims.idToken)
  }

  /// All claims that the request gets: metadata only describe these attributes.
  var all: Set<ItsmeV2Claim> { Set(permitted(Array(asked))) }

  /// True if nothing is requested, which Identification and Data Sharing refuse (S1).
  var isEmpty: Bool { asked.isEmpty }

  /// Findings about metadata without an attribute, and claims that the service may not have.
  var findings: [Finding] {
    let asked = asked
    let names = ItsmeV2Claim.supported.filter(asked.contains)
    let alone = names.filter { $0.attributes.map(asked.isDisjoint) ?? false }
    let refused = names.filter { !isAllowed($0) }
    return alone.map { Finding(ClaimRules.metadataAlone, $0.rawValue) }
      + refused.map { Finding(ClaimRules.notAllowed, $0.rawValue) }
  }

  /// The data that the app shows as shared.
  var labels: [String] { Set(all.compactMap(\.label)).sorted() }

  private var ofScopes: [ItsmeV2Claim] { ItsmeV2Scope.allCases.filter(scopes.contains).flatMap(\.claims) }

  private var asked: Set<ItsmeV2Claim> { Set(ofScopes + claims.idToken + claims.userinfo) }

  private func isAllowed(_ claim: ItsmeV2Claim) -> Bool { allowed?.contains(claim.rawValue) ?? true }

  /// Each once, in the order of the first mention.
  private func permitted(_ claims: [ItsmeV2Claim]) -> [ItsmeV2Claim] {
    var seen: Set<ItsmeV2Claim> = []
    return claims.filter { isAllowed($0) && seen.insert($0).inserted }
  }
}

extension ItsmeV2Claim {
  fileprivate var label: String? {
    switch self {
    case .name, .familyName: "Surname"
    case .givenName: "First name(s)"
    case .birthdate, .birthdateAsString: "Date of birth"
    case .isAtLeast16, .isAtLeast18, .isAtLeast21, .isAtLeast30: "Age limit"
    case .gender, .officialGender: "Gender"
    case .locale: "Language"
    case .email: "E-mail address"
    case .phoneNumber: "Phone number"
    case .address: "Legal address"
    case .picture, .photo: "Photo"
    case .citizenship, .citizenshipAsISO: "Nationality"
    case .placeOfBirth: "Place of birth"
    case .documentNumber, .belgianCardNumber: "Identity document number"
    case .documentType, .issuingCountry, .validityFrom, .validityTo, .issuanceLocality: "Identity document"
    case .device, .app: "Device"
    case .account, .verificationDate: "itsme account"
    case .transactionAddress: "IP address"
    case .studentAttestation: "Student attestation"
    case .emailVerified, .phoneNumberVerified, .addressAssuranceLevel, .identificationMode, .ongoingCall: nil
    case .belgianNumber, .romanianNumber, .bulgarianNumber, .czechNumber, .slovakNumber, .croatianNumber,
      .lithuanianNumber, .latvianNumber, .malteseNumber, .serbianNumber, .moldovanNumber, .slovenianNumberSI,
      .slovenianNumberSV:
      "National number"
    }
  }
}
