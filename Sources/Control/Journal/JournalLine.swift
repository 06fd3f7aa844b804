import Flow
import JSON
package import ProviderKit

/// An entry of the journal as a line of NDJSON: the control plane's JSON plus the sandbox.
package enum JournalLine {
  /// Ends with the line break.
  package static func bytes(
    _ entry: Journal.Entry, sandbox: String, openedWith keys: KeyRing
  ) -> [UInt8] {
    var object: JSONObject = ["sandbox": .string(sandbox)]
    for (name, value) in JournalResource.json(entry, keys).object ?? [:] { object[name] = value }
    return JSON.object(object).bytes() + [0x0A]
  }
}
