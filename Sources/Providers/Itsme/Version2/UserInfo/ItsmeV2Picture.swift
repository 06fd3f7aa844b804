import Flow
import HTTP
import JOSE
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The raw image of the document, where the request asked for it (T11).
  func picture(_ owned: OwnedCall<ItsmeV2Login>) throws(DocumentNeeded) -> Outcome {
    try resource(owned) { login throws(Interruption) in
      guard requestedData(of: login).all.contains(.picture), let text = login.person.photo,
        let image = try? Base64.decode(text)
      else {
        throw .refused(
          OpenIDRefusal(
            .insufficientScope, ClaimRules.unknown, "picture was not asked for, or there is none",
            "No picture"))
      }
      return Response(.ok, headers: ["Content-Type": "image/jpeg", "Cache-Control": "no-store"], body: image)
    }
  }
}
