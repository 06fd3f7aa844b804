import HTTP
import JSON
import ProviderKit

extension RunReport {
  func bytes(_ form: ReportForm) -> [UInt8] {
    switch form {
    case .json: json.bytes(pretty: true) + [0x0A]
    case .html: Array(page.text.utf8)
    case .junit: Array(junit.utf8)
    case .sarif: sarif(version: Control.version).bytes(pretty: true) + [0x0A]
    }
  }
}
