import EidolonTesting
import HTTP
import Registry
import Synchronization

/// The emulators that the bytes go to: a new one now and then, so that what they leave behind stays small.
struct FuzzWorld: ~Copyable {
  /// Requests that one emulator answers: a failure must repeat with few inputs.
  private static let patience = 200

  private let files: [String: String]
  private var emulator: TestEmulator?
  private var uses = 0

  init(_ files: [String: String]) { self.files = files }

  mutating func take() throws -> TestEmulator {
    uses += 1
    if let emulator, uses % Self.patience != 0 { return emulator }
    let new = try TestEmulator(registry, files: files)
    emulator = new
    return new
  }
}

extension TestEmulator {
  /// Sends a request and demands what every answer must keep.
  func check(_ request: Request) throws -> TestAnswer {
    let answer = send(request)
    if let response = answer.response {
      try must((200...599).contains(response.status.code), "an answer has a final status")
      // A 500 stands for a case that nobody thought of.
      try must(response.status.code != 500, "no bytes make an internal error: \(request.target)")
      for (name, value) in response.headers {
        try must(Headers.isName(name) && Headers.isValue(value), "the field \(name) of an answer is one line")
      }
    }
    return answer
  }
}
