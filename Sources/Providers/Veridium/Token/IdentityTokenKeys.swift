import Crypto
import HTTP
import JOSE
import JSON
import ProviderKit

extension Veridium {
  /// The public key as PEM, instead of exporting it from `certStore.signingKeystore` (§1d, §1e).
  func signingKey(_ call: Call) -> Outcome {
    let response = prepared.answer("signing-key", version: sandbox.version) {
      guard let key = sandbox.keys.signing.key.publicKey, let text = try? key.pem() else {
        return Response(500)
      }
      return pem(text)
    }
    return .answer(Answer(response))
  }

  /// The same key in a self-signed certificate, as a keystore holds it (§1d).
  func signingCertificate(_ call: Call) -> Outcome {
    let response = prepared.answer("signing-cert", version: sandbox.version) {
      let jwk = sandbox.keys.signing
      guard case .privateKey(let key) = jwk.key,
        let certificate = try? Certificate(
          selfSignedWith: key, commonName: Veridium.keyIdentifier(jwk) ?? "",
          serial: 1 + sandbox.keys.rotations,
          validity: Veridium.certificateValidity)
      else { return Response(500) }
      return pem(certificate.pem)
    }
    return .answer(Answer(response))
  }

  /// The keys as a set; the vendor documents none, but libraries read it (§1d).
  func keySet(_ call: Call) -> Outcome {
    let response = prepared.answer("jwks", version: sandbox.version) {
      let keys = sandbox.keys.publishedSigning.map { key -> JSON in
        var members = key.publicJSON
        members["kid"] = Veridium.keyIdentifier(key).map(JSON.string)
        members["use"] = "sig"
        members["alg"] = "RS256"
        return .object(members)
      }
      return .json(JSON.object(["keys": .array(keys)]).bytes())
    }
    return .answer(Answer(response))
  }

  private func pem(_ text: String) -> Response {
    Response(.ok, headers: ["Content-Type": "application/x-pem-file"], body: Array(text.utf8))
  }

  /// The years 2026 to 2045, so that the certificate is the same in every run.
  private static let certificateValidity = 1_767_225_600...2_398_377_599
}
