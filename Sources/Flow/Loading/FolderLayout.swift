import JSON

/// What a file of a scenario folder is, by its path alone.
enum FolderEntry: Equatable {
  case world
  /// A story; `name` is its path without `.json`.
  case story(provider: String, name: String)
  /// A story of several providers; `name` is `judge/NAME`.
  case shared(name: String)
  case ignored
  /// A file that does not belong here; `at` is the file, or the folder if it is wrong for all files in it.
  case misplaced(at: String, message: String)
}

/// The shape of a scenario folder: `world.json` at its top, `PROVIDER/STORY.json` and `judge/STORY.json` below.
struct FolderLayout {
  let providers: [String]

  func entry(_ path: String) -> FolderEntry {
    if let story = story(path) { return story }
    let parts = path.split(separator: "/").map(String.init)
    guard let file = parts.last, !isIgnored(parts, file) else { return .ignored }
    if path == "world.json" { return .world }
    guard file.hasSuffix(".json") else { return .misplaced(at: path, message: notJSON(parts, file)) }
    let story = String(file.dropLast(5))
    guard parts.count > 1, let provider = parts.first else {
      return .misplaced(at: path, message: atTop(file))
    }
    let isShared = provider == ScenarioLibrary.sharedFolder
    guard isShared || providers.contains(provider) else {
      return .misplaced(at: provider, message: noProvider(provider))
    }
    guard parts.count == 2 else {
      return .misplaced(
        at: path,
        message: "a story belongs in its provider's folder; move it to \(provider)/\(file)")
    }
    guard isName(story) else { return .misplaced(at: path, message: badName(story)) }
    return isShared
      ? .shared(name: "\(provider)/\(story)") : .story(provider: provider, name: "\(provider)/\(story)")
  }

  /// The fast path for nearly all files: a story directly in its provider's folder, with a valid name.
  private func story(_ path: String) -> FolderEntry? {
    let bytes = path.utf8
    guard path.hasSuffix(".json"), let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = path[bytes.index(after: slash)..<bytes.index(path.endIndex, offsetBy: -5)]
    let provider = String(path[..<slash])
    guard isName(String(name)) else { return nil }
    if provider == ScenarioLibrary.sharedFolder { return .shared(name: "\(provider)/\(name)") }
    guard providers.contains(provider) else { return nil }
    return .story(provider: provider, name: "\(provider)/\(name)")
  }

  private func isIgnored(_ parts: [String], _ file: String) -> Bool {
    // Editors leave backups whose names end with a tilde.
    parts.contains { $0.hasPrefix(".") } || parts.first == "schema" && parts.count > 1 || file == "README.md"
      || file.hasSuffix("~")
  }

  private func notJSON(_ parts: [String], _ file: String) -> String {
    for ending in [".yaml", ".yml"] where file.hasSuffix(ending) {
      let name = parts.joined(separator: "/").dropLast(ending.count)
      let path = parts.count == 1 && name != "world" ? "PROVIDER/\(name)" : name
      return "scenarios are JSON, YAML is not read; write it as \(path).json"
    }
    return "unknown file; a scenario folder holds world.json, PROVIDER/STORY.json, README.md and schema/"
  }

  private func atTop(_ file: String) -> String {
    if let word = nearest(file, in: ["world.json"]) { return "unknown file; did you mean \"\(word)\"?" }
    return "a story belongs in its provider's folder; move it to PROVIDER/\(file), such as "
      + "\(providers.first ?? "itsme")/\(file)"
  }

  private func noProvider(_ folder: String) -> String {
    let hint = nearest(folder, in: providers).map { "did you mean \"\($0)\"?" }
    return "there is no provider \(JSONProblem.quoted(folder)); "
      + (hint ?? "known are \(providers.joined(separator: ", "))")
  }

  private func badName(_ story: String) -> String {
    "a story's name has small letters, digits, \"-\" and \"_\" only, so that a request can ask for it; "
      + "\(JSONProblem.quoted(story)) has others"
  }
}

/// True if a text can name a story or a person: it needs no escapes in addresses, hints and `state`.
package func isName(_ text: String) -> Bool {
  !text.isEmpty
    && text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
}
