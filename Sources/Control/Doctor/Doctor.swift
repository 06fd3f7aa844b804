import Flow
import HTTP
import JSON
import ProviderKit

/// Finds clashes between the addresses that clients used.
struct Doctor {
  let used: UsedAddresses
  /// Requests for sandboxes that do not exist.
  let strays: [Sandboxes.Stray]
  private let sandbox: Sandbox
  private let providers: Providers

  init(_ sandbox: Sandbox, _ providers: Providers, strays: [Sandboxes.Stray]) {
    used = UsedAddresses(of: sandbox, providers)
    (self.sandbox, self.providers, self.strays) = (sandbox, providers, strays)
  }

  /// By provider, followed by those that belong to none.
  var clashes: [Clash] {
    providers.slugs.flatMap { provider -> [Clash] in
      let addresses = used.addresses.filter { $0.provider == provider }
      guard !addresses.isEmpty else { return [] }
      return [
        twoAddresses(provider, addresses), publicURL(provider, addresses), twoSchemes(provider, addresses),
        keysElsewhere(provider, addresses), otherIssuer(provider),
      ].compactMap { $0 }
    } + untrustedProxies + lostRequests + unknownSandboxes
  }

  // MARK: Browser and server

  /// Browsers use one host and servers another, and no `--public-url` is set.
  private func twoAddresses(_ provider: String, _ addresses: [UsedAddresses.Address]) -> Clash? {
    let browsers = addresses.filter(\.isBrowsers)
    let servers = addresses.filter { $0.isServers && !$0.isBrowsers }
    guard sandbox.settings.publicURL == nil, let browser = browsers.max(by: { $0.requests < $1.requests }),
      let server = servers.filter({ $0.host != browser.host }).max(by: { $0.requests < $1.requests })
    else { return nil }
    return Clash(
      kind: .twoAddresses, provider: provider, clients: clients(browsers + servers),
      seen: [browser.base, server.base],
      message:
        "Browsers reach \(provider) at \(browser.base), servers at \(server.base). Issuer, redirects and tokens then "
        + "name the one or the other, whichever was asked.",
      settings: [Clash.Setting(at: "emulator", name: "--public-url", value: publicURL(of: browser))])
  }

  /// The public URL is missing, or browsers do not use it.
  private func publicURL(_ provider: String, _ addresses: [UsedAddresses.Address]) -> Clash? {
    guard let base = sandbox.publicBase(of: provider) else {
      return publicURLAbsent(provider, addresses)
    }
    guard let other = addresses.first(where: { $0.isBrowsers && $0.base != base }) else { return nil }
    return Clash(
      kind: .publicURLUnused, provider: provider, clients: clients(addresses), seen: [base, other.base],
      message:
        "Browsers are to come to \(base), but came to \(other.base), where cookies and redirects are another site's.",
      settings: [
        Clash.Setting(at: "emulator", name: "--public-url", value: publicURL(of: other)),
        Clash.Setting(at: "client", name: "authorization endpoint", value: "below \(base)"),
      ])
  }

  /// Only documents were fetched, from a host name that browsers cannot resolve: logins never begin.
  private func publicURLAbsent(_ provider: String, _ addresses: [UsedAddresses.Address]) -> Clash? {
    guard !addresses.contains(where: \.isWorkedWith),
      let address = addresses.first(where: { $0.hasDiscovery && isContainerName($0.host) })
    else { return nil }
    let port = address.authority.dropFirst(address.host.count)
    return Clash(
      kind: .publicURLAbsent, provider: provider, seen: [address.base],
      message:
        "Discovery was fetched at \(address.base), and sends browsers to the host \(address.host), which is known "
        + "between containers only. No login has begun yet.",
      settings: [
        Clash.Setting(at: "emulator", name: "--public-url", value: "\(address.scheme)://localhost\(port)")
      ])
  }

  private func isContainerName(_ host: Substring) -> Bool {
    let host = host.lowercased()
    return host == "host.docker.internal" || !host.contains(".") && !host.contains(":") && host != "localhost"
  }

  private func twoSchemes(_ provider: String, _ addresses: [UsedAddresses.Address]) -> Clash? {
    guard sandbox.settings.publicURL == nil else { return nil }
    for secure in addresses where secure.scheme == "https" {
      guard let plain = addresses.first(where: { $0.scheme == "http" && $0.host == secure.host }) else {
        continue
      }
      return Clash(
        kind: .twoSchemes, provider: provider, clients: clients([secure, plain]),
        seen: [secure.base, plain.base],
        message:
          "\(provider) is used over https at \(secure.base) and over http at \(plain.base): these are two issuers, and "
          + "cookies of the one are not sent to the other.",
        settings: [
          Clash.Setting(at: "client", name: "every address of \(provider)", value: "below \(secure.base)"),
          Clash.Setting(at: "emulator", name: "--public-url", value: publicURL(of: secure)),
        ])
    }
    return nil
  }

  // MARK: Documents

  private func keysElsewhere(_ provider: String, _ addresses: [UsedAddresses.Address]) -> Clash? {
    guard let keys = addresses.first(where: { $0.hasKeys && !$0.hasDiscovery }),
      let discovery = addresses.first(where: \.hasDiscovery)
    else { return nil }
    return Clash(
      kind: .keysElsewhere, provider: provider, clients: clients([keys, discovery]),
      seen: [discovery.base, keys.base],
      message:
        "The discovery document was fetched at \(discovery.base), the key set at \(keys.base): the client has its "
        + "address from somewhere else.",
      settings: [
        Clash.Setting(
          at: "client", name: "jwks_uri", value: "that of the discovery document, below \(discovery.base)")
      ])
  }

  private func otherIssuer(_ provider: String) -> Clash? {
    // What is forgotten may have been the discovery document of that issuer.
    guard sandbox.journal.forgotten == 0 else { return nil }
    let issuers = used.issuers.filter { $0.provider == provider }
    let discovered = issuers.filter { !$0.discovered.isEmpty }
    guard let known = discovered.first, let other = issuers.first(where: { $0.discovered.isEmpty }) else {
      return nil
    }
    let base = other.name.hasSuffix("/") ? String(other.name.dropLast()) : other.name
    return Clash(
      kind: .otherIssuer, provider: provider, seen: [known.name, other.name],
      message:
        "ID tokens name the issuer \(other.name), and the discovery document that was fetched names \(known.name): a "
        + "client must refuse them.",
      settings: [
        Clash.Setting(
          at: "emulator", name: "--public-url",
          value: publicURL(of: UsedAddresses.Address(provider: provider, base: root(base, provider)))),
        Clash.Setting(at: "client", name: "issuer", value: other.name),
      ])
  }

  // MARK: Without a provider

  private var untrustedProxies: [Clash] {
    used.forwarded.map { said, seen in
      Clash(
        kind: .untrustedProxy, seen: [said, seen],
        message:
          "A proxy says that it was asked at \(said), but it is not trusted, so answers name \(seen).",
        settings: [
          Clash.Setting(
            at: "emulator", name: "--trust-proxy", value: "the proxy's address, such as 172.16.0.0/12")
        ])
    }
  }

  /// Requests that match no endpoint, with the address that was probably meant.
  private var lostRequests: [Clash] {
    used.lost.compactMap { lost in
      let host = UsedAddresses.Address(provider: "", base: lost.root)
      if lost.status == 421 {
        let port = host.authority.dropFirst(host.host.count)
        return Clash(
          kind: .realHost, seen: [lost.root + lost.path],
          message: "\(host.host) is a real service's host; the emulator does not answer as it.",
          settings: [
            Clash.Setting(at: "client", name: "base URL", value: "\(host.scheme)://localhost\(port)")
          ])
      }
      guard let provider = owner(of: lost) else { return nil }
      return Clash(
        kind: .noVirtualHost, provider: provider, seen: [lost.root + lost.path],
        message:
          "\(lost.path) is a path of \(provider), but \(host.host) is not a virtual host of it: its paths are below "
          + "/\(provider) there.",
        settings: [
          Clash.Setting(at: "client", name: "base URL", value: "\(lost.root)/\(provider)"),
          Clash.Setting(
            at: "client", name: "or", value: "\(host.scheme)://\(provider).\(host.authority)"),
        ])
    }
  }

  /// The provider that would serve the path on its virtual host.
  private func owner(of lost: UsedAddresses.Lost) -> String? {
    let path = lost.path.split(separator: "/", omittingEmptySubsequences: false)
    return providers.types.first { provider in
      provider.anyEndpoints.contains { endpoint in
        let pattern = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
        return pattern.count == path.count && path.count > 1
          && zip(pattern, path).allSatisfy { $0 == $1 || $0.hasPrefix("{") && !$1.isEmpty }
      }
    }?.slug
  }

  /// Only the root sandbox reports them, because a request for an unknown sandbox reaches none.
  private var unknownSandboxes: [Clash] {
    guard sandbox.name.isEmpty else { return [] }
    return strays.map { stray in
      Clash(
        kind: .unknownSandbox, seen: ["/~\(stray.name) at \(stray.host)"],
        message:
          "The sandbox \(JSONProblem.quoted(stray.name)) was asked for \(stray.count.times), and there is none: it was "
          + "never made, or it ended when it was idle.",
        settings: [
          Clash.Setting(
            at: "test", name: "POST /_eidolon/sandboxes",
            value: "{\"name\": \(JSONProblem.quoted(stray.name))}")
        ])
    }
  }

  // MARK: Parts

  private func clients(_ addresses: [UsedAddresses.Address]) -> [String] {
    addresses.reduce(into: Set<String>()) { $0.formUnion($1.clients) }.sorted()
  }

  /// The `--public-url` that gives a provider this address: without its mount and the sandbox's prefix.
  private func publicURL(of address: UsedAddresses.Address) -> String {
    var url = address.base
    if url.hasSuffix("/\(address.provider)") { url.removeLast(address.provider.count + 1) }
    if !sandbox.name.isEmpty, url.hasSuffix("/~\(sandbox.name)") { url.removeLast(sandbox.name.count + 2) }
    return url
  }

  /// The provider's base address within its issuer.
  private func root(_ issuer: String, _ provider: String) -> String {
    let host = issuer.firstRange(of: "://")?.upperBound ?? issuer.startIndex
    let path = issuer[host...].firstIndex(of: "/") ?? issuer.endIndex
    guard let mount = issuer[path...].firstRange(of: "/\(provider)") else { return String(issuer[..<path]) }
    return String(issuer[..<mount.upperBound])
  }
}
