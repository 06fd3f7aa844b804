import COpenSSL

/// Why certificates, keys or settings for TLS could not be used.
package enum TLSError: Error, Sendable, Hashable {
  /// No certificate in PEM form, or one that cannot be read; the text is OpenSSL's reason.
  case unreadableCertificate(String)
  /// No private key in PEM form, or one that cannot be read; the text is OpenSSL's reason.
  case unreadableKey(String)
  /// The key does not belong to the first certificate.
  case keyDoesNotMatchCertificate
  /// Not a host name, wildcard or IP address.
  case unusableName(String)
  /// OpenSSL failed at something that never fails on a sound system; the text is its reason.
  case unavailable(String)
}

extension TLSError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadableCertificate(let reason): "the certificate cannot be read: \(reason)"
    case .unreadableKey(let reason): "the private key cannot be read: \(reason)"
    case .keyDoesNotMatchCertificate: "the private key does not belong to the certificate"
    case .unusableName(let name): "\"\(name)\" is neither a host name nor an IP address"
    case .unavailable(let reason): "OpenSSL: \(reason)"
    }
  }
}

/// Why a TLS session ended other than by close_notify.
package enum TLSFailure: Error, Sendable, Hashable {
  /// No trusted authority signed the certificate, or it does not cover the host; the text is OpenSSL's.
  case certificateNotTrusted(String)
  /// The peer sent an alert, for example "tlsv1 alert unknown ca".
  case refusedByPeer(String)
  /// What arrived is not TLS, or breaks its rules.
  case protocolViolation(String)
}

extension TLSFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .certificateNotTrusted(let reason): "the certificate is not trusted: \(reason)"
    case .refusedByPeer(let reason): "the other side refused: \(reason)"
    case .protocolViolation(let reason): "the TLS handshake failed: \(reason)"
    }
  }
}

/// The reason of the oldest entry in this thread's error queue; empties the queue.
func takeOpenSSLReason() -> String {
  let code = ERR_get_error()
  defer { Library.clearErrors() }
  guard code != 0 else { return "no reason given" }
  guard let reason = unsafe ERR_reason_error_string(code) else { return "error \(code)" }
  return unsafe String(cString: reason)
}
