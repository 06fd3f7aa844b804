import Glibc
import PackagePlugin

/// Turns a folder of text files into one Swift file of static strings: the scenarios for `DefaultScenarios`, styles and
/// scripts of the pages for `Control`.
///
/// The tool lists the folder by itself. So that it runs again after every change, all files and folders are its inputs, and
/// the folder, or a link to it, lies in the target: SwiftPM makes a new plan when a file comes or goes below a target's folder.
@main struct EmbedFiles: BuildToolPlugin {
  /// What is embedded for a target.
  private struct Embedding {
    /// The folder in the package.
    let folder: String
    /// How names of embedded files end.
    let suffixes: [String]
    /// The type that gets the list.
    let type: String
  }

  private static let embeddings = [
    "DefaultScenarios": Embedding(folder: "scenarios", suffixes: [".json"], type: "DefaultScenarios"),
    "Control": Embedding(
      folder: "Sources/Control/Frame/Assets", suffixes: [".css", ".js"], type: "PageAssets"),
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let embedding = Self.embeddings[target.name] else { return [] }
    let folder = context.package.directoryURL.appending(path: embedding.folder)
    let output = context.pluginWorkDirectoryURL.appending(path: "\(embedding.type)+Embedded.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(embedding.folder)",
        executable: try context.tool(named: "embed-files").url,
        arguments: [folder.path, output.path, embedding.type] + embedding.suffixes,
        inputFiles: [folder]
          + names(below: folder.path, "", embedding.suffixes).map { folder.appending(path: $0) },
        outputFiles: [output])
    ]
  }

  /// The paths of the folders, and of the files with one of the suffixes, inside a folder; sorted.
  private func names(below folder: String, _ prefix: String, _ suffixes: [String]) -> [String] {
    guard let stream = opendir("\(folder)/\(prefix)") else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      if suffixes.contains(where: name.hasSuffix) {
        found.append(prefix + name)
      } else if entry.pointee.d_type == UInt8(DT_DIR) {
        found += [prefix + name] + names(below: folder, "\(prefix)\(name)/", suffixes)
      }
    }
    return found.sorted()
  }
}
