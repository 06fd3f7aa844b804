// What the fuzzer feeds: one way in for each kind of bytes that strangers send.
//
//   FuzzTarget          the list, by name; a corpus each in Tests/Fuzzing/Corpora
//   …Target             what is done with the bytes, and what must hold whatever they are
//
// Three things call them: libFuzzer (scripts/fuzz), the unit tests with every input of the corpora, and nobody else.

/// A way in for bytes of strangers.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A connection's bytes, up to the requests in them.
  case http
  /// A request target, a form, and the fields that have a syntax of their own.
  case target
  case json
  /// Tokens, key sets and claims, without a key.
  case jose
  /// The same with keys: signatures and decryption.
  case joseKeys = "jose-keys"
  /// What a relying party signs and sends to an authorization endpoint.
  case requestObject = "request-object"
  /// A story's or a world's file.
  case scenario
  /// A call of the control plane with its body.
  case control

  /// Nil if everything held that must; otherwise what did not.
  ///
  /// It traps where the program would.
  package func complaint(about bytes: [UInt8]) -> String? {
    do {
      switch self {
      case .http: try HTTPTarget.run(bytes)
      case .target: try TextTarget.run(bytes)
      case .json: try JSONTarget.run(bytes)
      case .jose: try JOSETarget.run(bytes)
      case .joseKeys: try JOSEKeysTarget.run(bytes)
      case .requestObject: try RequestObjectTarget.run(bytes)
      case .scenario: try ScenarioTarget.run(bytes)
      case .control: try ControlTarget.run(bytes)
      }
      return nil
    } catch let broken as BrokenPromise {
      return broken.promise
    } catch {
      return "an error that nobody expected: \(error)"
    }
  }
}

/// Something that must hold for all bytes and did not.
struct BrokenPromise: Error {
  let promise: String
}

/// Throws unless what must hold does.
func must(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
  if !holds { throw BrokenPromise(promise: promise()) }
}
