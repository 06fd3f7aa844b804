import EidolonTesting
import HTTP
import Synchronization

/// The first line is method and path, such as `POST /_eidolon/queue`; the rest is the body.
enum ControlTarget {
  private static let world = Mutex(
    FuzzWorld([
      "world.json": """
      {
        "people": { "anna": { "given_name": "Anna", "phone_number": "+32 470000001" } },
        "clients": { "itsme": { "*": { "anything": true } }, "criipto": { "*": { "anything": true } } }
      }
      """,
      "itsme/reject.json": #"{ "title": "Rejected", "provider": "itsme", "phone": [ { "do": "reject" } ] }"#,
    ]))

  static func run(_ bytes: [UInt8]) throws {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let words = lines[0].split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, let path = String(validating: words[1], as: UTF8.self), path.hasPrefix("/"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return }
    let method = Method(String(decoding: words[0], as: UTF8.self))
    let body = lines.count > 1 ? Array(lines[1]) : []
    try world.withLock { world in
      let emulator = try world.take()
      _ = try emulator.check(Request(method, path, headers: ["Content-Type": "application/json"], body: body))
      // What the call left must not break others.
      _ = try emulator.check(Request(.get, "/_eidolon/journal?limit=5"))
    }
  }
}
