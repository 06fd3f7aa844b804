import HTTP
import JSON
import ProviderKit

/// `/_eidolon/keys/rotate`: rotates the signing or the encryption key, in one or two steps.
enum KeysResource {
  static let routes = [
    ControlRoute(
      .post, "keys/rotate", "Takes the next key, in one step or, with publish_only first, in two.",
      body: .body(["use": .words(KeyRing.Use.allCases.map(\.rawValue)), "publish_only": .flag]),
      answers: [
        .json(
          "The kid that signs now, that clients encrypt to now, and the published ones of the use that was rotated.",
          .answer(["signing": .anyText, "encryption": .anyText, "published": .list(.anyText)]))
      ], problems: [.problem(500, "No key could be made.")], weight: .heavy, rotate)
  ]

  static func rotate(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let (use, publishOnly) = try call.body { reader -> (KeyRing.Use, Bool)? in
      let use = reader.oneOf("use", allowed: KeyRing.Use.allCases.map(\.rawValue))
      let publishOnly = reader.bool("publish_only") ?? false
      return (use.flatMap { KeyRing.Use(rawValue: $0) } ?? .signing, publishOnly)
    }
    let keys = call.sandbox.keys
    do {
      if publishOnly { try keys.publishNext(use) } else { try keys.rotate(use) }
    } catch {
      throw ControlProblem(
        kind: "no-key", status: 500, title: "No key could be made", detail: "\(error)")
    }
    return .ok([
      "signing": .string(keys.signingIdentifier), "encryption": .string(keys.encryptionIdentifier),
      "published": .array(keys.publishedIdentifiers(use).map(JSON.string)),
    ])
  }
}
