import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension ItsmeVersion {
  /// The public keys of the default client.
  func clientKeySet(_ call: Call) -> Outcome {
    keySet("client keys") { StandardClientKeys.set.publicJSON.bytes(pretty: true) }
  }

  /// The private keys of the default client: test keys, public by design.
  func clientPrivateKeySet(_ call: Call) -> Outcome {
    keySet("private client keys") { StandardClientKeys.set.privateJSON.bytes(pretty: true) }
  }

  private func keySet(_ name: String, _ body: () -> [UInt8]) -> Outcome {
    .answer(Answer(prepared.answer(name, version: sandbox.version) { .json(.ok, body()) }))
  }
}
