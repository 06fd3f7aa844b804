import Testing

@Suite struct `A provider's folder` {
  @Test func `names no other provider`() throws {
    let providers = try SourceTree.folders(in: "Sources/Providers")
    for provider in providers {
      for file in try SourceTree.files(in: "Sources/Providers/\(provider)") {
        for (line, text) in file.code {
          for other in strangers(in: withoutTexts(text), among: providers, of: provider) {
            Issue.record("\(file.path):\(line): \(provider) names \(other)")
          }
        }
      }
    }
  }

  @Test func `is one line in the registry and nothing else outside`() throws {
    let providers = try SourceTree.folders(in: "Sources/Providers")
    let registry = try SourceTree.text(of: "Sources/Providers/Registry.swift")
    for provider in providers {
      #expect(registry.contains("\(provider).self"), "Registry.swift lacks \(provider).self")
    }
    // The command reads the registry; everything below it knows no provider by name.
    for target in ["JSON", "HTTP", "QR", "Crypto", "JOSE", "Flow", "ProviderKit", "Control", "Server"] {
      // The demonstration is a relying party: it speaks every provider's documented wire over HTTP, and has no type of theirs.
      for file in try SourceTree.files(in: "Sources/\(target)")
      where !file.path.hasPrefix("Sources/Control/Demo/") {
        for (line, text) in file.code {
          for name in strangers(in: text, among: providers, of: "") where !text.contains("\"") {
            Issue.record("\(file.path):\(line): \(target) names the provider \(name)")
          }
        }
      }
    }
  }

  @Test func `is found by whole words`() {
    #expect(strangers(in: "let x = Itsme.slug", among: ["Itsme", "BankID"], of: "BankID") == ["Itsme"])
    #expect(strangers(in: "let x = ItsmeClient()", among: ["Itsme", "BankID"], of: "BankID") == ["Itsme"])
    #expect(strangers(in: "let x = Itsme.slug", among: ["Itsme", "BankID"], of: "Itsme").isEmpty)
    #expect(strangers(in: "let sum = commitsme", among: ["Itsme"], of: "").isEmpty)
  }

  @Test func `may name a product in a text, such as the title of a guide`() {
    #expect(
      withoutTexts(#"let guide = section("Itsme with BankID") // BankID"#)
        == #"let guide = section() // BankID"#)
    #expect(withoutTexts("let x = Itsme.slug") == "let x = Itsme.slug")
  }

  /// A line of code without what stands between quotation marks.
  private func withoutTexts(_ line: String) -> String {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
  }

  /// The other providers whose types a line of code names: a word that begins with the provider's name.
  private func strangers(in text: String, among providers: [String], of provider: String) -> [String] {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return providers.filter { other in other != provider && words.contains { $0.hasPrefix(other) } }
  }
}
