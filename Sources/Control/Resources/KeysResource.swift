import JSON
import ProviderKit

/// `/_eidolon/keys/rotate`: the signing key changes, in one or two steps.
enum KeysResource {
  static func rotate(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let publishOnly = try call.body { reader -> Bool? in
      _ = reader.oneOf("use", allowed: ["sig"])
      return reader.bool("publish_only") ?? false
    }
    let keys = call.sandbox.keys
    guard publishOnly ? keys.publishNext() : keys.rotateSigning() else {
      throw .conflict(
        "no-spare-key", "No spare key is left", "The sandbox has used all its spare keys; make a new sandbox."
      )
    }
    return .ok([
      "signing": .string(keys.signingIdentifier),
      "published": .array(keys.publishedIdentifiers.map(JSON.string)),
    ])
  }
}
