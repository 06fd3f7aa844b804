import Flow
import HTTP
import JOSE
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The raw image of the document, if the request asked for it (T11).
  func picture(_ owned: OwnedCall<ItsmeV2Login>) throws(DocumentNeeded) -> Outcome {
    try resource(owned, .further("the picture", tokenMissing: .pictureWithoutToken)) {
      login throws(Interruption) in
      let isAsked = requestedData(of: login).all.contains(.picture)
      guard isAsked, let text = login.person.photo, let image = try? Base64.decode(text) else {
        throw .refused(
          OpenIDRefusal(
            .insufficientScope, Self.book[.pictureNotGiven],
            isAsked ? "the person has none" : "the request does not ask for it", "No picture"))
      }
      logins.update(login.identifier) { login in login.detail.hasReadPicture = true }
      return Response(
        .ok, headers: ["Content-Type": Self.mediaType(of: image), "Cache-Control": "no-store"], body: image)
    }
  }

  /// The document's own type (E6): JPEG 2000 or PNG by their first bytes (ISO/IEC 15444-1, I.5.1; PNG, 5.2), otherwise
  /// JPEG.
  private static func mediaType(of image: [UInt8]) -> String {
    if image.starts(with: [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]) { return "image/jp2" }
    return image.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? "image/png" : "image/jpeg"
  }
}
