import Flow

/// The difference between the files of two loads.
struct LayerChanges {
  private(set) var added: [String] = []
  private(set) var changed: [String] = []
  private(set) var removed: [String] = []

  init(from old: [ScenarioLayer], to new: [ScenarioLayer]) {
    let (before, after) = (Self.files(old), Self.files(new))
    for (path, bytes) in after.sorted(by: { $0.key < $1.key }) {
      switch before[path] {
      case nil: added.append(path)
      case bytes?: break
      default: changed.append(path)
      }
    }
    removed = before.keys.filter { after[$0] == nil }.sorted()
  }

  /// One line; many files are only counted.
  var text: String {
    let parts = [("added", added), ("changed", changed), ("removed", removed)].filter { !$0.1.isEmpty }
    guard !parts.isEmpty else { return "nothing changed" }
    return parts.map { word, paths in
      paths.count > 3 ? "\(word) \(paths.count) files" : "\(word) \(paths.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  private static func files(_ layers: [ScenarioLayer]) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for layer in layers {
      for file in layer.files { files["\(layer.name)/\(file.path)"] = file.bytes }
    }
    return files
  }
}
