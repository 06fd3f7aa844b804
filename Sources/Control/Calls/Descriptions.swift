import HTTP
import JSON
import Synchronization

/// The large documents that describe the emulator; each is made on a worker at the first request, and then kept.
///
/// They are the same in every sandbox, apart from the caller's address.
final class Descriptions: Sendable {
  private let openAPI = Mutex<(before: [UInt8], after: [UInt8])?>(nil)
  private let catalog = Mutex<[UInt8]?>(nil)

  /// - Parameter base: the URL at which the caller reached the sandbox.
  func openAPI(_ base: String, _ make: (_ base: String) -> JSON) -> Response {
    let (before, after) = openAPI.withLock { kept in
      if let kept { return kept }
      let place = "urn:eidolon:base"
      let bytes = make(place).bytes(pretty: true) + [0x0A]
      let whole = bytes[...]
      let found = whole.firstRange(of: JSON.string(place).bytes()) ?? whole.endIndex..<whole.endIndex
      let parts = (before: Array(bytes[..<found.lowerBound]), after: Array(bytes[found.upperBound...]))
      kept = parts
      return parts
    }
    return Response.json(before + JSON.string(base).bytes() + after).prepared()
  }

  func catalog(_ make: () -> JSON) -> Response {
    let bytes = catalog.withLock { kept in
      if let kept { return kept }
      let bytes = make().bytes(pretty: true) + [0x0A]
      kept = bytes
      return bytes
    }
    return Response.json(bytes).prepared()
  }
}
