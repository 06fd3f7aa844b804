import Glibc

struct FileError: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: String

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// Takes the reason from `errno`.
  init(_ path: String) {
    self.path = path
    reason = systemReason(errno)
  }

  var description: String { "\(path): \(reason)" }
}

/// The text of an `errno`.
func systemReason(_ code: Int32) -> String {
  var text = [CChar](repeating: 0, count: 256)
  unsafe strerror_r(code, &text, text.count)
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Small files, read and written whole.
enum File {
  /// In bytes; keys, certificates and tokens are far smaller.
  static let limit = 4 << 20

  static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    return try readAll(descriptor, path)
  }

  static func readStandardInput() throws(FileError) -> [UInt8] { try readAll(STDIN_FILENO, "standard input") }

  /// - Throws: also if the file is not UTF-8.
  static func readText(_ path: String) throws(FileError) -> String {
    guard let text = String(validating: try read(path), as: UTF8.self) else {
      throw FileError(path, "is not text")
    }
    return text
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Makes a folder for secrets unless it is there; its parent must be.
  static func makeFolder(_ path: String) throws(FileError) {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path) }
  }

  /// Writes a file that only its owner may read, atomically.
  static func writeSecret(_ text: String, to path: String) throws(FileError) {
    let draft = "\(path).new"
    unsafe unlink(draft)
    let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path) }
    let written = writeAll(Array(text.utf8), to: descriptor) && fsync(descriptor) == 0
    guard close(descriptor) == 0, written, unsafe rename(draft, path) == 0 else {
      let error = FileError(path)
      unsafe unlink(draft)
      throw error
    }
  }

  /// - Throws: if the file could not be written. Nothing changes: what is in it stays, and none is made.
  static func checkWritable(_ path: String) throws(FileError) {
    let isNew = !exists(path)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(path) }
    close(descriptor)
    if isNew { unsafe unlink(path) }
  }

  /// Makes the file or replaces what is in it.
  static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(path) }
    let isWritten = writeAll(bytes, to: descriptor)
    let error = FileError(path)
    guard close(descriptor) == 0 else { throw FileError(path) }
    guard isWritten else { throw error }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(count, 0))
    }
    return true
  }

  private static func readAll(_ descriptor: Int32, _ path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path) }
      guard count > 0 else { return bytes }
      bytes += chunk.prefix(count)
      guard bytes.count <= limit else { throw FileError(path, "is larger than \(limit) bytes") }
    }
  }
}
