import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/doctor`: which addresses clients used, and what to set where they clash.
enum DoctorResource {
  static let routes = [
    ControlRoute(
      .get, "doctor",
      "Under which hosts, schemes and issuers clients came, and what to set where those clash; the journal's entries count.",
      [.sandbox],
      answers: [
        .json(
          "The addresses and the clashes.",
          .answer([
            "healthy": .flag.saying("Whether nothing clashes."),
            "public_url": ["type": ["string", "null"]],
            "requests": .wholeNumber.saying("How many requests were looked at."),
            "addresses": .list(
              .answer([
                "provider": .anyText, "address": .anyText, "used_by": .list(.words(["browser", "server"])),
                "clients": .list(.anyText), "requests": .wholeNumber,
                "documents": .list(.words(["discovery", "keys"])),
              ])),
            "issuers": .list(
              .answer([
                "provider": .anyText, "issuer": .anyText, "discovery_at": .list(.anyText),
                "id_tokens": .wholeNumber.saying("At the root the first few of each sandbox count."),
              ])),
            "clashes": .list(.component("Clash")),
          ]))
      ], isHeavy: true, show)
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let doctor = try call.doctor()
    let clashes = doctor.clashes
    return .ok([
      "healthy": .bool(clashes.isEmpty),
      "public_url": call.sandbox.settings.publicURL.map(JSON.string) ?? .null,
      "requests": .integer(doctor.requests),
      "addresses": .array(doctor.addresses.map(json)),
      "issuers": .array(doctor.issuers.map(json)),
      "clashes": .array(clashes.map(\.json)),
    ])
  }

  private static func json(_ address: UsedAddresses.Address) -> JSON {
    let users = [("browser", address.isBrowsers), ("server", address.isServers)]
    let documents = [("discovery", address.hasDiscovery), ("keys", address.hasKeys)]
    let names = { (words: [(String, Bool)]) in JSON.array(words.filter(\.1).map { .string($0.0) }) }
    return [
      "provider": .string(address.provider), "address": .string(address.base), "used_by": names(users),
      "clients": .array(address.clients.sorted().map(JSON.string)), "requests": .integer(address.requests),
      "documents": names(documents),
    ]
  }

  private static func json(_ issuer: UsedAddresses.Issuer) -> JSON {
    [
      "provider": .string(issuer.provider), "issuer": .string(issuer.name),
      "discovery_at": .array(issuer.discovered.sorted().map(JSON.string)),
      "id_tokens": .integer(issuer.tokens),
    ]
  }
}
