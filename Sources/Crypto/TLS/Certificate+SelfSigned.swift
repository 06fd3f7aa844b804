import COpenSSL

extension Certificate {
  /// A certificate for a public key without an authority.
  ///
  /// The same arguments give the same bytes if the key's signatures are deterministic, as those of RSA are.
  ///
  /// - Parameters:
  ///   - serial: not negative.
  ///   - validity: the first and last valid second, since 1970.
  /// - Throws: `TLSError.unavailable` only if OpenSSL cannot make certificates.
  package init(
    selfSignedWith key: PrivateKey, commonName: String, serial: Int, validity: ClosedRange<Int>
  ) throws(TLSError) {
    Library.clearErrors()
    guard let certificate = unsafe X509_new() else { throw .unavailable(takeOpenSSLReason()) }
    defer { unsafe X509_free(certificate) }
    unsafe X509_set_version(certificate, Int(X509_VERSION_3))
    unsafe ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial)
    unsafe ASN1_TIME_set(X509_getm_notBefore(certificate), validity.lowerBound)
    unsafe ASN1_TIME_set(X509_getm_notAfter(certificate), validity.upperBound)
    let name = unsafe X509_get_subject_name(certificate)
    unsafe X509_NAME_add_entry_by_NID(
      name, NID_commonName, MBSTRING_UTF8, Array(commonName.utf8), Int32(commonName.utf8.count), -1, 0)
    unsafe X509_set_issuer_name(certificate, name)
    let pair = unsafe key.contexts.key.pointer
    unsafe X509_set_pubkey(certificate, pair)
    for (kind, value) in [
      (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
      (NID_subject_key_identifier, "hash"),
    ] {
      guard unsafe eidolon_x509_add_extension(certificate, certificate, kind, value) == 1 else {
        throw .unavailable(takeOpenSSLReason())
      }
    }
    guard unsafe X509_sign(certificate, pair, EVP_sha256()) > 0 else {
      throw .unavailable(takeOpenSSLReason())
    }
    unsafe self.init(certificate)
  }
}
