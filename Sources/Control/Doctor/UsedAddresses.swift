import Flow
import HTTP
import JSON
import ProviderKit

/// The addresses at which clients and browsers reached the providers of a sandbox, according to its journal.
struct UsedAddresses {
  struct Address: Sendable {
    let provider: String
    /// Without a trailing slash: `http://localhost:8080/itsme`.
    let base: String
    var clients: Set<String> = []
    var requests = 0
    var isBrowsers = false
    var isServers = false
    var hasDiscovery = false
    var hasKeys = false
    /// True if anything besides discovery and keys was requested there.
    var isWorkedWith = false

    var scheme: Substring { base.prefix(before: ":") }
    var authority: Substring {
      base.firstRange(of: "://").map { base[$0.upperBound...].prefix(before: "/") } ?? ""
    }
    /// Without the port; an IPv6 literal keeps its brackets.
    var host: Substring {
      if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return authority[...end] }
      return authority.prefix(before: ":")
    }
  }

  struct Issuer: Sendable {
    let provider: String
    let name: String
    /// The addresses at which its discovery document was fetched.
    var discovered: Set<String> = []
    /// The number of ID tokens that name it, unless a story changed that.
    var tokens = 0
  }

  /// A request that matched no endpoint.
  struct Lost: Sendable, Hashable {
    let method: String
    let root: String
    let path: String
    let status: Int
  }

  private(set) var addresses: [Address] = []
  private(set) var issuers: [Issuer] = []
  private(set) var lost: [Lost] = []
  /// Addresses that an untrusted proxy forwarded, each with the one that the emulator saw instead.
  private(set) var forwarded: [(said: String, seen: String)] = []
  private(set) var requests = 0

  /// The endpoints that browsers call, by provider, of those in the journal.
  private let browserEndpoints: [String: Set<String>]

  init(of sandbox: Sandbox, _ providers: Providers) {
    let entries = sandbox.journal.entries()
    let asked = Set(entries.map(\.provider))
    browserEndpoints = Dictionary(
      uniqueKeysWithValues: providers.types.filter { asked.contains($0.slug) }.map { type in
        let called = type.vocabulary.endpoints.filter { $0.caller == .browser }
        return (type.slug, Set(called.map(\.term.name)))
      })
    for entry in entries where entry.exchange.direction == .incoming {
      requests += 1
      noteForwarding(entry.exchange)
      if entry.provider.isEmpty {
        noteLost(entry)
      } else {
        note(entry)
      }
    }
    for (issuer, tokens) in sandbox.journal.issuers.all {
      update(issuer.name, of: issuer.provider) { $0.tokens = tokens }
    }
    addresses.sort { ($0.provider, $0.base) < ($1.provider, $1.base) }
    issuers.sort { ($0.provider, $0.name) < ($1.provider, $1.name) }
  }

  // MARK: One request

  private mutating func note(_ entry: Journal.Entry) {
    let (request, base) = (entry.exchange.request, entry.exchange.base)
    let index =
      addresses.firstIndex { $0.provider == entry.provider && $0.base == base } ?? addresses.endIndex
    if index == addresses.endIndex { addresses.append(Address(provider: entry.provider, base: base)) }
    addresses[index].requests += 1
    if let client = entry.client { addresses[index].clients.insert(client) }
    if browserEndpoints[entry.provider]?.contains(entry.endpoint) == true || isBrowsers(request) {
      addresses[index].isBrowsers = true
    } else {
      addresses[index].isServers = true
    }
    if request.target.path.hasSuffix("/.well-known/openid-configuration") {
      addresses[index].hasDiscovery = true
      if let issuer = (try? JSON(parsing: entry.exchange.response.body))?["issuer"]?.string {
        update(issuer, of: entry.provider) { $0.discovered.insert(base) }
      }
    } else if entry.endpoint.hasSuffix("jwks"), !entry.endpoint.hasPrefix("client") {
      addresses[index].hasKeys = true
    } else {
      addresses[index].isWorkedWith = true
    }
  }

  private mutating func update(_ issuer: String, of provider: String, _ change: (inout Issuer) -> Void) {
    let index = issuers.firstIndex { $0.provider == provider && $0.name == issuer } ?? issuers.endIndex
    if index == issuers.endIndex { issuers.append(Issuer(provider: provider, name: issuer)) }
    change(&issuers[index])
  }

  /// Browsers send Fetch Metadata, accept HTML, or call themselves `Mozilla/`.
  private func isBrowsers(_ request: Request) -> Bool {
    request.headers.contains("Sec-Fetch-Mode") || request.headers["Accept"]?.contains("text/html") == true
      || request.headers["User-Agent"]?.hasPrefix("Mozilla/") == true
  }

  private mutating func noteLost(_ entry: Journal.Entry) {
    let exchange = entry.exchange
    let request = Lost(
      method: exchange.request.method.text, root: exchange.root, path: exchange.request.target.path,
      status: exchange.response.status.code)
    guard entry.endpoint.isEmpty, [404, 421].contains(request.status), !lost.contains(request) else { return }
    if lost.count == 64 { lost.removeFirst() }
    lost.append(request)
  }

  private mutating func noteForwarding(_ exchange: RecordedExchange) {
    let headers = exchange.request.headers
    guard headers.contains("X-Forwarded-Host") || headers.contains("X-Forwarded-Proto") else { return }
    let first = { (name: String) in
      headers[name].map { value in String(value.prefix { $0 != "," }.filter { $0 != " " }) }
    }
    let seen = Address(provider: "", base: exchange.root)
    let scheme = first("X-Forwarded-Proto") ?? String(seen.scheme)
    let said = "\(scheme)://\(first("X-Forwarded-Host") ?? String(seen.authority))"
    let root = "\(seen.scheme)://\(seen.authority)"
    guard said != root, !forwarded.contains(where: { $0 == (said, root) }), forwarded.count < 16 else {
      return
    }
    forwarded.append((said, root))
  }
}
