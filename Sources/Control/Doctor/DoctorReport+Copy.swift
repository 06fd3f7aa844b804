import JSON

extension DoctorReport {
  /// The whole report as JSON, from which another process can restore it.
  var copy: JSON {
    [
      "requests": .integer(requests), "addresses": .array(addresses.map(\.copy)),
      "issuers": .array(issuers.map(\.copy)), "clashes": .array(clashes.map(\.json)),
    ]
  }

  /// Restores the report of another replica.
  init(copy: JSON) {
    self.init(
      requests: copy["requests"]?.integer ?? 0,
      addresses: (copy["addresses"]?.array ?? []).compactMap(UsedAddresses.Address.init(copy:)),
      issuers: (copy["issuers"]?.array ?? []).compactMap(UsedAddresses.Issuer.init(copy:)),
      clashes: (copy["clashes"]?.array ?? []).compactMap(Clash.init(json:)))
  }
}

extension UsedAddresses.Address {
  fileprivate var copy: JSON {
    [
      "provider": .string(provider), "base": .string(base),
      "clients": .array(clients.sorted().map(JSON.string)), "requests": .integer(requests),
      "browsers": .bool(isBrowsers), "servers": .bool(isServers), "discovery": .bool(hasDiscovery),
      "keys": .bool(hasKeys), "worked": .bool(isWorkedWith),
    ]
  }

  fileprivate init?(copy: JSON) {
    guard let provider = copy["provider"]?.string, let base = copy["base"]?.string else { return nil }
    self.init(provider: provider, base: base)
    clients = Set((copy["clients"]?.array ?? []).compactMap(\.string))
    requests = copy["requests"]?.integer ?? 0
    isBrowsers = copy["browsers"]?.bool ?? false
    isServers = copy["servers"]?.bool ?? false
    hasDiscovery = copy["discovery"]?.bool ?? false
    hasKeys = copy["keys"]?.bool ?? false
    isWorkedWith = copy["worked"]?.bool ?? false
  }
}

extension UsedAddresses.Issuer {
  fileprivate var copy: JSON {
    [
      "provider": .string(provider), "name": .string(name),
      "discovered": .array(discovered.sorted().map(JSON.string)), "tokens": .integer(tokens),
    ]
  }

  fileprivate init?(copy: JSON) {
    guard let provider = copy["provider"]?.string, let name = copy["name"]?.string else { return nil }
    self.init(
      provider: provider, name: name,
      discovered: Set((copy["discovered"]?.array ?? []).compactMap(\.string)),
      tokens: copy["tokens"]?.integer ?? 0)
  }
}
