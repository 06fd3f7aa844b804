/// One folder of scenarios, as its files' bytes: the embedded defaults, or a folder from disk.
package struct ScenarioLayer: Sendable {
  package struct File: Sendable {
    /// Relative to the folder, with `/` between its parts.
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
      (self.path, self.bytes) = (path, bytes)
    }
  }

  /// What messages put before a file's path, such as `scenarios`.
  package let name: String
  /// In any order.
  package let files: [File]
  /// What could not be read; the loader reports it together with what is wrong with the files.
  package let problems: [FileProblem]

  package init(name: String, files: [File], problems: [FileProblem] = []) {
    (self.name, self.files, self.problems) = (name, files, problems)
  }

  /// True if it may have people and clients that could not be read.
  var isWorldUnread: Bool {
    problems.contains { $0.file == name || $0.file == "\(name)/world.json" }
  }
}
