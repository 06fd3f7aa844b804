import Glibc
import PackagePlugin

/// Turns a folder of text files into a Swift file of static strings: the scenarios for `DefaultScenarios`, the reference
/// for `Reference`, the pages' styles and scripts for `Frame`.
///
/// The tool lists the folder itself. To make it run again after every change, all files and folders are its inputs,
/// and the folder, or a link to it, is in the target: SwiftPM plans the build again when a file is added or removed
/// below a target's folder.
@main struct EmbedFiles: BuildToolPlugin {
  private struct Embedding {
    /// Relative to the package.
    let folder: String
    /// Files with other suffixes are left out.
    let suffixes: [String]
    /// The type that gets the list `embedded`.
    let type: String
  }

  private static let embeddings = [
    "DefaultScenarios": Embedding(folder: "scenarios", suffixes: [".json"], type: "DefaultScenarios"),
    "Reference": Embedding(folder: "docs", suffixes: [".md"], type: "Reference"),
    "Frame": Embedding(
      folder: "Sources/Frame/Assets", suffixes: [".css", ".js"], type: "PageAssets"),
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

  /// The paths of all folders, and of the files with one of the suffixes, below a folder; sorted.
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
