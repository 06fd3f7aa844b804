import HTTP
import JOSE
import JSON
import ProviderKit

/// `/_eidolon/foreign`: the key that forged tokens refer to in their headers, and that no provider publishes.
enum ForeignKeyResource {
  static let routes = [
    ControlRoute(
      .get, "foreign/jwks", "The key that signs forged tokens, as their jku names it.",
      [.init(name: "kid", meaning: "What the key calls itself.", schema: .anyText)],
      answers: [.json("A key set.", .anyObject)], isOpen: true, keySet),
    ControlRoute(
      .get, "foreign/cert.pem", "The certificate of that key, as their x5u names it.",
      answers: [.text("application/x-pem-file", "The certificate, which nobody vouches for.")], isOpen: true,
      certificate),
  ]

  static func keySet(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    var key = call.sandbox.keys.foreign.publicJSON
    key["kid"] = try call.query("kid").map(JSON.string) ?? key["kid"]
    (key["use"], key["alg"]) = ("sig", "RS256")
    return .ok(["keys": [.object(key)]])
  }

  static func certificate(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let lines = stride(from: 0, to: TestKeys.foreignCertificate.utf8.count, by: 64).map { start in
      String(TestKeys.foreignCertificate.dropFirst(start).prefix(64))
    }
    let pem = (["-----BEGIN CERTIFICATE-----"] + lines + ["-----END CERTIFICATE-----", ""])
    return .response(
      Response(
        .ok, headers: ["Content-Type": "application/x-pem-file"],
        body: Array(pem.joined(separator: "\n").utf8)))
  }
}
