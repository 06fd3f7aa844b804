import Foundation
import FuzzTargets

/// The inputs of a target: seeds written by hand, and those that once broke something.
struct Corpus {
  let inputs: [(name: String, bytes: [UInt8])]

  init(_ target: FuzzTarget) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpora/\(target.rawValue)")
    inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
  }
}
