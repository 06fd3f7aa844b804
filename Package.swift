// swift-tools-version: 6.2

import PackageDescription

/// The settings of every Swift target, without exceptions.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// In a release, what only some calls come by is small, so that the program stays below 20 MB.
///
/// Logins take no longer for it. What every call comes by is fast, down to the answers that are prepared.
///
/// Only where scripts/build asks for it: with such a flag the package could be nobody's dependency.
let small = Context.environment["EIDOLON_BUILD"] == "release" ? strict + [.unsafeFlags(["-Osize"])] : strict

/// The settings of the test targets: the same, but a test may use Foundation freely.
let strictTests: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

/// The tests of one provider, through its own wire.
func providerTests(_ provider: String, and others: [Target.Dependency] = []) -> Target {
  let below: [Target.Dependency] = [
    "TestWorlds", "EidolonTesting", "OpenID", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON",
    "DefaultScenarios",
  ]
  return .testTarget(
    name: "\(provider)Tests", dependencies: [.byName(name: provider)] + others + below,
    path: "Tests/ProvidersTests/\(provider)", swiftSettings: strictTests)
}

let package = Package(
  name: "eidolon",
  products: [
    .executable(name: "eidolon", targets: ["eidolon"]),
    .library(name: "EidolonTesting", targets: ["EidolonTesting"]),
  ],
  targets: [
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "JSON", swiftSettings: strict),
    .target(name: "HTTP", swiftSettings: strict),
    .target(name: "QR", swiftSettings: strict),
    .target(name: "Crypto", dependencies: ["COpenSSL"], swiftSettings: strict),
    .target(name: "JOSE", dependencies: ["Crypto", "JSON"], swiftSettings: strict),
    .target(name: "Flow", dependencies: ["JSON"], swiftSettings: strict),
    // The excluded link to scenarios/ makes SwiftPM see the files that come and go there.
    .target(
      name: "DefaultScenarios", exclude: ["scenarios"], swiftSettings: strict, plugins: ["EmbedFiles"]),
    .target(name: "Reference", exclude: ["docs"], swiftSettings: strict, plugins: ["EmbedFiles"]),
    .plugin(
      name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"], path: "Sources/EmbedFiles"),
    .executableTarget(name: "embed-files", swiftSettings: strict),
    .target(
      name: "ProviderKit", dependencies: ["Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      swiftSettings: strict),
    .target(
      name: "OpenID", dependencies: ["ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      swiftSettings: small),
    .target(
      name: "BioID", dependencies: ["OpenID", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      path: "Sources/Providers/BioID", swiftSettings: small),
    .target(
      name: "Criipto",
      dependencies: ["OpenID", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON", "QR"],
      path: "Sources/Providers/Criipto", swiftSettings: small),
    .target(
      name: "Itsme",
      dependencies: ["OpenID", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON", "QR"],
      path: "Sources/Providers/Itsme", swiftSettings: small),
    .target(
      name: "ReuseID", dependencies: ["OpenID", "ProviderKit", "Flow", "HTTP", "JOSE", "JSON"],
      path: "Sources/Providers/ReuseID", swiftSettings: small),
    .target(
      name: "Veridium", dependencies: ["ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON", "QR"],
      path: "Sources/Providers/Veridium", swiftSettings: small),
    .target(
      name: "VideoID", dependencies: ["ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      path: "Sources/Providers/VideoID", swiftSettings: small),
    .target(
      name: "Registry",
      dependencies: ["BioID", "Criipto", "Itsme", "ReuseID", "Veridium", "VideoID", "ProviderKit"],
      path: "Sources/Providers/Registry", swiftSettings: small),
    .target(name: "Judge", dependencies: ["Flow", "HTTP", "JSON"], swiftSettings: small),
    .target(
      name: "Control", dependencies: ["Judge", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      swiftSettings: small),
    .target(
      name: "Frame", dependencies: ["ProviderKit", "Flow", "HTTP", "JSON"], exclude: ["Assets"],
      swiftSettings: small, plugins: ["EmbedFiles"]),
    .target(
      name: "Pages",
      dependencies: ["Frame", "Reference", "Judge", "ProviderKit", "Flow", "HTTP", "JOSE", "JSON"],
      swiftSettings: small),
    .target(
      name: "Demo", dependencies: ["Frame", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      swiftSettings: small),
    .target(
      name: "Server", dependencies: ["HTTP", "Crypto", "CLinux"],
      swiftSettings: strict),
    .target(
      name: "EidolonTesting",
      dependencies: [
        "Server", "DefaultScenarios", "Registry", "ProviderKit", "Control", "Pages", "Demo", "Flow", "HTTP",
        "JOSE", "Crypto", "JSON",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "eidolon",
      dependencies: [
        "Server", "Control", "Pages", "Demo", "Judge", "Registry", "ProviderKit", "Flow", "HTTP", "JOSE",
        "Crypto", "JSON", "CLinux", "DefaultScenarios", "Reference",
      ],
      swiftSettings: small),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["Registry", "ProviderKit", "Flow"],
      swiftSettings: strictTests),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "eidolon", "Server", "Control", "Registry", "Reference", "ProviderKit", "Flow", "HTTP", "JOSE",
        "Crypto",
        "JSON",
      ],
      swiftSettings: strictTests),
    .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: strictTests),
    .testTarget(name: "QRTests", dependencies: ["QR"], swiftSettings: strictTests),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP"], swiftSettings: strictTests),
    .testTarget(name: "CryptoTests", dependencies: ["Crypto"], swiftSettings: strictTests),
    .testTarget(name: "JOSETests", dependencies: ["JOSE", "Crypto", "JSON"], swiftSettings: strictTests),
    .testTarget(
      name: "FlowTests", dependencies: ["Flow", "JSON", "DefaultScenarios"], swiftSettings: strictTests),
    .testTarget(
      name: "JudgeTests", dependencies: ["Judge", "Flow", "HTTP", "JSON"], swiftSettings: strictTests),
    .testTarget(
      name: "EidolonTestingTests", dependencies: ["EidolonTesting", "Flow", "JSON"],
      swiftSettings: strictTests),
    .testTarget(
      name: "ControlTests",
      dependencies: [
        "TestWorlds", "EidolonTesting", "DefaultScenarios", "Registry", "ProviderKit", "Control", "Judge",
        "Flow", "HTTP", "JOSE", "JSON",
      ],
      swiftSettings: strictTests),
    .testTarget(
      name: "PagesTests",
      dependencies: [
        "TestWorlds", "EidolonTesting", "ProviderKit", "Frame", "Judge", "Pages", "Flow", "HTTP", "JSON",
      ],
      swiftSettings: strictTests),
    .testTarget(
      name: "DemoTests",
      dependencies: [
        "TestWorlds", "EidolonTesting", "DefaultScenarios", "Registry", "ProviderKit", "Demo", "Flow", "HTTP",
        "JOSE", "JSON",
      ],
      swiftSettings: strictTests),
    .testTarget(
      name: "ProviderKitTests", dependencies: ["ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      swiftSettings: strictTests),
    .testTarget(
      name: "OpenIDTests",
      dependencies: ["EidolonTesting", "OpenID", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      swiftSettings: strictTests),
    // A provider that only tests serve: it shows what a new one takes.
    .target(
      name: "FictionalBank", dependencies: ["OpenID", "ProviderKit", "Flow", "HTTP", "JSON"],
      path: "Tests/FictionalBank", swiftSettings: strict),
    providerTests("BioID"),
    providerTests("Criipto", and: ["QR"]),
    providerTests("Itsme", and: ["QR"]),
    providerTests("ReuseID", and: ["VideoID"]),
    providerTests("Veridium", and: ["QR"]),
    providerTests("VideoID"),
    // The emulators and clients that the tests of a provider begin with.
    .target(
      name: "TestWorlds",
      dependencies: [
        "EidolonTesting", "BioID", "Criipto", "Itsme", "ReuseID", "Veridium", "VideoID", "Registry", "OpenID",
        "ProviderKit",
        "Flow", "HTTP", "JOSE", "Crypto", "JSON",
      ],
      path: "Tests/ProvidersTests/Worlds", swiftSettings: strictTests),
    // What every provider of the registry must do.
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "TestWorlds", "EidolonTesting", "BioID", "Criipto", "Itsme", "ReuseID", "Veridium", "VideoID",
        "Registry",
        "FictionalBank", "OpenID", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON",
        "DefaultScenarios",
      ],
      path: "Tests/ProvidersTests/Conformance", swiftSettings: strictTests),
    .testTarget(
      name: "PhoneTests",
      dependencies: ["EidolonTesting", "Registry", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON"],
      path: "Tests/ProvidersTests/Phone", swiftSettings: strictTests),
    .testTarget(
      name: "ScenariosTests",
      dependencies: ["eidolon", "Registry", "ProviderKit", "Flow", "JSON", "DefaultScenarios"],
      swiftSettings: strictTests),
    .testTarget(
      name: "ServerTests", dependencies: ["Server", "HTTP", "Crypto"], swiftSettings: strictTests),
    // What the fuzzer feeds (scripts/fuzz), and the test that feeds it every input of the corpora.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "EidolonTesting", "Registry", "ProviderKit", "Flow", "HTTP", "JOSE", "Crypto", "JSON",
      ],
      path: "Tests/Fuzzing/Targets", swiftSettings: strictTests),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Tests",
      swiftSettings: strictTests),
  ]
)

// scripts/fuzz alone builds the fuzzer itself: all of the program's own code tells it where it has been.
if let runtime = Context.environment["EIDOLON_FUZZER_RUNTIME"] {
  package.targets.removeAll { $0.type == .test }
  for target in package.targets where target.type == .regular {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags(["-sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp"])
      ]
  }
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Driver",
      swiftSettings: [.swiftLanguageMode(.v5)],
      linkerSettings: [.unsafeFlags(["-Xlinker", runtime]), .linkedLibrary("stdc++")]))
}
