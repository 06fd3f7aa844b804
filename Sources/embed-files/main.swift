import Glibc

// embed-files FOLDER OUTPUT TYPE SUFFIX…: writes the files of a folder that have one of the suffixes as Swift source.
//
// A folder `schema` is left out: the schemas of scenarios are for editors. The texts in `TYPE.embedded` are static strings in
// the program's read-only data, so that nothing is built when it starts.

let arguments = CommandLine.arguments
guard arguments.count > 4 else { fail("usage: embed-files FOLDER OUTPUT TYPE SUFFIX…") }
let suffixes = arguments[4...]

var source = """
  // Made by embed-files from the folder \(arguments[1].split(separator: "/").suffix(2).joined(separator: "/")) at each build;
  // edit the files there.

  extension \(arguments[3]) {
    static let embedded: [(path: StaticString, text: StaticString)] = [

  """
for path in paths(in: arguments[1], below: "") {
  source +=
    "    (\n\(literal(path)),\n\(literal(String(decoding: read("\(arguments[1])/\(path)"), as: UTF8.self)))\n    ),\n"
}
source += "  ]\n}\n"
write(Array(source.utf8), to: arguments[2])

/// The paths of the files with one of the suffixes below a folder, sorted.
func paths(in folder: String, below prefix: String) -> [String] {
  guard let stream = unsafe opendir("\(folder)/\(prefix)") else { fail("cannot read \(folder)/\(prefix)") }
  defer { unsafe closedir(stream) }
  var found: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    guard !name.hasPrefix("."), prefix + name != "schema" else { continue }
    if suffixes.contains(where: name.hasSuffix) {
      found.append(prefix + name)
    } else if isFolder("\(folder)/\(prefix)\(name)") {
      found += paths(in: folder, below: "\(prefix)\(name)/")
    }
  }
  return found.sorted()
}

func isFolder(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

func read(_ path: String) -> [UInt8] {
  let file = unsafe open(path, O_RDONLY)
  guard file >= 0 else { fail("cannot read \(path)") }
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = unsafe Glibc.read(file, &buffer, buffer.count)
    guard count >= 0 else { fail("cannot read \(path)") }
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}

func write(_ bytes: [UInt8], to path: String) {
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard file >= 0 else { fail("cannot write \(path)") }
  defer { close(file) }
  var written = 0
  while written < bytes.count {
    let count = unsafe bytes[written...].withUnsafeBytes {
      unsafe Glibc.write(file, $0.baseAddress, $0.count)
    }
    guard count > 0 else { fail("cannot write \(path)") }
    written += count
  }
}

/// A raw multi-line literal, with more number signs than the text has after any three quotation marks or backslash.
func literal(_ text: String) -> String {
  var signs = "#"
  while text.contains("\"\"\"\(signs)") || text.contains("\\\(signs)") { signs += "#" }
  return "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)"
}

func fail(_ message: String) -> Never {
  let line = Array("embed-files: \(message)\n".utf8)
  _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
  exit(1)
}
