import Foundation
import Testing

@Suite struct `The import table` {
  private static let files = Result { try SourceTree.files(in: "Sources") }

  @Test func `names every target and no other`() throws {
    #expect(try SourceTree.targets() == Set(importTable.keys))
  }

  @Test(arguments: importTable.keys.sorted())
  func `holds for every file of`(_ target: String) throws {
    let allowed = try #require(importTable[target]).union(importedByAll)
    for file in try Self.files.get() where file.target == target {
      for (line, module) in file.imports where !allowed.contains(module) {
        Issue.record("\(file.path):\(line): \(target) must not import \(module)")
      }
    }
  }

  @Test func `is what Package.swift declares, system modules apart`() throws {
    let declared = try declaredDependencies()
    let system: Set = ["Glibc", "Dispatch", "PackagePlugin"]
    // Built for a plugin, which cannot be imported.
    let tools: Set = ["embed-files"]
    for (target, allowed) in importTable {
      let dependencies = try #require(declared[target], "Package.swift declares no target \(target)")
      #expect(
        dependencies.isSubset(of: allowed.subtracting(system).union(tools)),
        "\(target) depends on more than it may import: \(dependencies.subtracting(allowed).sorted())")
    }
  }

  @Test func `sees through the ways to write an import`() {
    let file = SourceTree.File(
      path: "Sources/JSON/Sample.swift",
      lines: [
        "import Glibc", "public import Flow", "@testable import HTTP",
        "  internal import struct Dispatch.DispatchTime",
        "// import Foundation", "let important = \"import nothing\"", "#if canImport(Musl)",
      ])
    #expect(file.imports.map(\.module) == ["Glibc", "Flow", "HTTP", "Dispatch"])
    #expect(file.imports.map(\.line) == [1, 2, 3, 4])
  }

  /// The dependencies of each target, read from Package.swift's text.
  private func declaredDependencies() throws -> [String: Set<String>] {
    let text = try SourceTree.text(of: "Package.swift")
    var result: [String: Set<String>] = [:]
    let declarations = ["arget(", ".plugin("].flatMap { text.components(separatedBy: $0).dropFirst() }
    for declaration in declarations {
      guard let name = quoted(in: declaration, after: "name:").first else { continue }
      let tail = declaration.components(separatedBy: "dependencies: [")
      let list = tail.count > 1 ? tail[1].components(separatedBy: "]")[0] : ""
      result[name] = Set(quoted(in: list, after: ""))
    }
    for declaration in text.components(separatedBy: ".systemLibrary(").dropFirst() {
      if let name = quoted(in: declaration, after: "name:").first { result[name] = [] }
    }
    return result
  }

  /// The texts in quotation marks that follow a word.
  private func quoted(in text: String, after word: String) -> [String] {
    let rest = word.isEmpty ? text : text.components(separatedBy: word).dropFirst().joined(separator: word)
    return rest.components(separatedBy: "\"").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(
      \.element)
  }
}

@Suite struct `The package` {
  @Test func `depends on no Swift package`() throws {
    #expect(try !SourceTree.text(of: "Package.swift").contains(".package("))
  }

  @Test func `has no Foundation under Sources`() throws {
    for file in try SourceTree.files(in: "Sources") {
      for (line, module) in file.imports where module.hasPrefix("Foundation") {
        Issue.record("\(file.path):\(line): Foundation is for tests only")
      }
    }
  }
}
