import EidolonTesting

@testable import TestWorlds

extension TestEmulator {
  /// itsme with the clients EIDOLON_TEST and OTHER, and the story `document`, in which discovery is another issuer's.
  static func withTwoClients(_ stories: [String: String]) throws -> TestEmulator {
    let service = #"{ "services": { "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9000/cb"] } } }"#
    let files = [
      "world.json": """
      { "people": { "anna": { "given_name": "Anna", "phone_number": "+32 470000001" } },
        "clients": { "itsme": { "EIDOLON_TEST": \(service), "OTHER": \(service) } } }
      """,
      "itsme/document.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_refuse" },
        "faults": [{ "at": "discovery", "do": "alter", "times": "always", "body": { "issuer": "https://x.test" } }] }
      """,
    ]
    return try withItsme(files.merging(stories) { $1 })
  }
}
