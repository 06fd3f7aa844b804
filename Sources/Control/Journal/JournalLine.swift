package import Flow
import JSON
package import ProviderKit

/// An entry of the journal as one line of a file (NDJSON), the same as the control plane shows it, with its sandbox.
package enum JournalLine {
  /// The line with its line break.
  package static func bytes(
    _ entry: Journal<RecordedExchange>.Entry, sandbox: String, openedWith keys: KeyRing
  ) -> [UInt8] {
    var object: JSONObject = ["sandbox": .string(sandbox)]
    for (name, value) in JournalResource.json(entry, keys).object ?? [:] { object[name] = value }
    return JSON.object(object).bytes() + [0x0A]
  }
}
