import Foundation

/// The source files of this package, read from where this file stands.
struct SourceTree {
  struct File: Sendable {
    /// The path from the package's folder, such as `Sources/JSON/JSON.swift`.
    let path: String
    let lines: [String]

    /// The target: the folder below `Sources`, or below `Sources/Providers`.
    var target: String {
      let folders = path.split(separator: "/")
      return String(folders[folders[1] == "Providers" ? 2 : 1])
    }

    /// The name without its folders.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The lines with their numbers that are code, not comment.
    var code: [(number: Int, text: String)] {
      lines.enumerated().map { ($0 + 1, $1) }.filter { !$0.1.drop(while: \.isWhitespace).hasPrefix("//") }
    }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files below a folder of the package.
  static func files(in folder: String) throws -> [File] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOf: root.appending(path: "\(folder)/\(path)"), encoding: .utf8)
      return File(
        path: "\(folder)/\(path)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }

  /// The folders right below a folder of the package.
  static func folders(in folder: String) throws -> [String] {
    let url = root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: [.isDirectoryKey])
      .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent).sorted()
  }

  /// The targets of the program: the folders below `Sources`, and those below `Sources/Providers`.
  static func targets() throws -> Set<String> {
    try Set(folders(in: "Sources")).subtracting(["Providers"]).union(folders(in: "Sources/Providers"))
  }

  /// The text of a file of the package.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
