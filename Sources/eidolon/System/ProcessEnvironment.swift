import Glibc
import JSON

/// The environment variables that the program reads.
enum ProcessEnvironment {
  /// The values of all options of all commands, by variable.
  static func read() -> [String: String] {
    var values: [String: String] = [:]
    for variable in known {
      if let value = unsafe getenv(variable) { values[variable] = unsafe String(cString: value) }
    }
    return values
  }

  /// What is probably a misspelt variable of ours, each with what was meant.
  ///
  /// Others that begin alike are left alone: Kubernetes sets `EIDOLON_SERVICE_HOST` and more for a service of that name.
  static func misspelt() -> [String] {
    guard let bytes = try? File.read("/proc/self/environ") else { return [] }
    return misspelt(
      among: bytes.split(separator: 0).map {
        String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      })
  }

  static func misspelt(among names: [String]) -> [String] {
    let known = known.map { String($0.dropFirst(prefix.count)) }
    return names.filter { $0.hasPrefix(prefix) }.compactMap { name in
      let word = String(name.dropFirst(prefix.count))
      guard !known.contains(word), let meant = nearest(word, in: known) else { return nil }
      return "the environment variable \(name) says nothing; did you mean \(prefix)\(meant)?"
    }
  }

  private static let prefix = "EIDOLON_"

  private static var known: [String] {
    Command.allCases.map(\.form).filter(\.readsEnvironment).flatMap { $0.options.map(\.variable) }
  }
}
