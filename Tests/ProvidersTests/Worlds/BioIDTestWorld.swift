import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import BioID

/// The world of the BioID tests: the strict client of the README and another one, Anna, who is enrolled, and Bob.
enum BioIDTestWorld {
  /// An emulator of this world.
  ///
  /// - Parameters:
  ///   - client: further members of the client `demo-app`, as JSON without braces.
  ///   - clients: further clients, as JSON members without braces.
  ///   - stories: the members of scenarios besides title and provider, by short name.
  static func emulator(
    client: String = "", clients: String = "", stories: [String: String] = [:],
    _ change: (inout Sandbox.Settings) -> Void = { _ in }
  ) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    change(&settings)
    var files = ["world.json": world(client: after(client), clients: after(clients))]
    for (name, members) in stories {
      files["bioid/\(name).json"] = "{ \"title\": \"\(name)\", \"provider\": \"bioid\"\(after(members)) }"
    }
    return try TestEmulator([BioID.self], files: files, settings: settings)
  }

  /// The client that stands for any.
  static let any = #""*": { "anything": true }"#

  private static func after(_ members: String) -> String { members.isEmpty ? "" : ", \(members)" }

  private static func world(client: String, clients: String) -> String {
    """
    {
      "people": {
        "anna": {
          "given_name": "Anna", "family_name": "Peeters", "email": "anna@example.test",
          "ids": { "bcid": "bws.12.4711" }
        },
        "bob": { "given_name": "Bob", "family_name": "Janssens", "ids": { "bcid": "bws.12.4712" } }
      },
      "clients": {
        "bioid": {
          "demo-app": {
            "name": "Demo", "secret": "demo-secret", "storage": "bws", "partition": 12,
            "redirect_uris": ["http://localhost:9000/cb"]\(client)
          },
          "other-app": { "secret": "other-secret", "storage": "bws", "partition": 12 }\(clients)
        }
      }
    }
    """
  }

  /// What browsers send.
  static let browser: Headers = ["Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]
  static let android: Headers = ["User-Agent": "Mozilla/5.0 (Linux; Android 8.1; Fiction F1)"]

  static func basic(_ name: String = "demo-app", _ secret: String = "demo-secret") -> Headers {
    ["Authorization": "Basic \(Base64.encode(Array("\(name):\(secret)".utf8)))"]
  }

  static func bearer(_ token: String) -> Headers { ["Authorization": "Bearer \(token)"] }

  /// The smallest things that begin as a PNG, a JPEG and a WAV do.
  static let png = "data:image/png;base64,\(Base64.encode([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))"
  static let jpeg = "data:image/jpeg;base64,\(Base64.encode([0xFF, 0xD8, 0xFF, 0xE0]))"
  static let wav = "data:audio/wav;base64,\(Base64.encode(Array("RIFF0000WAVE".utf8)))"
}

extension TestEmulator {
  static let webAPI = "/bioid/extension"

  /// The token call with changes to its parameters; `nil` removes one.
  func tokenCall(
    _ changes: [String: String?] = [:], scenario: String? = nil, headers: Headers = BioIDTestWorld.basic()
  ) -> TestAnswer {
    var headers = headers
    if let scenario { headers.append("Eidolon-Scenario", scenario) }
    let query = Form(["id": "demo-app", "bcid": "bws.12.4711"], changing: changes)
    return get("\(TestEmulator.webAPI)/token?\(query.encoded)", headers: headers)
  }

  /// A token.
  func token(_ changes: [String: String?] = [:], scenario: String? = nil) -> String {
    tokenCall(changes, scenario: scenario).text
  }

  /// Uploads a sample.
  func upload(
    _ token: String, _ sample: String = BioIDTestWorld.png, _ query: String = "", headers: Headers? = nil
  ) -> TestAnswer {
    send(
      Request(
        .post, "\(TestEmulator.webAPI)/upload\(query.isEmpty ? "" : "?\(query)")",
        headers: headers ?? BioIDTestWorld.bearer(token), body: Array(sample.utf8)))
  }

  /// Uploads so many images and calls a task.
  func perform(
    _ task: String = "verify", _ token: String, images: Int = 2, _ query: String = ""
  ) -> TestAnswer {
    for index in 0..<images { _ = upload(token, BioIDTestWorld.png, "index=\(index)") }
    return get(
      "\(TestEmulator.webAPI)/\(task)\(query.isEmpty ? "" : "?\(query)")",
      headers: BioIDTestWorld.bearer(token))
  }

  /// The result call.
  func result(_ token: String, headers: Headers = BioIDTestWorld.basic()) -> TestAnswer {
    get("\(TestEmulator.webAPI)/result?access_token=\(token)", headers: headers)
  }

  /// The claims of a BWS token, unverified: nobody can verify it.
  func bwsClaims(_ token: String) throws -> JSONObject {
    try JSONParser.parse(JWS(parsing: token).payload).json.object ?? [:]
  }

  /// What the simulated app answers.
  func launch(
    _ token: String, _ changes: [String: String?] = [:], task: String = "verify", headers: Headers = [:]
  ) -> TestAnswer {
    let query = Form(
      ["access_token": token, "return_url": "https://rp.example.test/cb", "state": "s1"], changing: changes)
    return get("/bioid/app/\(task)?\(query.encoded)", headers: headers)
  }

  /// What the web user interface answers.
  func webUI(_ token: String, _ changes: [String: String?] = [:], headers: Headers = [:]) -> TestAnswer {
    let query = Form(
      ["access_token": token, "return_url": "https://rp.example.test/cb", "state": "s1"], changing: changes)
    return get("/bioid/bws/uui?\(query.encoded)", headers: headers)
  }
}

extension TestAnswer {
  /// What a held answer has become by now.
  func resumed() throws -> TestAnswer {
    let resume = try #require(resume)
    return resume()
  }
}
