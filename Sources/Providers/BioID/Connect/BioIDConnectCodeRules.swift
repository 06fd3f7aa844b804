import Flow
import HTTP
import ProviderKit

/// The rules about codes and refresh tokens (RFC 6749 §4.1.3, §6).
enum BioIDConnectCodeRules {
  /// Why a code cannot be redeemed, `nil` if it can.
  static func check(
    _ login: Transaction<BioIDLogin>, _ form: Form, client: String, at now: Instant
  ) -> BioIDConnectRefusal? {
    guard login.client == client else { return otherClient(login) }
    guard login.detail.codeRedeemed == nil else {
      return BioIDConnectRefusal(.invalidGrant, BioIDConnectRules.codeReused, "", "The code is not valid")
    }
    if let sent = login.detail.codeSent, now - sent >= login.detail.switches[.code] {
      return BioIDConnectRefusal(
        .invalidGrant, BioIDConnectRules.codeExpired, "it was \((now - sent).components.seconds) s old",
        "The code has expired")
    }
    guard form["redirect_uri"] == login.detail.request.redirectURI else {
      return BioIDConnectRefusal(
        .invalidGrant, BioIDConnectRules.redirectChanged, "\"\(form["redirect_uri"] ?? "")\"",
        "The redirect_uri does not match")
    }
    guard let proofKey = login.detail.request.proofKey else { return nil }
    guard let verifier = form["code_verifier"], proofKey.accepts(verifier) else {
      return BioIDConnectRefusal(
        .invalidGrant, BioIDConnectRules.verifierWrong, "", "The code_verifier does not match")
    }
    return nil
  }

  /// Why a refresh token cannot be used, `nil` if it can.
  static func checkRefresh(
    _ login: Transaction<BioIDLogin>, client: String, at now: Instant
  ) -> BioIDConnectRefusal? {
    guard login.client == client else { return otherClient(login) }
    let isOld = login.detail.codeRedeemed.map { now - $0 >= login.detail.refreshLife } ?? true
    guard !isOld, login.detail.issues <= BioIDLogin.refreshLimit else {
      return BioIDConnectRefusal(
        .invalidGrant, BioIDConnectRules.codeExpired, "a refresh token", "The refresh token has expired")
    }
    return nil
  }

  private static func otherClient(_ login: Transaction<BioIDLogin>) -> BioIDConnectRefusal {
    BioIDConnectRefusal(
      .invalidGrant, BioIDConnectRules.codeOfOther, "it was issued to \(login.client)",
      "The grant is not valid")
  }
}
