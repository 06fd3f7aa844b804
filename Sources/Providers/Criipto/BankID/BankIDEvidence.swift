import Crypto
import Flow
import JOSE
import ProviderKit

/// The proof of what the person signed, for the scope `evidence` (§2.5): an XML signature over the texts of the order, and
/// the status of the certificate.
///
/// The elements are written in canonical form, so digests and signature need no canonicalisation (XML Signature §4.4). The
/// key is the one that signs BankID's tokens.
struct BankIDEvidence: Sendable {
  /// The `Signature` element.
  let signature: String
  /// An OCSP response (RFC 6960 §4.2.1).
  let certificateStatus: [UInt8]

  init(of login: Transaction<CriiptoLogin>, authenticated: Instant, key: JWK) {
    let data = BankIDEvidence.signedData(of: login)
    let digest = Base64.encode(Digest.sha256(Array(data.utf8)))
    let info = BankIDEvidence.signedInfo(digest: digest)
    let value = (try? JWS.signature(over: Array(info.utf8), algorithm: .rs256, key: key.key)) ?? []
    signature = """
      <Signature xmlns="http://www.w3.org/2000/09/xmldsig#">\(info)\
      <SignatureValue>\(Base64.encode(value))</SignatureValue>\
      <KeyInfo><KeyName>\(key.kid ?? "")</KeyName></KeyInfo><Object>\(data)</Object></Signature>
      """
    certificateStatus = OCSPResponse.good(
      serial: Array(Digest.sha256(Array(login.person.key.utf8)).prefix(8)), producedAt: authenticated,
      signedBy: key)
  }

  /// The visible and hidden texts of the order (§1.4).
  private static func signedData(of login: Transaction<CriiptoLogin>) -> String {
    let hint = login.detail.request.hint
    let isSignature = hint.action == "sign"
    let visible = hint.message.map {
      "<usrVisibleData charset=\"UTF-8\" visible=\"wysiwys\">\(base64($0))</usrVisibleData>"
    }
    let hidden = hint.nonVisibleData.map { "<usrNonVisibleData>\(base64($0))</usrNonVisibleData>" }
    return """
      <bankIdSignedData xmlns="http://www.bankid.com/signature/v1.0.0/types" Id="bidSignedData">\
      \(visible ?? "")\(hidden ?? "")<clientInfo><funcId>\(isSignature ? "Signing" : "Identification")</funcId></clientInfo>\
      </bankIdSignedData>
      """
  }

  private static func signedInfo(digest: String) -> String {
    """
    <SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">\
    <CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod>\
    <SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>\
    <Reference URI="#bidSignedData">\
    <Transforms><Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></Transform></Transforms>\
    <DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod>\
    <DigestValue>\(digest)</DigestValue></Reference></SignedInfo>
    """
  }

  private static func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }
}
