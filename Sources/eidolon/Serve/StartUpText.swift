import Control
import HTTP
import ProviderKit

/// What `eidolon serve` prints once it listens: its addresses, how it behaves, and a first thing to try.
struct StartUpText {
  /// Base URLs, at least one.
  var http: [String]
  /// Base URLs.
  var https: [String] = []
  /// True if the program's own authority issued the https certificate.
  var hasOwnAuthority = false
  /// The base URL for browsers, if it differs.
  var publicURL: String?
  var isStrict = false
  var isInteractive = false
  /// The titles of the providers with a client `*`, which lets anything in.
  var openProviders: [String] = []
  /// The URL of the control plane and its pages, if they have an address of their own.
  var control: String?
  /// Relative to the first address.
  var providers: [ProviderSettings] = []
  /// The addresses beyond loopback.
  var exposed: [String] = []
  /// The origin of the keys in words; `nil` for the public test keys.
  var keys: String?
  var seed: UInt64?
  var hasToken = false
  /// The hosts of real services under which it answers.
  var servedHosts: [String] = []

  var text: String {
    var lines = ["Eidolon \(Control.version): an emulator. No real identity is behind it.", ""]
    for (number, url) in http.enumerated() { lines.append(line(number == 0 ? "Address" : "", url)) }
    for url in https { lines.append(line("", url)) }
    if let publicURL { lines.append(line("", "\(publicURL) (for browsers)")) }
    if let control { lines.append(line("Control", "\(control)/_eidolon (http alone)")) }
    lines += trust
    lines += mode
    for provider in providers {
      lines.append(line(provider.title, provider.entry))
      // Notes tell how to replace the person, which nobody needs in an interactive run.
      if !isInteractive { lines += provider.notes.map { line("", atControl($0)) } }
    }
    lines.append(line("Keys", keys ?? "public test keys, the same everywhere"))
    if let seed { lines.append(line("Seed", "\(seed): identifiers and codes repeat")) }
    lines.append(line("Start page", "\(control ?? http[0])/"))
    lines.append(line("Try", "curl -s \(providers.first?.entry ?? "\(http[0])/_eidolon/health")"))
    lines.append(line("Stop", "Ctrl+C"))
    lines += warning + disguise
    return lines.joined(separator: "\n") + "\n\n"
  }

  private var trust: [String] {
    guard hasOwnAuthority, let url = https.first else { return [] }
    return [
      line("Trust", "curl -so eidolon-ca.pem \(http[0])/_eidolon/ca.pem"),
      line("", "curl --cacert eidolon-ca.pem \(url)/_eidolon/health"),
    ]
  }

  private var mode: [String] {
    var lines: [String] = []
    if isStrict {
      lines.append(line("Mode", "strict: only registered clients and known people"))
    } else if openProviders.isEmpty {
      lines.append(line("Mode", "registered clients only; a person who is not known logs in anyway"))
    } else {
      lines.append(
        line(
          "Mode",
          "not strict: any client is let in (client \"*\" of \(openProviders.joined(separator: ", ")));"))
      lines.append(line("", "each leniency is reported in the log. In CI use --strict"))
    }
    lines.append(
      line(
        "",
        isInteractive
          ? "interactive: a human decides at the waiting page"
          : "people approve at once, unless a scenario, or a provider below, says otherwise"))
    return lines
  }

  private var warning: [String] {
    guard !exposed.isEmpty else { return [] }
    var lines = [
      "",
      "WARNING: \(exposed.joined(separator: ", ")) can be reached from other machines, and there is no password:",
      "whoever reaches it can log in as anybody. Never put real clients or real data behind it.",
    ]
    if !hasToken {
      lines.append(
        "Nor is there a token: whoever reaches it can read and steer everything (--control-token).")
    }
    return lines
  }

  private var disguise: [String] {
    guard !servedHosts.isEmpty else { return [] }
    return [
      "", "WARNING: the emulator passes for \(servedHosts.joined(separator: ", ")) (--serve-as).",
      "Whoever resolves such a name to this machine reaches it and not the real service, where anybody logs in as anybody.",
    ]
  }

  /// The command of a note, with the address at which control calls are answered.
  private func atControl(_ note: String) -> String {
    guard let control else { return note }
    return note.replacing("\(http[0])/_eidolon/", with: "\(control)/_eidolon/")
  }

  /// A line with the heading in the first column.
  private func line(_ heading: String, _ text: String) -> String {
    "  \(heading)" + String(repeating: " ", count: max(1, 12 - heading.count)) + text
  }
}
