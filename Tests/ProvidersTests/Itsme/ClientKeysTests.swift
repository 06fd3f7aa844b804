import EidolonTesting
import Flow
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `The keys of a client of itsme (contract 1_2)` {
  static let url = "https://client.test/jwks"
  static let own = TestKeys.spares[0].renamed(kid: "mine", use: "sig", alg: nil)
  static let twoSigningKeys = ClientKeysTests.twoSigningKeys

  func party(_ key: JWK = Self.own) -> RelyingParty { RelyingParty(signing: key) }

  func document(_ keys: [JWK], maxAge: Int? = nil, status: Int = 200) -> Result<FetchedDocument, FetchError> {
    let headers: Headers = maxAge.map { ["Cache-Control": "public, max-age=\($0)"] } ?? [:]
    let body = JWKSet(keys).publicJSON.bytes()
    return .success(FetchedDocument(status: Status(status), headers: headers, body: body))
  }

  func emulator() throws -> TestEmulator {
    try ItsmeTestWorld.emulator(client: "\"jwks_uri\": \"\(Self.url)\"")
  }

  @Test func `are the guide's default set where none is registered`() throws {
    #expect(try ItsmeTestWorld.emulator().exchange().status == 200)
    #expect(try ItsmeTestWorld.emulator().exchange(header: ["kid": "mine"], key: Self.own).status == 400)
  }

  @Test func `may be given in the world; then the default set does not count`() throws {
    let set = JWKSet([Self.own]).publicJSON.text()
    let emulator = try ItsmeTestWorld.emulator(client: "\"jwks\": \(set)")
    let code = emulator.code()
    #expect(try emulator.exchange(code).error == "unauthorized_client")
    #expect(try emulator.exchange(code, party()).status == 200)
  }

  @Test func `have one to sign with where they are given, as services have a redirect URI`() throws {
    let clients =
      #"{"clients": {"itsme": {"A": {"jwks": {"keys": []}, "services": {"B": {"redirect_uris": []}}}}}}"#
    let failure = #expect(throws: LoadFailure.self) {
      try TestEmulator([Itsme.self], files: ["world.json": clients])
    }
    let text = failure?.problems.map(\.text).joined(separator: "\n") ?? ""
    for problem in ["A.jwks: the client signs", "B.redirect_uris: expected at least one redirect URI"] {
      #expect(text.contains(problem), "\(text)")
    }
  }

  @Test func `behind a URL are fetched once and kept for thirty minutes`() throws {
    let emulator = try emulator()
    emulator.serve(Self.url, document([Self.own]))
    for _ in 0..<3 { #expect(try emulator.exchange(emulator.code(), party()).status == 200) }
    #expect(emulator.fetched == [Self.url])
    emulator.advance(by: .seconds(29 * 60))
    #expect(try emulator.exchange(emulator.code(), party()).status == 200)
    #expect(emulator.fetched.count == 1)
    emulator.advance(by: .seconds(2 * 60))
    #expect(try emulator.exchange(emulator.code(), party()).status == 200)
    #expect(emulator.fetched.count == 2)
  }

  @Test(arguments: [(60, 31), (7200, 121), (1_000_000, 24 * 60 + 1)])
  func `are kept for their max-age, between thirty minutes and a day`(maxAge: Int, minutes: Int) throws {
    let emulator = try emulator()
    emulator.serve(Self.url, document([Self.own], maxAge: maxAge))
    #expect(try emulator.exchange(emulator.code(), party()).status == 200)
    emulator.advance(by: .seconds(minutes * 60 - 120))
    #expect(try emulator.exchange(emulator.code(), party()).status == 200)
    #expect(emulator.fetched.count == 1)
    emulator.advance(by: .seconds(120))
    #expect(try emulator.exchange(emulator.code(), party()).status == 200)
    #expect(emulator.fetched.count == 2)
  }

  @Test func `are fetched again at once for an unknown kid`() throws {
    let emulator = try emulator()
    emulator.serve(Self.url, document([Self.own]))
    #expect(try emulator.exchange(emulator.code(), party()).status == 200)
    let new = TestKeys.spares[1].renamed(kid: "new", use: "sig", alg: nil)
    emulator.serve(Self.url, document([Self.own, new]))
    #expect(try emulator.exchange(emulator.code(), party(new)).status == 200)
    #expect(emulator.fetched.count == 2)
  }

  @Test func `with a kid that stays unknown are fetched once per call, and the assertion is refused`() throws
  {
    let emulator = try emulator()
    emulator.serve(Self.url, document([Self.own]))
    _ = try emulator.exchange(emulator.code(), party())
    let stranger = TestKeys.spares[1].renamed(kid: "stranger", use: "sig", alg: nil)
    let answer = try emulator.exchange(emulator.code(), party(stranger))
    #expect(answer.error == "unauthorized_client")
    #expect(answer.findings == ["itsme.assertion-kid-unknown"])
    #expect(emulator.fetched.count == 2)
  }

  @Test func `that cannot be had refuse the client and say why`() throws {
    for result in [
      .failure(.timedOut(.seconds(1))), document([], status: 500),
      .success(FetchedDocument(status: 200, headers: [:], body: Array("<html>".utf8))),
    ] as [Result<FetchedDocument, FetchError>] {
      let emulator = try emulator()
      emulator.serve(Self.url, result)
      let answer = try emulator.exchange(emulator.code(), party())
      #expect(answer.error == "unauthorized_client")
      #expect(answer.findings == ["itsme.client-keys-unavailable"])
      #expect(emulator.log.messages.contains { $0.contains(Self.url) })
    }
  }

  @Test func `may come from a private server that vouches for itself, which is noted once (guide 2)`() throws
  {
    let emulator = try emulator()
    var document = try document([Self.own]).get()
    document.isSelfSigned = true
    emulator.serve(Self.url, .success(document))
    let first = try emulator.exchange(emulator.code(), party())
    #expect(first.status == 200)
    #expect(first.findings == ["itsme.client-keys-self-signed"])
    let second = try emulator.exchange(emulator.code(RelyingParty(), ["nonce": "another nonce"]), party())
    #expect(second.findings == [])
  }

  @Test func `whose server nobody vouches for are named as such, with the switches that let it in`() throws {
    let emulator = try emulator()
    emulator.serve(Self.url, .failure(.untrusted("self-signed certificate")))
    let answer = try emulator.exchange(emulator.code(), party())
    #expect(answer.error == "unauthorized_client")
    #expect(answer.findings == ["itsme.client-keys-unavailable"])
    for text in ["certificate is not trusted: self-signed certificate", "--fetch-ca", "--fetch-insecure"] {
      #expect(emulator.log.messages.contains { $0.contains(text) }, "\(text)")
    }
  }

  @Test func `that are private should not be published, which is told when they are fetched`() throws {
    let emulator = try emulator()
    let body = JWKSet([Self.own]).privateJSON.bytes()
    emulator.serve(Self.url, .success(FetchedDocument(status: .ok, headers: [:], body: body)))
    let first = try emulator.exchange(emulator.code(), party())
    #expect(first.status == 200 && first.findings == ["itsme.jwks-private-key"])
    let second = try emulator.exchange(emulator.code(RelyingParty(), ["nonce": "another nonce"]), party())
    #expect(second.findings == [])
  }

  @Test func `that come up late are found within a second or two`() throws {
    let emulator = try emulator()
    emulator.serve(Self.url, .failure(.timedOut(.seconds(1))))
    #expect(try emulator.exchange(emulator.code(), party()).status == 400)
    emulator.serve(Self.url, document([Self.own]))
    emulator.advance(by: .seconds(2))
    #expect(try emulator.exchange(emulator.code(), party()).status == 200)
  }

  @Test func `that count still outlive a failing refresh`() throws {
    let emulator = try emulator()
    emulator.serve(Self.url, document([Self.own]))
    _ = try emulator.exchange(emulator.code(), party())
    emulator.serve(Self.url, .failure(.timedOut(.seconds(1))))
    let stranger = TestKeys.spares[1].renamed(kid: "stranger", use: "sig", alg: nil)
    #expect(try emulator.exchange(emulator.code(), party(stranger)).status == 400)
    #expect(try emulator.exchange(emulator.code(), party()).status == 200)
  }

  @Test func `whose time is over and that cannot be had any more say why`() throws {
    let emulator = try emulator()
    emulator.serve(Self.url, document([Self.own]))
    _ = try emulator.exchange(emulator.code(), party())
    emulator.advance(by: .seconds(3600))
    emulator.serve(Self.url, .failure(.timedOut(.seconds(1))))
    #expect(try emulator.exchange(emulator.code(), party()).findings == ["itsme.client-keys-unavailable"])
    #expect(emulator.log.messages.contains { $0.contains("\(FetchError.timedOut(.seconds(1)))") })
  }

  @Test func `verify request objects too`() throws {
    let emulator = try emulator()
    emulator.serve(Self.url, document([Self.own]))
    let object = try party().requestObject([
      "iss": "EIDOLON_TEST", "aud": .string(TestEmulator.issuer), "state": "inner state",
    ])
    #expect(emulator.authorize(party(), ["request": object]).locationQuery["state"] == "inner state")
    emulator.advance(by: .seconds(3600))
    emulator.serve(Self.url, .failure(.timedOut(.seconds(1))))
    let answer = emulator.authorize(party(), ["request": object])
    #expect(answer.error == "invalid_request_object")
    #expect(answer.findings.contains("itsme.client-keys-unavailable"))
  }

  @Test func `are not fetched for a code that is spent before a new one is tried`() throws {
    let emulator = try emulator()
    emulator.serve(Self.url, .failure(.timedOut(.seconds(1))))
    let code = emulator.code()
    _ = try emulator.exchange(code, party())
    emulator.serve(Self.url, document([Self.own]))
    emulator.advance(by: .seconds(2))
    #expect(try emulator.exchange(code, party()).status == 200)
  }
}

enum ClientKeysTests {
  /// A key set with two keys that could have signed.
  static let twoSigningKeys = JWKSet([
    TestKeys.clientSignature.publicJWK, TestKeys.spares[0].publicJWK, TestKeys.clientEncryption.publicJWK,
  ]).publicJSON.text()
}
