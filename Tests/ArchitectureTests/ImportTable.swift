/// What each target may import: this table is the architecture.
///
/// Every target may use Swift's own `Synchronization` for its locks; nothing may import Foundation.
let importTable: [String: Set<String>] = [
  "COpenSSL": [],
  "CLinux": [],
  "JSON": [],
  "HTTP": [],
  "QR": [],
  "Crypto": ["COpenSSL"],
  "JOSE": ["Crypto", "JSON"],
  "Flow": ["JSON"],
  "ProviderKit": ["HTTP", "Flow", "JOSE", "Crypto", "JSON"],
  "OpenID": ["ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON"],
  // Each provider is a target and imports no other.
  "BioID": ["OpenID", "ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON"],
  "Criipto": ["OpenID", "ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON", "QR"],
  "Itsme": ["OpenID", "ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON", "QR"],
  "ReuseID": ["OpenID", "ProviderKit", "HTTP", "Flow", "JOSE", "JSON"],
  "Veridium": ["ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON", "QR"],
  "VideoID": ["ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON"],
  "Registry": ["BioID", "Criipto", "Itsme", "ReuseID", "Veridium", "VideoID", "ProviderKit"],
  // A step machine: it asks for fetches and for the emulator's services as data.
  "Judge": ["HTTP", "Flow", "JSON"],
  "Control": ["Judge", "ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON"],
  // What people look at; none of these and the control plane imports another, but for the frame that pages share.
  "Frame": ["ProviderKit", "HTTP", "Flow", "JSON"],
  "Pages": ["Frame", "Reference", "Judge", "ProviderKit", "HTTP", "Flow", "JOSE", "JSON"],
  "Demo": ["Frame", "ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON"],
  // The only code with sockets, event loops and dispatch queues.
  "Server": ["HTTP", "Crypto", "CLinux", "Glibc", "Dispatch"],
  // The folder scenarios/ as data of the program; the tool and the plugin that embed files run at build time only.
  "DefaultScenarios": [],
  // The folder docs/ as data of the program.
  "Reference": [],
  "embed-files": ["Glibc"],
  "EmbedFiles": ["PackagePlugin", "Glibc"],
  // The only composition root.
  "eidolon": [
    "Server", "Control", "Pages", "Demo", "Judge", "Registry", "ProviderKit", "HTTP", "Flow", "JOSE",
    "Crypto", "JSON",
    "DefaultScenarios", "Reference", "CLinux", "Glibc", "Dispatch",
  ],
  // Testing and Glibc for the record of what tests exchange, which bears their names.
  "EidolonTesting": [
    "Server", "Control", "Pages", "Demo", "Registry", "ProviderKit", "HTTP", "Flow", "JOSE", "Crypto", "JSON",
    "DefaultScenarios", "Glibc", "Testing",
  ],
]

/// The modules that every target may import.
let importedByAll: Set<String> = ["Synchronization"]

extension SourceTree.File {
  /// The modules that the file imports, each with its line.
  var imports: [(line: Int, module: String)] {
    code.compactMap { number, text in
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." && $0 != "@" }.map(
        String.init)
      guard let at = words.firstIndex(of: "import"), at + 1 < words.count else { return nil }
      let before = words[..<at]
      guard before.allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) }) else { return nil }
      let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = kinds.contains(words[at + 1]) && at + 2 < words.count ? words[at + 2] : words[at + 1]
      return (number, String(name.split(separator: ".")[0]))
    }
  }
}

private let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
