import Foundation
import Testing

@testable import Crypto

/// The two sides of a TLS connection in one process, with a wire between them that carries so many bytes at a time.
struct TLSPair {
  let client: TLSSession
  let server: TLSSession
  var cut = Int.max

  /// Carries what each side has to say until both handshakes are over, and says how they ended.
  func shakeHands() -> (client: TLSSession.Handshake, server: TLSSession.Handshake) {
    var ends = (client: client.advance(), server: TLSSession.Handshake.needsMore)
    for _ in 0..<20 {
      let toServer = carry(from: client, to: server) { ends.server = server.advance() }
      let toClient = carry(from: server, to: client) {
        if ends.client == .needsMore { ends.client = client.advance() }
      }
      if !toServer, !toClient { break }
    }
    return ends
  }

  /// Carries everything that waits; false if nothing does.
  @discardableResult
  func carry(from: TLSSession, to: TLSSession, _ each: () -> Void = {}) -> Bool {
    var bytes: [UInt8] = []
    from.takeCiphertext(to: &bytes)
    for start in stride(from: 0, to: bytes.count, by: min(cut, max(bytes.count, 1))) {
      to.receive(Array(bytes[start..<min(start + min(cut, bytes.count), bytes.count)]).span)
      each()
    }
    return !bytes.isEmpty
  }

  /// What `to` reads when `from` writes `text`.
  func say(_ text: String, from: TLSSession, to: TLSSession) throws -> (text: String, end: TLSSession.Reading)
  {
    var records: [UInt8] = []
    try from.write(Array(text.utf8).span, to: &records)
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1000)
    var end = TLSSession.Reading.needsMore
    for start in stride(from: 0, to: records.count, by: min(cut, max(records.count, 1))) {
      to.receive(Array(records[start..<min(start + min(cut, records.count), records.count)]).span)
      reading: while true {
        end = to.read(into: &buffer)
        guard case .bytes(let count) = end else { break reading }
        heard += buffer[..<count]
      }
    }
    return (String(decoding: heard, as: UTF8.self), end)
  }
}

/// An authority and a leaf for tests, made once.
enum TestAuthority {
  static let now = Int(Date().timeIntervalSince1970)

  static func make(_ names: String...) throws -> CertificateAuthority {
    try CertificateAuthority(names: names.map { try CertificateName($0) }, now: now)
  }
}

/// Runs a program if the machine has it, and gives its exit status and what it printed; nil without the program.
func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, text: String)? {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["timeout", "20", program] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  // 127: timeout found no such program.
  guard process.terminationStatus != 127 else { return nil }
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

/// Lends a directory that is removed afterwards.
func withDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let directory = FileManager.default.temporaryDirectory.appending(path: "eidolon-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try body(directory)
}
