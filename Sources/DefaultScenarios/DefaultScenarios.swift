/// The scenarios that ship with the program: the JSON files of the folder `scenarios/`, as they were at the build.
///
/// A plugin writes the list `embedded` beside this file. The texts lie in the program's read-only data; they are copied
/// only when they are asked for.
package enum DefaultScenarios {
  /// The files by their paths in the folder, sorted: `itsme/approve.json`, …, `world.json`.
  package static var files: [(path: String, bytes: [UInt8])] {
    embedded.map { file in
      (path: "\(file.path)", bytes: file.text.withUTF8Buffer { unsafe [UInt8]($0) })
    }
  }
}
