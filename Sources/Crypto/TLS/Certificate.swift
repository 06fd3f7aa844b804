import COpenSSL

/// An X.509 certificate, kept as its DER bytes.
package struct Certificate: Sendable, Hashable {
  package let der: [UInt8]

  /// Nil if the bytes are not a certificate, or if more follows it.
  package init?(der: [UInt8]) {
    guard let certificate = unsafe Self.parse(der) else { return nil }
    unsafe X509_free(certificate)
    self.der = der
  }

  /// All certificates of a PEM text in order; other blocks are skipped.
  ///
  /// Throws `TLSError.unreadableCertificate` if there is none or one of them is broken.
  package static func list(pem: String) throws(TLSError) -> [Certificate] {
    Library.clearErrors()
    let found: [Certificate]? = unsafe withTextBIO(pem) { bio in
      var found: [Certificate] = []
      while let certificate = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
        unsafe found.append(Certificate(certificate))
        unsafe X509_free(certificate)
      }
      return found
    }
    let last = ERR_peek_last_error()
    guard let found, !found.isEmpty, eidolon_error_is(last, ERR_LIB_PEM, PEM_R_NO_START_LINE) == 1 else {
      throw .unreadableCertificate(takeOpenSSLReason())
    }
    Library.clearErrors()
    return found
  }

  /// Copies OpenSSL's object, which the caller still owns.
  init(_ certificate: OpaquePointer) {
    let size = unsafe i2d_X509(certificate, nil)
    var der = [UInt8](repeating: 0, count: Int(max(size, 0)))
    unsafe der.withUnsafeMutableBufferPointer { buffer in
      var cursor = buffer.baseAddress
      unsafe i2d_X509(certificate, &cursor)
    }
    self.der = der
  }

  package var pem: String {
    unsafe withObject { certificate in unsafe textFromBIO { unsafe PEM_write_bio_X509($0, certificate) } }
      ?? ""
  }

  /// OpenSSL's one-line form, for example `CN = localhost`.
  package var subject: String {
    unsafe withObject { certificate in
      unsafe textFromBIO {
        unsafe eidolon_x509_print_subject($0, certificate)
      }
    } ?? ""
  }

  /// - Parameter moment: in seconds since 1970.
  package func hasExpired(at moment: Int) -> Bool {
    unsafe withObject { unsafe ASN1_TIME_cmp_time_t(X509_get0_notAfter($0), moment) == -1 } ?? false
  }

  /// `host` is a name or an IP address (RFC 6125 as OpenSSL implements it).
  package func covers(host: String) -> Bool {
    unsafe withObject { certificate in
      if unsafe X509_check_ip_asc(certificate, host, 0) == 1 { return true }
      return unsafe X509_check_host(certificate, host, 0, 0, nil) == 1
    } ?? false
  }

  /// The object is freed when `body` returns.
  func withObject<Result>(_ body: (OpaquePointer) -> Result?) -> Result? {
    guard let certificate = unsafe Self.parse(der) else { return nil }
    defer { unsafe X509_free(certificate) }
    return unsafe body(certificate)
  }

  private static func parse(_ der: [UInt8]) -> OpaquePointer? {
    unsafe der.withUnsafeBufferPointer { bytes in
      var cursor = bytes.baseAddress
      guard let certificate = unsafe d2i_X509(nil, &cursor, bytes.count) else {
        Library.clearErrors()
        return nil
      }
      guard let start = bytes.baseAddress, let end = unsafe cursor, unsafe end - start == bytes.count else {
        unsafe X509_free(certificate)
        return nil
      }
      return unsafe certificate
    }
  }
}
