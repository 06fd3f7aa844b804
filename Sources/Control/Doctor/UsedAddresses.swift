import Flow
import HTTP
import JSON
import ProviderKit

/// Under which addresses clients and browsers reached the providers of a sandbox, read out of its journal.
struct UsedAddresses {
  /// An address of a provider.
  struct Address: Sendable {
    let provider: String
    /// Without a slash at the end: `http://localhost:8080/itsme`.
    let base: String
    var clients: Set<String> = []
    var requests = 0
    var isBrowsers = false
    var isServers = false
    var hasDiscovery = false
    var hasKeys = false
    /// True if anything else was asked for there than documents.
    var isWorkedWith = false

    var scheme: Substring { base.prefix { $0 != ":" } }
    var authority: Substring {
      base.firstRange(of: "://").map { base[$0.upperBound...].prefix { $0 != "/" } } ?? ""
    }
    /// The host without its port; an IPv6 literal with its brackets.
    var host: Substring {
      if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return authority[...end] }
      return authority.prefix { $0 != ":" }
    }
  }

  /// An issuer that a provider named.
  struct Issuer: Sendable {
    let provider: String
    let name: String
    /// Where its discovery document was fetched.
    var discovered: Set<String> = []
    /// How many ID tokens name it.
    var tokens = 0
  }

  /// A request that no endpoint fits.
  struct Lost: Sendable, Hashable {
    let method: String
    let root: String
    let path: String
    let status: Int
  }

  private(set) var addresses: [Address] = []
  private(set) var issuers: [Issuer] = []
  private(set) var lost: [Lost] = []
  /// The addresses that a proxy says were used, and under which the emulator saw the requests instead.
  private(set) var forwarded: [(said: String, seen: String)] = []
  private(set) var requests = 0

  /// The endpoints that browsers call, by provider.
  private let browsersEndpoints: [String: Set<String>]

  /// Reads what a sandbox was asked.
  init(of sandbox: Sandbox, _ providers: [any Provider]) {
    browsersEndpoints = Dictionary(
      uniqueKeysWithValues: providers.map { provider in
        let type = type(of: provider)
        let called = type.vocabulary.endpoints.filter { $0.caller == .browser }
        return (type.slug, Set(called.map(\.term.name)))
      })
    for entry in sandbox.journal.entries() where entry.exchange.direction == .incoming {
      requests += 1
      noteForwarding(entry.exchange)
      if entry.provider.isEmpty {
        noteLost(entry)
      } else {
        note(entry, sandbox.keys)
      }
    }
    addresses.sort { ($0.provider, $0.base) < ($1.provider, $1.base) }
    issuers.sort { ($0.provider, $0.name) < ($1.provider, $1.name) }
  }

  // MARK: One request

  private mutating func note(_ entry: Journal<RecordedExchange>.Entry, _ keys: KeyRing) {
    let (request, base) = (entry.exchange.request, entry.exchange.base)
    let place =
      addresses.firstIndex { $0.provider == entry.provider && $0.base == base } ?? addresses.endIndex
    if place == addresses.endIndex { addresses.append(Address(provider: entry.provider, base: base)) }
    addresses[place].requests += 1
    if let client = entry.client { addresses[place].clients.insert(client) }
    if browsersEndpoints[entry.provider]?.contains(entry.endpoint) == true || isBrowsers(request) {
      addresses[place].isBrowsers = true
    } else {
      addresses[place].isServers = true
    }
    if request.target.path.hasSuffix("/.well-known/openid-configuration") {
      addresses[place].hasDiscovery = true
      if let issuer = (try? JSONParser.parse(entry.exchange.response.body))?.json["issuer"]?.string {
        update(issuer, of: entry.provider) { $0.discovered.insert(base) }
      }
    } else if entry.endpoint.hasSuffix("jwks"), !entry.endpoint.hasPrefix("client") {
      addresses[place].hasKeys = true
    } else {
      addresses[place].isWorkedWith = true
      for token in TokenContents.of(entry.exchange, openedWith: keys).array ?? []
      where token["name"] == "id_token" {
        if let issuer = token["claims"]?["iss"]?.string {
          update(issuer, of: entry.provider) { $0.tokens += 1 }
        }
      }
    }
  }

  private mutating func update(_ issuer: String, of provider: String, _ change: (inout Issuer) -> Void) {
    let place = issuers.firstIndex { $0.provider == provider && $0.name == issuer } ?? issuers.endIndex
    if place == issuers.endIndex { issuers.append(Issuer(provider: provider, name: issuer)) }
    change(&issuers[place])
  }

  /// Browsers say how they fetch (Fetch Metadata), want pages, or bear the name that all of them bear.
  private func isBrowsers(_ request: Request) -> Bool {
    request.headers.contains("Sec-Fetch-Mode") || request.headers["Accept"]?.contains("text/html") == true
      || request.headers["User-Agent"]?.hasPrefix("Mozilla/") == true
  }

  private mutating func noteLost(_ entry: Journal<RecordedExchange>.Entry) {
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
