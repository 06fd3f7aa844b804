import COpenSSL

func withTextBIO<Result>(_ text: String, _ body: (OpaquePointer) -> Result?) -> Result? {
  var text = text
  return text.withUTF8 { bytes in
    guard let bio = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else {
      return nil
    }
    defer { unsafe BIO_free(bio) }
    return unsafe body(bio)
  }
}

/// What `write` puts into a memory BIO; nil unless it returns 1.
func textFromBIO(_ write: (OpaquePointer) -> Int32) -> String? {
  guard let bio = unsafe BIO_new(BIO_s_mem()) else { return nil }
  defer { unsafe BIO_free(bio) }
  guard unsafe write(bio) == 1 else { return nil }
  var contents: UnsafeMutablePointer<CChar>?
  let count = unsafe eidolon_bio_contents(bio, &contents)
  guard let contents = unsafe contents, count > 0 else { return nil }
  let bytes = unsafe UnsafeRawBufferPointer(start: contents, count: count)
  return unsafe String(decoding: bytes, as: UTF8.self)
}
