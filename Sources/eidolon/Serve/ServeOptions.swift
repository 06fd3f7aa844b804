import Flow
import ProviderKit
import Server

/// The checked options of `eidolon serve`.
struct ServeOptions {
  var listen: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 8080)]
  var tls = TLSOptions()
  var scenarioFolders: [String] = []
  var hasDefaults = true
  var clients: [ClientOption] = []
  /// The key of the person who logs in by default; `nil` for the world's default.
  var person: String?
  var settings = Sandbox.Settings()
  var keys = KeySource.testKeys
  var seed: UInt64?
  var log = LogForm.text
  var journal: String?
  var failOn: Rule.Severity?
  /// True if a story with an expected outcome also fails the run when its login showed nothing.
  var failsOnUnseen = false
  var reports: [ReportFile] = []
  var control: ListenAddress?
  var fetchAuthorities: String?
  var fetchesInsecurely = false
  /// The other replicas; this one may be among them.
  var peers: [ListenAddress] = []
  /// In bytes; `nil` for the server's default.
  var largestBody: Int?

  enum KeySource: Equatable {
    /// Public, and the same everywhere.
    case testKeys
    /// Made at this start.
    case fresh
    /// Kept in a folder, and made if missing.
    case folder(String)
  }

  var failure: FailureLevel {
    FailureLevel(failOn ?? .error, unmet: settings.unmetSeverity, includesUnseen: failsOnUnseen)
  }
}

struct TLSOptions: Equatable {
  var listen: [ListenAddress] = []
  var names: [String] = []
  var certificate: String?
  var key: String?
}
