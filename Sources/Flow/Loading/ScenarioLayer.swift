/// One folder of scenarios, as its files' bytes: the embedded defaults, or a folder from disk.
package struct ScenarioLayer: Sendable {
  /// A file of a folder.
  package struct File: Sendable {
    /// The path inside the folder, with `/` between its parts.
    package let path: String
    /// The content.
    package let bytes: [UInt8]

    /// A file of a path inside the folder.
    package init(path: String, bytes: [UInt8]) {
      (self.path, self.bytes) = (path, bytes)
    }
  }

  /// What messages put before a file's path, such as `scenarios`.
  package let name: String
  /// The files, in any order.
  package let files: [File]

  /// A folder under the name that messages show.
  package init(name: String, files: [File]) {
    (self.name, self.files) = (name, files)
  }
}
