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
      [.sandbox, .of],
      answers: [
        .json(
          "The addresses and the clashes.",
          .answer(
            [
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
                  "id_tokens": .wholeNumber.saying("What a story changed in them is left out."),
                ])),
              "clashes": .list(.component("Clash")),
            ], optional: ["replicas": Replicas.schema]))
      ], weight: .heavy, show)
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let publicURL = call.sandbox.settings.publicURL
    return try call.everywhere(
      .doctor, own: call.attempt { call throws(ControlProblem) in try call.doctor() }
    ) {
      own, replicas in
      var doctor = own ?? DoctorReport()
      for (_, content) in replicas?.contents ?? [] { doctor.add(DoctorReport(copy: content)) }
      return answer(doctor, replicas, publicURL: publicURL)
    }
  }

  private static func answer(_ doctor: DoctorReport, _ replicas: Replicas?, publicURL: String?)
    -> ControlAnswer
  {
    let clashes = doctor.clashes
    var object: JSONObject = [
      "healthy": .bool(clashes.isEmpty), "public_url": publicURL.map(JSON.string) ?? .null,
      "requests": .integer(doctor.requests),
      "addresses": .array(doctor.addresses.map(json)),
      "issuers": .array(doctor.issuers.map(json)),
      "clashes": .array(clashes.map(\.json)),
    ]
    object["replicas"] = replicas?.json
    return .ok(.object(object))
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
