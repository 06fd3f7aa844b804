import Testing

@Suite struct `The sources` {
  private static let files = Result { try SourceTree.files(in: "Sources") }

  @Test(arguments: [
    "@unchecked Sendable", "nonisolated(unsafe)", "@preconcurrency", "try!", "as! ",
    "unsafeBitCast",
  ])
  func `never use`(_ word: String) throws {
    for file in try Self.files.get() {
      for (line, text) in file.code where text.contains(word) {
        Issue.record("\(file.path):\(line): \(word)")
      }
    }
  }

  /// Everything else gets time and chance from the sandbox's environment, so that a virtual clock moves it and a seed
  /// repeats it.
  @Test(arguments: [
    "clock_gettime", "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", ".random(in:",
    "gettimeofday",
  ])
  func `ask for time or chance at the edges only:`(_ word: String) throws {
    let edges: Set = ["Server", "Crypto", "eidolon", "EidolonTesting"]
    for file in try Self.files.get() where !edges.contains(file.target) {
      for (line, text) in file.code where text.contains(word) {
        Issue.record("\(file.path):\(line): \(word)")
      }
    }
  }

  @Test func `are unsafe in the code around C only`() throws {
    let aroundC: Set = [
      "Server", "Crypto", "eidolon", "EidolonTesting", "DefaultScenarios", "embed-files", "EmbedFiles",
    ]
    for file in try Self.files.get() where !aroundC.contains(file.target) {
      for (line, text) in file.code where text.contains("unsafe ") {
        Issue.record("\(file.path):\(line): unsafe code outside \(aroundC.sorted())")
      }
    }
  }

  /// The compiler's own message, "filename used twice", names one of both and comes after minutes of building.
  @Test(arguments: ["Sources", "Tests"])
  func `never have two files of one name in one module, which breaks the build`(_ folder: String) throws {
    let files = try SourceTree.files(in: folder)
    for (place, same) in Dictionary(grouping: files, by: { "\($0.target)/\($0.name)" }) where same.count > 1 {
      let paths = same.map(\.path).joined(separator: " and ")
      Issue.record("\(place) stands twice: rename one of \(paths); Swift wants file names unique in a module")
    }
  }

  @Test func `are files that can be read at a sitting`() throws {
    for file in try Self.files.get() where file.lines.count > 400 {
      Issue.record("\(file.path) has \(file.lines.count) lines")
    }
  }
}
