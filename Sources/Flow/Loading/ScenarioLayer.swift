/// One folder of scenarios, as its files' bytes: the embedded defaults, or a folder from disk.
public struct ScenarioLayer: Sendable {
  /// A file of a folder.
  public struct File: Sendable {
    /// The path inside the folder, with `/` between its parts.
    public let path: String
    /// The content.
    public let bytes: [UInt8]

    /// A file of a path inside the folder.
    public init(path: String, bytes: [UInt8]) {
      (self.path, self.bytes) = (path, bytes)
    }
  }

  /// What messages put before a file's path, such as `scenarios`.
  public let name: String
  /// The files, in any order.
  public let files: [File]

  /// A folder under the name that messages show.
  public init(name: String, files: [File]) {
    (self.name, self.files) = (name, files)
  }
}
