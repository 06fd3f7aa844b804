import Flow
import ProviderKit

extension VideoID {
  /// Lets other providers of the sandbox order verifications: an order gets a token, and the path that the app calls
  /// with it.
  func offerVerifications() {
    sandbox.identityVerifications.offer(documents: Self.documents) { [weak self] in
      self?.admit($0, at: $1)
    }
  }

  private static let documents = Set(DocumentType.all.map(\.id))

  private func admit(
    _ order: IdentityVerifications.Order, at now: Instant
  ) -> IdentityVerifications.Admission {
    let ordinal = sandbox.nextOrdinal()
    // UUID-shaped, as the tokens of tenants are (§1.1 #2).
    let token = UUIDText(sandbox.environment.bytes(16, ordinal: ordinal, purpose: "videoid/operation")).text
    let until = now + (order.lifetime ?? standardSwitches[.operationToken])
    admissions.add(Admission(token: token, order: order, validUntil: until, openUntil: until), at: now)
    return IdentityVerifications.Admission(token: token, provider: VideoID.slug, path: "/v2")
  }
}
