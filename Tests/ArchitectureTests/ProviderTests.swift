import Testing

@Suite struct `A provider's folder` {
  @Test func `is one line in the registry and nothing else outside`() throws {
    let providers = try SourceTree.folders(in: "Sources/Providers").filter { $0 != "Registry" }
    let registry = try SourceTree.text(of: "Sources/Providers/Registry/Registry.swift")
    for provider in providers {
      #expect(registry.contains("import \(provider)\n"), "Registry.swift does not import \(provider)")
    }
    // The command reads the registry; everything below it knows no provider by name.
    // Not so `Demo`, whose relying parties speak every provider's documented wire over HTTP, and have no type of theirs.
    for target in [
      "JSON", "HTTP", "QR", "Crypto", "JOSE", "Flow", "ProviderKit", "Control", "Frame", "Pages", "Server",
    ] {
      for file in try SourceTree.files(in: "Sources/\(target)") {
        for (line, text) in file.code {
          for name in strangers(in: text, among: providers) where !text.contains("\"") {
            Issue.record("\(file.path):\(line): \(target) names the provider \(name)")
          }
        }
      }
    }
  }

  @Test func `is found by whole words`() {
    #expect(strangers(in: "let x = Itsme.slug", among: ["Itsme", "BankID"]) == ["Itsme"])
    #expect(strangers(in: "let x = ItsmeClient()", among: ["Itsme", "BankID"]) == ["Itsme"])
    #expect(strangers(in: "let sum = commitsme", among: ["Itsme"]).isEmpty)
  }

  /// The providers whose types a line of code names: a word that begins with the provider's name.
  private func strangers(in text: String, among providers: [String]) -> [String] {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return providers.filter { provider in words.contains { $0.hasPrefix(provider) } }
  }
}
