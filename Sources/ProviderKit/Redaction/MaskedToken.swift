import Crypto
import JOSE

extension JWS {
  var isMasked: Bool { Base64URL.encode(signature) == Redaction.mask }
}

extension JWE {
  var isMasked: Bool { Base64URL.encode(sealed.ciphertext) == Redaction.mask }
}
