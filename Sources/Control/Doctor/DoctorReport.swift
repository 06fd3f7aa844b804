import Flow
import HTTP
import ProviderKit

/// The doctor's findings about a sandbox, or about several together.
struct DoctorReport: Sendable {
  private(set) var requests = 0
  private(set) var addresses: [UsedAddresses.Address] = []
  private(set) var issuers: [UsedAddresses.Issuer] = []
  private(set) var clashes: [Clash] = []

  /// The limit for addresses, issuers and clashes each when sandboxes are merged; a run has a few of each.
  private static let limit = 256

  init() {}

  init(
    requests: Int, addresses: [UsedAddresses.Address], issuers: [UsedAddresses.Issuer], clashes: [Clash]
  ) {
    (self.requests, self.addresses, self.issuers, self.clashes) = (requests, addresses, issuers, clashes)
  }

  init(of sandbox: Sandbox, _ providers: Providers, strays: [Sandboxes.Stray] = []) {
    guard sandbox.journal.extent.entries > 0 || !strays.isEmpty else { return }
    let doctor = Doctor(sandbox, providers, strays: strays)
    requests = doctor.used.requests
    (addresses, issuers, clashes) = (doctor.used.addresses, doctor.used.issuers, doctor.clashes)
  }

  /// The approximate size in memory, in bytes.
  var size: Int { 128 + 384 * addresses.count + 256 * issuers.count + 768 * clashes.count }

  /// The same with the addresses of the root, so that sandboxes can be compared; clashes name the sandbox.
  func named(_ sandbox: String) -> DoctorReport {
    guard !sandbox.isEmpty else { return self }
    let plain = { (text: String) in Self.text(text, without: sandbox) }
    var report = DoctorReport()
    report.requests = requests
    report.addresses = addresses.map { $0.at(plain($0.base)) }
    report.issuers = issuers.map { $0.mapped(plain) }
    report.clashes = clashes.map { $0.mapped(plain, in: sandbox) }
    return report
  }

  mutating func add(_ other: DoctorReport) {
    requests += other.requests
    for address in other.addresses {
      if let index = addresses.firstIndex(where: {
        $0.provider == address.provider && $0.base == address.base
      }) {
        addresses[index].add(address)
      } else if addresses.count < Self.limit {
        addresses.append(address)
      }
    }
    for issuer in other.issuers {
      if let index = issuers.firstIndex(where: { $0.provider == issuer.provider && $0.name == issuer.name }) {
        issuers[index].add(issuer)
      } else if issuers.count < Self.limit {
        issuers.append(issuer)
      }
    }
    for clash in other.clashes {
      if let index = clashes.firstIndex(where: { $0.isSame(as: clash) }) {
        clashes[index].add(clash)
      } else if clashes.count < Self.limit {
        clashes.append(clash)
      }
    }
  }

  /// Removes what selects the sandbox from addresses in a text: the prefix `/~NAME`, or the host's `NAME--`.
  private static func text(_ text: String, without sandbox: String) -> String {
    var (plain, rest) = ("", text[...])
    while let found = rest.firstRange(of: "/~\(sandbox)") {
      let after = rest[found.upperBound...]
      let isWhole = after.utf8.first.map { !Sandboxes.isNameByte($0) } ?? true
      plain += isWhole ? rest[..<found.lowerBound] : rest[..<found.upperBound]
      rest = after
    }
    return (plain + rest).replacing("://\(sandbox)--", with: "://")
  }
}

extension UsedAddresses.Address {
  fileprivate func at(_ base: String) -> Self {
    var address = Self(provider: provider, base: base)
    address.add(self)
    return address
  }

  fileprivate mutating func add(_ other: Self) {
    clients.formUnion(other.clients.sorted().prefix(max(0, 256 - clients.count)))
    requests += other.requests
    isBrowsers = isBrowsers || other.isBrowsers
    isServers = isServers || other.isServers
    hasDiscovery = hasDiscovery || other.hasDiscovery
    hasKeys = hasKeys || other.hasKeys
    isWorkedWith = isWorkedWith || other.isWorkedWith
  }
}

extension UsedAddresses.Issuer {
  fileprivate func mapped(_ plain: (String) -> String) -> Self {
    Self(provider: provider, name: plain(name), discovered: Set(discovered.map(plain)), tokens: tokens)
  }

  fileprivate mutating func add(_ other: Self) {
    discovered.formUnion(other.discovered.sorted().prefix(max(0, 256 - discovered.count)))
    tokens += other.tokens
  }
}
