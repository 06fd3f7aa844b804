extension FetchError: CustomStringConvertible {
  /// A sentence for the developer whose server was called.
  package var description: String {
    switch self {
    case .invalidURL(let reason): "the URL cannot be fetched: \(reason)"
    case .refusedAddress(let reason): "the URL is never fetched: \(reason)"
    case .notResolved(let host): "the name \(host) has no address"
    case .notConnected(let reason): "no connection to \(reason)"
    case .untrusted(let reason): "https failed: the certificate is not trusted: \(reason)"
    case .tls(let reason): "https failed: \(reason)"
    case .timedOut(let time): "no complete answer within \(time)"
    case .tooLarge(let limit): "the document is larger than \(limit) bytes"
    case .malformedAnswer(let reason): "the answer is malformed: \(reason)"
    }
  }
}
