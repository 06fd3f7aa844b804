import COpenSSL

/// A block of a PEM text (RFC 7468).
struct PEMBlock {
  let label: String
  let isEncrypted: Bool
  let der: [UInt8]

  static func blocks(_ text: String) -> [PEMBlock] {
    Library.start()
    let blocks = unsafe withTextBIO(text) { input in
      var blocks: [PEMBlock] = []
      while let block = unsafe next(input) { blocks.append(block) }
      return blocks
    }
    Library.clearErrors()
    return blocks ?? []
  }

  private static func next(_ input: OpaquePointer) -> PEMBlock? {
    var label: UnsafeMutablePointer<CChar>? = nil
    var header: UnsafeMutablePointer<CChar>? = nil
    var content: UnsafeMutablePointer<UInt8>? = nil
    var length = 0
    guard unsafe PEM_read_bio(input, &label, &header, &content, &length) == 1 else { return nil }
    defer {
      unsafe eidolon_free(label)
      unsafe eidolon_free(header)
      unsafe eidolon_free(content)
    }
    guard let label = unsafe label, let header = unsafe header, let content = unsafe content else {
      return nil
    }
    let name = unsafe String(cString: label)
    let isEncrypted = unsafe name == "ENCRYPTED PRIVATE KEY" || isEncrypted(String(cString: header))
    return unsafe PEMBlock(
      label: name, isEncrypted: isEncrypted, der: [UInt8](UnsafeBufferPointer(start: content, count: length)))
  }
}

extension PEMBlock {
  /// True if the block's header says so: `Proc-Type: 4,ENCRYPTED` (RFC 1421 section 4.6.1.1).
  private static func isEncrypted(_ header: String) -> Bool {
    header.split(whereSeparator: \.isNewline).contains {
      $0.hasPrefix("Proc-Type:") && $0.hasSuffix("ENCRYPTED")
    }
  }

  static func text(label: String, _ der: [UInt8]) throws(KeyError) -> String {
    guard let text = unsafe textFromBIO({ unsafe PEM_write_bio($0, label, "", der, der.count) > 0 ? 1 : 0 })
    else {
      throw .library(operation: "write PEM", reason: Library.takeError())
    }
    return text
  }
}

extension PrivateKey {
  /// PKCS#8 without a password, `-----BEGIN PRIVATE KEY-----`.
  package func pem() throws(KeyError) -> String { try PEMBlock.text(label: "PRIVATE KEY", der()) }

  /// Loads the first private key of a PEM text: PKCS#8, PKCS#1 or SEC 1, without a password.
  package convenience init(pem: String) throws(KeyError) {
    let blocks = PEMBlock.blocks(pem)
    guard let first = blocks.first else { throw .notPEM }
    guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else {
      if first.label.hasSuffix("PUBLIC KEY") { throw .notPrivate }
      throw .unexpectedPEM(label: first.label, wanted: "PRIVATE KEY, RSA PRIVATE KEY or EC PRIVATE KEY")
    }
    guard !block.isEncrypted else { throw .passwordProtected }
    try self.init(der: block.der)
  }
}

extension PublicKey {
  /// SubjectPublicKeyInfo, `-----BEGIN PUBLIC KEY-----`.
  package func pem() throws(KeyError) -> String { try PEMBlock.text(label: "PUBLIC KEY", der()) }

  /// Loads the first public key of a PEM text: SPKI, PKCS#1, or that of an X.509 certificate.
  package convenience init(pem: String) throws(KeyError) {
    let blocks = PEMBlock.blocks(pem)
    guard let first = blocks.first else { throw .notPEM }
    let labels = ["PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE"]
    guard let block = blocks.first(where: { labels.contains($0.label) }) else {
      throw .unexpectedPEM(label: first.label, wanted: "PUBLIC KEY, RSA PUBLIC KEY or CERTIFICATE")
    }
    try self.init(der: block.der)
  }
}
