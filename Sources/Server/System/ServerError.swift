package import Crypto
import Glibc

/// Why a server could not start or listen.
package enum ServerError: Error, Sendable, Hashable {
  case addressInUse(String)
  /// No interface of this machine has the address.
  case addressNotAvailable(String)
  /// The port needs privileges that the program lacks.
  case notPermitted(String)
  case notResolved(String)
  /// The certificate or the key for https cannot be used.
  case tls(TLSError)
  /// A system call failed for another reason: its name and `errno`.
  case system(call: String, code: Int32)
}

extension ServerError: CustomStringConvertible {
  /// A sentence for the operator.
  package var description: String {
    switch self {
    case .addressInUse(let address): "\(address) is in use already"
    case .addressNotAvailable(let address): "\(address) is not an address of this machine"
    case .notPermitted(let address): "no permission to listen on \(address)"
    case .notResolved(let host): "the name \(host) has no address"
    case .tls(let error): "https: \(error)"
    case .system(let call, let code): "\(call): \(systemText(code))"
    }
  }
}

/// The system's text for an `errno`, for example "Connection refused".
func systemText(_ code: Int32) -> String {
  var text = [CChar](repeating: 0, count: 256)
  // Swift sees the POSIX form, which fills the buffer.
  unsafe strerror_r(code, &text, text.count)
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
