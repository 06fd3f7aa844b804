import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit

@testable import VideoID

/// The world of the VideoID tests: a strict tenant, one with webhooks, and tokens that never count.
enum VideoIDTestWorld {
  static let token = "00000000-0000-4000-8000-000000000001"
  static let hooked = "00000000-0000-4000-8000-000000000002"
  static let receiver = "https://client.example.test/webhook"
  static let secret = "a secret"

  /// An emulator of this world.
  ///
  /// - Parameters:
  ///   - client: further members of both tenants, as JSON without braces.
  ///   - any: the members of the client that stands for any; `nil` for none.
  ///   - stories: the members of scenarios besides title and provider, by short name.
  static func emulator(
    client: String = "", webhook: String = "", any: String? = nil, stories: [String: String] = [:],
    _ change: (inout Sandbox.Settings) -> Void = { _ in }
  ) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    change(&settings)
    var files = ["world.json": world(after(client), after(webhook), any.map { ", \"*\": { \($0) }" } ?? "")]
    for (name, members) in stories {
      files["videoid/\(name).json"] = "{ \"title\": \"\(name)\", \"provider\": \"videoid\"\(after(members)) }"
    }
    return try TestEmulator([VideoID.self], files: files, settings: settings)
  }

  private static func after(_ members: String) -> String { members.isEmpty ? "" : ", \(members)" }

  private static func world(_ client: String, _ webhook: String, _ any: String) -> String {
    """
    {
      "people": {
        "anna": {
          "given_name": "Anna", "family_name": "Peeters", "birthdate": "1990-07-14", "gender": "female",
          "nationality": "BE", "phone_number": "+32 470000001",
          "address": { "street_address": "Jekerstraat 39", "postal_code": "3700", "locality": "Tongeren", "country": "BE" },
          "documents": [
            { "type": "IdCard", "country": "esp", "number": "TEST00001", "personal_number": "00000001R", "valid_to": "2032-01-10" },
            { "type": "Passport", "country": "esp", "number": "TEST00002", "valid_to": "2032-01-10" }
          ]
        },
        "bob": { "family_name": "Maes", "phone_number": "+32 470000002" },
        "old": {
          "given_name": "Carmen", "family_name": "Ficticia", "birthdate": "1926-01-02",
          "documents": [ { "type": "IdCard", "country": "ES", "number": "TEST00012", "valid_to": "2019-05-01" } ]
        },
        "minor": { "given_name": "Finn", "family_name": "Willems", "birthdate": { "turns": 18, "in_days": 1 } }
      },
      "clients": {
        "videoid": {
          "tenant": { "token": "\(token)"\(client) },
          "hooked": {
            "token": "\(hooked)", "webhook": { "url": "\(receiver)", "secret": "\(secret)"\(webhook) }\(client)
          },
          "expired": { "token": "00000000-0000-4000-8000-0000000000e1", "state": "expired" },
          "forbidden": { "token": "00000000-0000-4000-8000-0000000000e3", "state": "forbidden" }\(any)
        }
      }
    }
    """
  }
}

/// A run that was asked for.
struct AskedRun {
  let id: String
  let authorization: String
  let answer: TestAnswer
}

extension TestEmulator {
  static let videoID = "\(address)/videoid/v2"

  /// A POST with JSON.
  func postVideoID(
    _ path: String, _ body: String, token: String? = nil, headers: Headers = [:]
  ) -> TestAnswer {
    var headers = headers
    headers.set("Content-Type", headers["Content-Type"] ?? "application/json")
    if let token { headers.append("Authorization", "Bearer \(token)") }
    return send(Request(.post, "/videoid/v2\(path)", headers: headers, body: Array(body.utf8)))
  }

  /// A run that is asked for.
  func ask(
    _ body: String = #"{"process":"Unattended"}"#, product: String = "videoid",
    token: String = VideoIDTestWorld.token, scenario: String? = nil
  ) -> AskedRun {
    var headers: Headers = [:]
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    let answer = postVideoID("/\(product).request", body, token: token, headers: headers)
    return AskedRun(
      id: answer.json["id"]?.string ?? "", authorization: answer.json["authorization"]?.string ?? "",
      answer: answer)
  }

  /// A start of the simulated SDK, with further members as JSON.
  func start(_ run: AskedRun, _ more: String = "") -> TestAnswer {
    postVideoID("/sdk.start", "{\"authorization\":\"\(run.authorization)\"\(more.isEmpty ? "" : ",\(more)")}")
  }

  /// The person of a run acts.
  func act(_ run: AskedRun, _ verb: String) throws {
    try application.providers[0].act(verb, reason: nil, on: run.id, at: sandbox.environment.clock.now)
  }

  func result(_ run: AskedRun, product: String = "videoid", token: String = VideoIDTestWorld.token)
    -> TestAnswer
  {
    get("/videoid/v2/\(product)/\(run.id)", headers: ["Authorization": "Bearer \(token)"])
  }

  /// The result of a run that went through.
  func completed(_ more: String = "", product: String = "videoid", scenario: String? = nil) -> JSON {
    let run = ask(product: product, scenario: scenario)
    _ = start(run, more)
    return result(run, product: product).json
  }

  /// The state of a run as the control plane says it.
  func state(_ run: AskedRun) -> String? {
    application.providers[0].transaction(run.id, at: clock.now)?.state
  }

  /// The findings that stand on a run.
  func findings(on run: AskedRun) -> [String] {
    application.providers[0].transaction(run.id, at: clock.now)?.findings ?? []
  }
}
