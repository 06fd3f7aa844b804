import Crypto
import Flow
import JOSE

/// An OCSP response in DER (RFC 6960 §4.2.1).
enum OCSPResponse {
  /// Says that a fictional certificate with this serial number is good.
  static func good(serial: [UInt8], producedAt moment: Instant, signedBy key: JWK) -> [UInt8] {
    let time = element(0x18, Array(generalizedTime(moment).utf8))
    let issuer = Digest.sha1(Array("Eidolon fictional BankID issuer".utf8))
    let certificate = sequence([
      algorithm(sha1), element(0x04, issuer), element(0x04, issuer), element(0x02, [0x01] + serial),
    ])
    // certStatus [0] IMPLICIT NULL is "good".
    let single = sequence([certificate, [0x80, 0x00], time])
    // responderID [2] EXPLICIT by the hash of its key.
    let responder = element(0xA2, element(0x04, issuer))
    let data = sequence([responder, time, sequence([single])])
    let signature = (try? JWS.signature(over: data, algorithm: .rs256, key: key.key)) ?? []
    let basic = sequence([data, algorithm(sha256WithRSA), element(0x03, [0x00] + signature)])
    let content = sequence([element(0x06, basicResponse), element(0x04, basic)])
    return sequence([element(0x0A, [0x00]), element(0xA0, content)])
  }

  // Object identifiers: id-pkix-ocsp-basic, SHA-1, sha256WithRSAEncryption.
  private static let basicResponse: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x01]
  private static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
  private static let sha256WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]

  private static func algorithm(_ identifier: [UInt8]) -> [UInt8] {
    sequence([element(0x06, identifier), [0x05, 0x00]])
  }

  private static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, elements.flatMap { $0 }) }

  /// Tag, length and content (X.690 §8.1).
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count
    let lengthBytes: [UInt8] =
      switch length {
      case 0..<128: [UInt8(length)]
      case 128..<256: [0x81, UInt8(length)]
      default: [0x82, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
      }
    return [tag] + lengthBytes + content
  }

  /// `YYYYMMDDHHMMSSZ`.
  private static func generalizedTime(_ moment: Instant) -> String {
    CalendarDate(moment).dateTimeText.filter { $0.isNumber } + "Z"
  }
}
