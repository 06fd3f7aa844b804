import CLinux
import JSON

enum ProcessEnvironment {
  /// All variables with our prefix, including those of other commands.
  static func read() -> [String: String] {
    var entries: [String] = []
    while let entry = unsafe clinux_variable(entries.count) { entries.append(unsafe String(cString: entry)) }
    return values(in: entries)
  }

  /// The values of entries such as `EIDOLON_SEED=1`, by variable; the first of a name counts (getenv(3)).
  static func values(in entries: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for entry in entries where entry.hasPrefix(prefix) {
      guard let sign = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(entry[..<sign])
      if values[name] == nil { values[name] = String(entry[entry.utf8.index(after: sign)...]) }
    }
    return values
  }

  /// Messages about variables whose names are probably misspelt.
  ///
  /// Others with our prefix are ignored: Kubernetes sets `EIDOLON_PORT`, `EIDOLON_SERVICE_HOST` and more for a service of
  /// that name.
  static func misspelt() -> [String] {
    guard let bytes = try? File.read("/proc/self/environ") else { return [] }
    return misspelt(
      among: bytes.split(separator: 0).map {
        String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      })
  }

  static func misspelt(among names: [String]) -> [String] {
    let names = names.filter { $0.hasPrefix(prefix) }
    guard !names.isEmpty else { return [] }
    let known = known.map { String($0.dropFirst(prefix.count)) }
    return names.compactMap { name in
      let word = String(name.dropFirst(prefix.count))
      guard !known.contains(word), word != "PORT", let meant = nearest(word, in: known) else { return nil }
      return "the environment variable \(name) says nothing; did you mean \(prefix)\(meant)?"
    }
  }

  private static let prefix = "EIDOLON_"

  private static var known: [String] {
    Command.allCases.map(\.form).filter(\.readsEnvironment).flatMap { $0.options.map(\.variable) }
  }
}
