import COpenSSL

/// The private certificate authority of an installation, and the leaf certificates that it issues.
///
/// Never shipped: each installation makes its own. Its name constraints (RFC 5280 section 4.2.1.10) permit only the
/// host names that it was made for and those below, so a client that trusts it trusts it for no other name. They say
/// nothing of addresses: BoringSSL and rustls refuse constraints of that form.
package struct CertificateAuthority: Sendable {
  /// The certificate and key, as a directory of keys stores them.
  package let identity: TLSIdentity
  /// The names of its leaf certificates.
  package let names: [CertificateName]

  /// Makes a P-256 key and a certificate that is valid for `days`, from five minutes before `now`.
  ///
  /// `now` is in seconds since 1970; the five minutes allow for clocks that differ a little. Throws only if OpenSSL
  /// cannot make keys.
  package init(
    names: [CertificateName], commonName: String = "Eidolon private CA", now: Int, days: Int = 90
  ) throws(TLSError) {
    self.names = names
    // Without any, every name would be permitted.
    let subtrees = names.compactMap(\.subtree)
    let permitted = (subtrees.isEmpty ? ["localhost"] : subtrees).map { "permitted;DNS:" + $0 }
    identity = try Self.issue(
      commonName: commonName, signer: nil, validity: Self.validity(now: now, days: days),
      extensions: [
        (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
        (NID_key_usage, "critical,keyCertSign,cRLSign"),
        (NID_name_constraints, "critical," + permitted.joined(separator: ",")),
        (NID_subject_key_identifier, "hash"),
      ])
  }

  /// The names must be those that the authority was made for.
  package init(stored identity: TLSIdentity, names: [CertificateName]) {
    self.identity = identity
    self.names = names
  }

  /// True for its names and their subdomains.
  func mayVouch(for host: String) -> Bool {
    let host = host.lowercased()
    return names.compactMap(\.subtree).contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  /// A P-256 key and a certificate for TLS servers (RFC 5280 section 4.2.1.12), by default with the authority's
  /// names.
  package func leaf(
    for others: [CertificateName]? = nil, now: Int, days: Int = 90
  ) throws(TLSError) -> TLSIdentity {
    let names = others ?? names
    return try Self.issue(
      commonName: names.first?.text ?? "localhost", signer: identity,
      validity: Self.validity(now: now, days: days),
      extensions: [
        (NID_basic_constraints, "critical,CA:FALSE"),
        (NID_key_usage, "critical,digitalSignature"),
        (NID_ext_key_usage, "serverAuth"),
        (NID_subject_alt_name, names.map(\.alternative).joined(separator: ",")),
        (NID_subject_key_identifier, "hash"),
        (NID_authority_key_identifier, "keyid:always"),
      ])
  }

  private static func validity(now: Int, days: Int) -> ClosedRange<Int> {
    let start = now - 5 * 60
    return start...max(start, start + days * 86_400 - 1)
  }

  /// Signed by `signer`, or self-signed if that is nil.
  private static func issue(
    commonName: String, signer: TLSIdentity?, validity: ClosedRange<Int>,
    extensions: [(kind: Int32, value: String)]
  ) throws(TLSError) -> TLSIdentity {
    Library.clearErrors()
    guard let key = unsafe eidolon_generate_p256() else { throw .unavailable(takeOpenSSLReason()) }
    defer { unsafe EVP_PKEY_free(key) }
    guard let certificate = unsafe X509_new() else { throw .unavailable(takeOpenSSLReason()) }
    defer { unsafe X509_free(certificate) }

    var issuer = unsafe certificate
    var issuerKey = unsafe key
    if let signer {
      (unsafe issuer, unsafe issuerKey) = try unsafe open(signer)
    }
    defer {
      if signer != nil {
        unsafe X509_free(issuer)
        unsafe EVP_PKEY_free(issuerKey)
      }
    }

    unsafe X509_set_version(certificate, Int(X509_VERSION_3))
    unsafe eidolon_x509_set_random_serial(certificate)
    unsafe ASN1_TIME_set(X509_getm_notBefore(certificate), validity.lowerBound)
    unsafe ASN1_TIME_set(X509_getm_notAfter(certificate), validity.upperBound)
    let subject = unsafe X509_get_subject_name(certificate)
    unsafe X509_NAME_add_entry_by_NID(
      subject, NID_commonName, MBSTRING_UTF8, Array(commonName.utf8), Int32(commonName.utf8.count), -1, 0)
    unsafe X509_set_issuer_name(certificate, X509_get_subject_name(issuer))
    unsafe X509_set_pubkey(certificate, key)
    for (kind, value) in extensions {
      guard unsafe eidolon_x509_add_extension(certificate, issuer, kind, value) == 1 else {
        throw .unavailable(takeOpenSSLReason())
      }
    }
    guard unsafe X509_sign(certificate, issuerKey, EVP_sha256()) > 0,
      let keyText = unsafe textFromBIO({
        unsafe PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil)
      })
    else { throw .unavailable(takeOpenSSLReason()) }
    return TLSIdentity(
      certificateChain: unsafe Certificate(certificate).pem, privateKey: keyText)
  }

  private static func open(
    _ identity: TLSIdentity
  ) throws(TLSError) -> (certificate: OpaquePointer, key: OpaquePointer) {
    let certificate = unsafe withTextBIO(identity.certificateChain) {
      unsafe PEM_read_bio_X509($0, nil, nil, nil)
    }
    guard let certificate = unsafe certificate else { throw .unreadableCertificate(takeOpenSSLReason()) }
    let key = unsafe withTextBIO(identity.privateKey) {
      unsafe PEM_read_bio_PrivateKey($0, nil, noPassphrase, nil)
    }
    guard let key = unsafe key else {
      unsafe X509_free(certificate)
      throw .unreadableKey(takeOpenSSLReason())
    }
    return unsafe (certificate, key)
  }
}
