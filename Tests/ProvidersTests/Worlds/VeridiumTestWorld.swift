import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Veridium

/// The world of the VeridiumID tests: a friend with a header, one with a certificate, and two people.
enum VeridiumTestWorld {
  /// An emulator of this world.
  ///
  /// - Parameters:
  ///   - friend: further members of the client `demo-friend`, as JSON without braces.
  ///   - clients: further clients, as JSON members without braces.
  ///   - stories: the members of scenarios besides title and provider, by short name.
  static func emulator(
    friend: String = "", clients: String = any, stories: [String: String] = [:],
    _ change: (inout Sandbox.Settings) -> Void = { _ in }
  ) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    change(&settings)
    var files = ["world.json": world(after(friend), after(clients))]
    for (name, members) in stories {
      files["veridium/\(name).json"] =
        "{ \"title\": \"\(name)\", \"provider\": \"veridium\"\(after(members)) }"
    }
    return try TestEmulator([Veridium.self], files: files, settings: settings)
  }

  /// The client that stands for any.
  static let any = #""*": { "anything": true }"#

  private static func after(_ members: String) -> String { members.isEmpty ? "" : ", \(members)" }

  private static func world(_ friend: String, _ clients: String) -> String {
    """
    {
      "people": {
        "anna": { "given_name": "Anna", "family_name": "Peeters", "email": "anna.peeters@example.test",
                  "ids": { "veridium_profile": "anna" } },
        "bob": { "given_name": "Bob", "ids": { "veridium_profile": "bob" } }
      },
      "clients": {
        "veridium": {
          "demo-friend": { "header_token": "CN=demo-friend", "member": ["GENERIC", "ADv2MultiStepEnrollment"]\(friend) },
          "other-friend": { "header_token": "CN=other-friend" }\(clients)
        }
      }
    }
    """
  }
}

/// A call of the server API with what a careful friend sends.
struct FriendCall {
  var path: String
  var mediaType: String?
  var body: JSON?
  var subject: String? = "CN=demo-friend"
  var scenario: String?

  static func begin(_ changes: JSONObject = [:], scenario: String? = nil) -> FriendCall {
    var body: JSONObject = ["memberExternalId": "GENERIC", "profileExternalId": "anna"]
    for (name, value) in changes { body[name] = value }
    return FriendCall(
      path: "AuthenticationRequest", mediaType: "application/vnd.veridiumid.authenticationrequest-v1+json",
      body: .object(body), scenario: scenario)
  }

  static func opportunity(_ type: String = "ID", scenario: String? = nil) -> FriendCall {
    FriendCall(
      path: "RegisterSessionOpportunity", mediaType: "application/vnd.veridiumid.sessionOpportunity-v2+json",
      body: ["memberExternalId": "GENERIC", "sessionAliasType": .string(type)], scenario: scenario)
  }

  static func status(_ session: String) -> FriendCall {
    FriendCall(
      path: "GetSessionStatus", mediaType: "application/vnd.veridiumid.sessionstatus-v1+json",
      body: ["sessionId": .string(session)])
  }

  static func longPoll(_ session: String) -> FriendCall {
    var call = status(session)
    call.path = "GetSessionStatusAsync"
    return call
  }

  static func profile(_ principal: String) -> FriendCall {
    FriendCall(
      path: "friend/GetStaticProfile", mediaType: "application/vnd.veridiumid.profilesrequest-v3+json",
      body: ["principal": .string(principal), "adaptorId": "4c8e1f9a"])
  }

  func with(_ change: (inout FriendCall) -> Void) -> FriendCall {
    var call = self
    change(&call)
    return call
  }
}

extension TestEmulator {
  static let friendBase = "/veridium/websec/rest/enterprise"

  func send(_ call: FriendCall, certificate: [UInt8]? = nil) -> TestAnswer {
    var headers: Headers = [:]
    if let mediaType = call.mediaType { headers.append("Content-Type", mediaType) }
    if let subject = call.subject { headers.append("X-Friend-Cert-Subject", subject) }
    if let scenario = call.scenario { headers.append("Eidolon-Scenario", scenario) }
    let request = Request(
      .post, "\(Self.friendBase)/\(call.path)", headers: headers, body: call.body?.bytes() ?? [])
    return send(request, certificate: certificate)
  }

  /// Begins a session and gives its identifier.
  func session(_ changes: JSONObject = [:], scenario: String? = nil) -> String {
    send(.begin(changes, scenario: scenario)).json["sessionId"]?.string ?? ""
  }

  /// The status word of a session.
  func status(_ session: String) -> String {
    send(FriendCall.status(session)).json["status"]?.string ?? ""
  }

  /// What an app posts to the SDK stub.
  func app(_ path: String, _ body: JSON) -> TestAnswer {
    send(
      Request(
        .post, "/veridium/sdk/\(path)", headers: ["Content-Type": "application/json"], body: body.bytes()))
  }

  /// What the SDK's authenticate gives the app.
  func authenticate(_ session: String, profile: String = "anna", _ changes: JSONObject = [:]) -> TestAnswer {
    var body: JSONObject = ["profileId": .string(profile), "vidSessionId": .string(session)]
    for (name, value) in changes { body[name] = value }
    return app("authenticate", .object(body))
  }

  /// The error number of an answer of the server API.
  func errorCode(_ answer: TestAnswer) -> Int? { answer.json["error"]?["errorCode"]?.integer }
}

extension TestAnswer {
  /// What comes when the answer that is held back is asked again.
  func answerAfterWaiting() throws -> TestAnswer {
    let ask = try #require(resume)
    return ask()
  }
}
