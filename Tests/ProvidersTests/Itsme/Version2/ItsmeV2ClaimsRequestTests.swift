import Flow
import HTTP
import JSON
import OpenID
import Testing

@testable import Itsme

@Suite struct `The claims parameter of itsme's second version` {
  static let prefix = "http://itsme.services/v2/claim/"

  static func read(_ text: String) throws(OpenIDRefusal) -> ItsmeV2ClaimsRequest {
    var parameters = AuthorizationParameters()
    parameters["claims"] = text
    return try ItsmeV2ClaimsRequest(of: parameters)
  }

  static func refusal(_ text: String) -> OpenIDRefusal? {
    do throws(OpenIDRefusal) {
      _ = try read(text)
      return nil
    } catch { return error }
  }

  @Test func `may be left out`() throws {
    let request = try ItsmeV2ClaimsRequest(of: AuthorizationParameters())
    #expect(request.idToken.isEmpty && request.userinfo.isEmpty && request.findings.isEmpty)
  }

  @Test func `names what comes in the id_token and what in userinfo (A12)`() throws {
    let request = try Self.read(#"{"id_token":{"name":null,"email":{}},"userinfo":{"gender":null}}"#)
    #expect(request.idToken == [.name, .email] && request.userinfo == [.gender])
    #expect(request.findings.isEmpty)
    #expect(try Self.read(#"{"userinfo":{"name":{"essential":true}},"id_token":null}"#).userinfo == [.name])
  }

  @Test(arguments: [
    "name", "[]", "\"name\"", #"{"id_token":[]}"#, #"{"userinfo":"name"}"#, #"{"id_token":{"name":true}}"#,
    "{id_token:{name:null}}", #"{"userinfo":{"sub":{"value":1}}}"#,
  ])
  func `of another form is invalid_request (A12)`(text: String) {
    let refusal = Self.refusal(text)
    #expect(refusal?.error == .invalidRequest)
    #expect(refusal?.finding?.rule.identifier == "itsme-v2.claims-malformed")
  }

  @Test func `may escape slashes and name a member twice (A13)`() throws {
    let text = #"{"id_token":{"http:\/\/itsme.services\/v2\/claim\/BEeidSn":null,"name":null,"name":null}}"#
    let request = try Self.read(text)
    #expect(request.idToken == [.belgianCardNumber, .name] && request.findings.isEmpty)
  }

  @Test func `may be percent-encoded twice, with a finding (contract 4 G21)`() throws {
    let request = try Self.read("%7B%22userinfo%22%3A%7B%22name%22%3Anull%7D%7D")
    #expect(request.userinfo == [.name])
    #expect(request.findings.map(\.rule.identifier) == ["itsme-v2.claims-double-encoded"])
  }

  @Test(arguments: [#"{"value":"Anna"}"#, #"{"essential":true,"value":1}"#, #"{"values":["Anna"]}"#])
  func `does not accept a value for a claim of the person (A13)`(value: String) {
    let refusal = Self.refusal("{\"userinfo\":{\"given_name\":\(value)}}")
    #expect(refusal?.error == .invalidRequest)
    #expect(refusal?.finding?.rule.identifier == "itsme-v2.claim-value-forbidden")
  }

  @Test func `takes one sub, not several (S5)`() {
    let refusal = Self.refusal(#"{"userinfo":{"sub":{"values":["a","b"]}}}"#)
    #expect(refusal?.finding?.rule.identifier == "itsme-v2.claim-value-forbidden")
  }

  @Test func `keeps the findings of a request that it refuses`() {
    let refusal = Self.refusal(#"{"userinfo":{"middle_name":null,"given_name":{"value":"Anna"}}}"#)
    #expect(
      refusal?.findings.map(\.rule.identifier) == [
        "itsme-v2.claim-unknown", "itsme-v2.claim-value-forbidden",
      ]
    )
  }

  @Test func `says what stands beside its two parts`() throws {
    let request = try Self.read(#"{"idtoken":{"name":null},"email":null}"#)
    #expect(
      request.findings.map(\.rule.identifier) == Array(repeating: "itsme-v2.claims-member-unknown", count: 2))
    #expect(request.findings[0].detail.contains("\"id_token\""))
    #expect(request.findings[1].detail.contains(#"{"id_token":{"email":null}}"#))
  }

  @Test func `asks for acr and auth_time in the id_token, and names levels (Z10, Z11)`() throws {
    let request = try Self.read(
      #"{"id_token":{"acr":{"values":["http://itsme.services/v2/claim/acr_advanced"]},"auth_time":null}}"#)
    #expect(request.asksACR && request.asksAuthTime)
    #expect(request.levels == ["http://itsme.services/v2/claim/acr_advanced"])
    #expect(request.idToken.isEmpty && request.findings.isEmpty)
    let elsewhere = try Self.read(#"{"userinfo":{"acr":null,"auth_time":null}}"#)
    #expect(!elsewhere.asksACR && !elsewhere.asksAuthTime)
  }

  @Test func `of a signed request is an object or, with a finding, its text (Z24)`() throws {
    let rule = ClaimRules.malformed
    let object = try ItsmeV2ClaimsRequest(member: ["id_token": ["name": .null]], textRule: rule)
    #expect(object.idToken == [.name] && object.findings.isEmpty)
    let text = try ItsmeV2ClaimsRequest(
      member: .string(#"{"id_token":{"name":null,"gender":null}}"#), textRule: rule)
    #expect(text.idToken == [.name, .gender] && text.findings.map(\.rule) == [rule])
    #expect(throws: OpenIDRefusal.self) {
      try ItsmeV2ClaimsRequest(member: .string("{id_token:{name:null,gender:null}}"), textRule: rule)
    }
  }

  @Test func `names the sub of one person, in userinfo only (S5)`() throws {
    let anna = Person(key: "anna")
    let world = World(people: ["anna": anna, "bob": Person(key: "bob")])
    let subject = Subject.of(anna, at: "C")
    let request = try Self.read("{\"userinfo\":{\"sub\":{\"value\":\"\(subject)\"}}}")
    #expect(try request.person(at: "C", in: world) == anna)
    let other = #expect(throws: OpenIDRefusal.self) { try request.person(at: "D", in: world) }
    #expect(other?.error == .invalidRequest)
    #expect(other?.finding?.rule.identifier == "itsme-v2.subject-unknown")

    let ignored = try Self.read("{\"id_token\":{\"sub\":{\"value\":\"\(subject)\"}}}")
    #expect(ignored.subject == nil)
    #expect(try ignored.person(at: "C", in: world) == nil)
    #expect(ignored.findings.map(\.rule.identifier) == ["itsme-v2.sub-in-id-token-set"])
    #expect(try Self.read(#"{"id_token":{"sub":null},"userinfo":{"sub":null}}"#).findings.isEmpty)
  }
}

@Suite struct `What a request of itsme's second version asks for` {
  static func data(
    _ scopes: Set<ItsmeV2Scope>, _ claims: String = "{}", allowed: Set<String>? = nil
  ) throws -> RequestedData {
    RequestedData(
      scopes, try `The claims parameter of itsme's second version`.read(claims), allowed: allowed)
  }

  @Test func `goes to userinfo by scopes, to the id_token by claims alone (N6)`() throws {
    let data = try Self.data([.email], #"{"id_token":{"name":null},"userinfo":{"email":null,"gender":null}}"#)
    #expect(data.userinfo == [.email, .emailVerified, .gender])
    #expect(data.idToken(withScopes: false) == [.name])
    #expect(data.idToken(withScopes: true) == [.email, .emailVerified, .name])
  }

  @Test func `is nothing without scope and known claim (S1)`() throws {
    #expect(try Self.data([]).isEmpty)
    #expect(try Self.data([], #"{"userinfo":{"middle_name":null}}"#).isEmpty)
    #expect(try !Self.data([.email]).isEmpty)
    #expect(try !Self.data([], #"{"id_token":{"name":null}}"#).isEmpty)
  }

  @Test func `may be metadata alone, which say nothing (M1)`() throws {
    let wish = #"{"userinfo":{"http://itsme.services/v2/claim/verificationDate":null}}"#
    #expect(try Self.data([], wish).findings.map(\.rule.identifier) == ["itsme-v2.metadata-alone"])
    #expect(try Self.data([.email], wish).findings.count == 1)
    #expect(try Self.data([.profile], wish).findings.isEmpty)
    #expect(try Self.data([.idDocument]).findings.isEmpty)
  }

  @Test func `is kept back where it is not agreed, with a finding (K12)`() throws {
    let data = try Self.data([.email, .address], allowed: ["email", "email_verified"])
    #expect(data.userinfo == [.email, .emailVerified])
    #expect(data.all == [.email, .emailVerified])
    #expect(data.findings.map(\.rule.identifier) == ["itsme-v2.claim-not-allowed"])
    #expect(data.findings.map(\.detail) == ["address"])
  }

  @Test func `is shown by the app under labels for people`() throws {
    let data = try Self.data([.profile, .eid], allowed: nil)
    #expect(
      data.labels == [
        "Date of birth", "First name(s)", "Gender", "Identity document number", "Language", "National number",
        "Photo", "Surname",
      ])
  }
}
