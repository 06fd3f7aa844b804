import Glibc
import PackagePlugin

/// Turns the JSON files of the package's folder `scenarios/` into one Swift file of static strings.
///
/// The tool lists the folder by itself. So that it runs again after every change, all files and folders are its inputs, and
/// the target holds a link to the folder: SwiftPM makes a new plan when a file comes or goes below a target's folder.
@main struct EmbedScenarios: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "scenarios")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedScenarios.swift")
    return [
      .buildCommand(
        displayName: "Embedding the scenarios",
        executable: try context.tool(named: "embed-scenarios").url,
        arguments: [folder.path, output.path],
        inputFiles: [folder] + names(below: folder.path, "").map { folder.appending(path: $0) },
        outputFiles: [output])
    ]
  }

  /// The paths of the folders and JSON files inside a folder, sorted.
  private func names(below folder: String, _ prefix: String) -> [String] {
    guard let stream = opendir("\(folder)/\(prefix)") else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      if name.hasSuffix(".json") {
        found.append(prefix + name)
      } else if entry.pointee.d_type == UInt8(DT_DIR) {
        found += [prefix + name] + names(below: folder, "\(prefix)\(name)/")
      }
    }
    return found.sorted()
  }
}
