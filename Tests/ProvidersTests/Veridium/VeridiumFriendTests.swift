import Crypto
import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import Testing

@testable import Veridium

@Suite struct `A friend of VeridiumID (§1a)` {
  /// A certificate of a friend's own.
  static func certificate(_ name: String) throws -> Certificate {
    try Certificate(
      selfSignedWith: PrivateKey.generate(.p256), commonName: name, serial: 1,
      validity: 1_767_225_600...2_398_377_599)
  }

  /// A world with a friend that is known by a certificate.
  static func clients(_ certificate: String) -> String {
    #""tls-friend": { "certificate": "\#(certificate.replacing("\n", with: "\\n"))" }"#
  }

  @Test func `without a certificate is let in and told, and refused when strict`() throws {
    let lenient = try VeridiumTestWorld.emulator()
    let call = FriendCall.begin().with { $0.subject = nil }
    let letIn = lenient.send(call)
    #expect(letIn.status == 200)
    #expect(letIn.findings == ["veridium.friend-certificate-missing"])
    let strict = try VeridiumTestWorld.emulator { $0.isStrict = true }
    for call in [
      call, FriendCall.status("x").with { $0.subject = nil },
      FriendCall.profile("x").with { $0.subject = nil },
      FriendCall.opportunity().with { $0.subject = nil }, FriendCall.longPoll("x").with { $0.subject = nil },
    ] {
      let answer = strict.send(call)
      #expect(answer.status == 403)
      #expect(strict.errorCode(answer) == 1001)
      #expect(answer.findings == ["veridium.friend-certificate-missing"])
    }
  }

  @Test func `whom nobody registered is let in and told, and refused when strict`() throws {
    let call = FriendCall.begin().with { $0.subject = "CN=stranger" }
    #expect(try VeridiumTestWorld.emulator().send(call).findings == ["veridium.friend-certificate-unknown"])
    let answer = try VeridiumTestWorld.emulator { $0.isStrict = true }.send(call)
    #expect(answer.status == 403)
    #expect(answer.findings == ["veridium.friend-certificate-unknown"])
  }

  @Test func `is known by the certificate of the handshake, given as PEM or as a fingerprint`() throws {
    let certificate = try Self.certificate("friend")
    let fingerprint = Digest.sha256(certificate.der).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined(separator: ":")
    for text in [certificate.pem, "sha256:\(fingerprint)"] {
      let emulator = try VeridiumTestWorld.emulator(clients: Self.clients(text)) { $0.isStrict = true }
      let begun = emulator.send(FriendCall.begin().with { $0.subject = nil }, certificate: certificate.der)
      #expect(begun.status == 200)
      #expect(begun.findings.isEmpty)
      let session = begun.json["sessionId"]?.string ?? ""
      let provider = try #require(emulator.application.provider("veridium"))
      #expect(provider.transaction(session, at: emulator.clock.now)?.client == "tls-friend")
      let other = try Self.certificate("friend")
      let refused = emulator.send(FriendCall.begin(), certificate: other.der)
      #expect(refused.status == 403, "the handshake counts before the header")
      #expect(refused.findings == ["veridium.friend-certificate-unknown"])
    }
  }

  @Test func `is asked for a certificate on the provider's host, and everywhere once one is registered`()
    throws
  {
    let plain = try VeridiumTestWorld.emulator().emulator
    #expect(plain.wantsClientCertificate(serverName: "veridium.localhost"))
    #expect(plain.wantsClientCertificate(serverName: "VERIDIUM.example.test"))
    #expect(!plain.wantsClientCertificate(serverName: "localhost"))
    #expect(!plain.wantsClientCertificate(serverName: "t1--veridium.localhost"), "there is no such sandbox")
    #expect(!plain.wantsClientCertificate(serverName: nil))
    let clients = Self.clients(try Self.certificate("friend").pem)
    let registered = try VeridiumTestWorld.emulator(clients: clients).emulator
    for name in ["localhost", "veridium.localhost", nil] {
      #expect(registered.wantsClientCertificate(serverName: name))
    }
  }

  @Test func `shows who it is in the way that the switches demand`() throws {
    for (mode, header, tls) in [("none", 200, 200), ("header", 200, 200), ("mtls", 403, 200)] {
      let emulator = try VeridiumTestWorld.emulator(
        clients: #""*": { "anything": true, "quirks": { "caller_authentication": "\#(mode)" } }"#)
      let call = FriendCall.begin().with { $0.subject = "CN=stranger" }
      #expect(emulator.send(call).status == header, "\(mode)")
      #expect(emulator.send(call, certificate: try Self.certificate("a").der).status == tls, "\(mode)")
      let without = emulator.send(call.with { $0.subject = nil })
      #expect(without.status == (mode == "none" ? 200 : 403), "\(mode)")
      #expect(without.findings.contains("veridium.friend-certificate-missing"))
    }
  }

  @Test func `needs no bearer token`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let answer = emulator.send(
      Request(
        .get, "\(TestEmulator.friendBase)/friend/Authenticators/x",
        headers: ["X-Friend-Cert-Subject": "CN=demo-friend", "Authorization": "Bearer x"]))
    #expect(answer.findings.contains("veridium.authorization-header"))
  }

  @Test(arguments: [
    (#""f": {}"#, "a friend needs a certificate or a header_token"),
    (#""f": { "certificate": "sha256:12" }"#, "a fingerprint is sha256: and 64 hexadecimal digits"),
    (#""f": { "certificate": "hello" }"#, "expected a certificate as PEM or a fingerprint as sha256:…"),
    (#""f": { "header_token": "" }"#, "an empty text names nobody"),
    (#""f": { "header_token": "x", "member": [""] }"#, "an empty text names no member"),
    (#""f": { "header_token": "x", "member": 7 }"#, "expected a string, found a number"),
    (#""f": { "header_token": "x", "anything": true }"#, "only the client \"*\" stands for any friend"),
    (#""f": { "header_token": "x", "secret": "x" }"#, "unknown member \"secret\""),
  ]) func `is read from the world, and each mistake named`(clients: String, message: String) {
    do {
      _ = try VeridiumTestWorld.emulator(clients: clients)
      Issue.record("\(clients) was taken")
    } catch let failure as LoadFailure {
      #expect(failure.text.contains(message), "\(failure.text)")
    } catch { Issue.record("\(error)") }
  }
}

@Suite struct `Media types of VeridiumID (§1a)` {
  static let calls: [(FriendCall, String)] = [
    (.begin(), "authenticationrequest-v1"), (.status("x"), "sessionstatus-v1"),
    (.longPoll("x"), "sessionstatus-v1"),
    (.opportunity(), "sessionOpportunity-v2"), (.profile("anna"), "profilesrequest-v3"),
  ]

  /// Whether a call got past its media type.
  func isTaken(_ answer: TestAnswer) -> Bool { answer.status != 415 }

  @Test func `are compared without case, and parameters do not count`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    for (call, _) in Self.calls {
      for type in [
        call.mediaType?.lowercased(), call.mediaType?.uppercased(),
        call.mediaType.map { "\($0); charset=utf-8" },
      ] {
        let answer = emulator.send(call.with { $0.mediaType = type })
        #expect(isTaken(answer), "\(type ?? "")")
        #expect(!answer.findings.contains { $0.contains("media-type") })
      }
    }
  }

  @Test func `may be plain JSON, with a warning, where the switch allows it`() throws {
    let lenient = try VeridiumTestWorld.emulator()
    let vendor = try VeridiumTestWorld.emulator(friend: #""quirks": { "media_types": "vendor" }"#)
    for (call, _) in Self.calls {
      let plain = call.with { $0.mediaType = "application/json" }
      #expect(isTaken(lenient.send(plain)))
      #expect(lenient.send(plain).findings.contains("veridium.media-type-plain"))
      let refused = vendor.send(plain)
      #expect(refused.status == 415)
      #expect(vendor.errorCode(refused) == 1006)
      #expect(refused.findings == ["veridium.media-type-wrong"])
    }
  }

  @Test func `are of one version, unless the switch is lenient`() throws {
    let standard = try VeridiumTestWorld.emulator()
    let lenient = try VeridiumTestWorld.emulator(friend: #""quirks": { "media_types": "lenient" }"#)
    for (call, name) in Self.calls {
      let other = call.with { $0.mediaType = "application/vnd.veridiumid.\(name.dropLast())9+json" }
      let refused = standard.send(other)
      #expect(refused.status == 415, "\(name)")
      #expect(standard.errorCode(refused) == 1006)
      #expect(refused.findings == ["veridium.media-type-version"])
      let taken = lenient.send(other)
      #expect(isTaken(taken))
      #expect(taken.findings.contains("veridium.media-type-version"))
    }
  }

  @Test func `are refused when they are another call's, or missing`() throws {
    let emulator = try VeridiumTestWorld.emulator(friend: #""quirks": { "media_types": "lenient" }"#)
    for (call, _) in Self.calls {
      for type in [
        nil, "text/plain", "application/vnd.veridiumid.other-v1+json",
        "application/vnd.veridiumid.sessionstatus-vx+json",
      ] {
        let answer = emulator.send(call.with { $0.mediaType = type })
        #expect(answer.status == 415, "\(type ?? "none")")
        #expect(answer.findings == ["veridium.media-type-wrong"])
      }
    }
  }
}

@Suite struct `Profiles and devices of VeridiumID (§1a)` {
  @Test func `are found by UPN, with the documented members in their order`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let answer = emulator.send(FriendCall.profile("anna.peeters@example.test"))
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
    #expect(
      answer.json.object?.names == [
        "id", "profileExternalId", "displayName", "biometricMethods", "requiredBiometricMethods",
        "availableBiometricMethods", "externalValues", "memberExternalId", "status",
      ])
    #expect(answer.json["profileExternalId"] == "anna")
    #expect(answer.json["displayName"] == "Anna Peeters")
    #expect(answer.json["biometricMethods"] == .null)
    #expect(answer.json["externalValues"] == [:])
    #expect(answer.json["memberExternalId"] == "GENERIC")
    #expect(answer.json["status"] == "ACTIVE")
  }

  @Test func `have devices, each with a type, under the id that the profile has`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let profile = emulator.send(FriendCall.profile("anna.peeters@example.test")).json["id"]?.string ?? ""
    let devices = { (identifier: String) in
      emulator.send(
        Request(
          .get, "\(TestEmulator.friendBase)/friend/Authenticators/\(identifier)",
          headers: ["X-Friend-Cert-Subject": "CN=demo-friend", "Accept": "application/json"]))
    }
    let answer = devices(profile)
    #expect(answer.findings.isEmpty)
    #expect(answer.json.array?.map { $0["type"]?.string } == ["PUSH"])
    #expect(answer.json[0]?["name"] == "Anna's phone")
    #expect(devices("anna").findings == ["veridium.profile-id-mixed-up"])
    #expect(devices("nobody").findings == ["veridium.person-made-up"])
    #expect(devices("nobody").json[0]?["name"] != "Anna's phone")
  }

  @Test(arguments: [("none", []), ("push", ["PUSH"]), ("several", ["PUSH", "TOTP", "FIDO"])])
  func `have the devices that the switch says`(word: String, types: [String]) throws {
    let emulator = try VeridiumTestWorld.emulator(friend: #""quirks": { "authenticators": "\#(word)" }"#)
    let profile = emulator.send(FriendCall.profile("bob@example.test")).json["id"]?.string ?? ""
    let answer = emulator.send(
      Request(
        .get, "\(TestEmulator.friendBase)/friend/Authenticators/\(profile)",
        headers: ["X-Friend-Cert-Subject": "CN=demo-friend"]))
    #expect(answer.json.array?.compactMap { $0["type"]?.string } == types)
  }

  @Test func `are asked by UPN and with an adaptor`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    #expect(emulator.send(FriendCall.profile("anna")).findings == ["veridium.principal-mixed-up"])
    #expect(emulator.send(FriendCall.profile("nobody@example.test")).findings == ["veridium.person-made-up"])
    let bare = FriendCall.profile("").with { $0.body = ["principal": "bob@example.test"] }
    #expect(emulator.send(bare).findings == ["veridium.adaptor-missing"])
    let missing = emulator.send(FriendCall.profile(""))
    #expect(missing.status == 400)
    #expect(missing.findings == ["veridium.member-missing"])
    let strict = try VeridiumTestWorld.emulator { $0.isStrict = true }
    let refused = strict.send(FriendCall.profile("nobody@example.test"))
    #expect(refused.status == 404)
    #expect(strict.errorCode(refused) == 1003)
    #expect(refused.findings == ["veridium.profile-unknown"])
  }

  @Test func `of nobody are made up, and the same person is meant by UPN, id and external id`() throws {
    let emulator = try VeridiumTestWorld.emulator()
    let profile = emulator.send(FriendCall.profile("carol@example.test")).json
    #expect(profile["profileExternalId"] == "carol" && profile["status"] == "ACTIVE")
    let name = try #require(profile["displayName"]?.string)
    #expect(name != "Anna Peeters" && name.contains(" "))
    let identifier = profile["id"]?.string ?? ""
    let devices = emulator.send(
      Request(
        .get, "\(TestEmulator.friendBase)/friend/Authenticators/\(identifier)",
        headers: ["X-Friend-Cert-Subject": "CN=demo-friend"]))
    #expect(devices.findings.isEmpty && devices.json.array?.count == 1)
    let session = emulator.session(["profileExternalId": "carol"])
    for alias in ["carol", "carol@example.test", identifier] {
      #expect(emulator.get("/veridium/sdk/pending?profileId=\(alias)").json.array?.count == 1, "\(alias)")
    }
    #expect(emulator.authenticate(session, profile: identifier).json["status"] == "AUTHENTICATED")
    let elsewhere = emulator.send(FriendCall.profile("dora@corp.test")).json
    #expect(elsewhere["profileExternalId"] == "dora@corp.test")
  }

  @Test func `stay locked whatever other sessions of the person may do later`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "soon": #""phone": [{ "after": "1s", "do": "fail", "reason": "accountLocked" }]"#,
      "late": #""phone": [{ "after": "100s", "do": "fail", "reason": "accountLocked" }]"#,
    ])
    for story in ["soon", "late"] { _ = emulator.session(scenario: story) }
    emulator.advance(by: .seconds(2))
    let profile = emulator.send(FriendCall.profile("anna.peeters@example.test")).json
    #expect(profile["status"] == "LOCKED")
    #expect(emulator.send(.begin()).findings == ["veridium.profile-locked"])
  }

  @Test func `are locked by a failure that says so, for a while`() throws {
    let emulator = try VeridiumTestWorld.emulator(stories: [
      "lock": #""phone": [{ "after": "1s", "do": "fail", "reason": "accountLocked" }]"#
    ])
    let status = { emulator.send(FriendCall.profile("anna.peeters@example.test")).json["status"]?.string }
    let session = emulator.session(scenario: "lock")
    #expect(status() == "ACTIVE")
    emulator.advance(by: .seconds(1))
    #expect(emulator.status(session) == "FAILED")
    #expect(status() == "LOCKED")
    let refused = emulator.send(.begin())
    #expect(refused.status == 404)
    #expect(emulator.errorCode(refused) == 1003)
    #expect(refused.findings == ["veridium.profile-locked"])
    #expect(emulator.send(.begin(["profileExternalId": "bob"])).status == 200)
    emulator.advance(by: .seconds(600))
    #expect(status() == "ACTIVE")
    #expect(emulator.send(.begin()).status == 200)
  }
}
