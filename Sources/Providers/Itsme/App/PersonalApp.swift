import Crypto
import Flow

extension Person {
  /// The identifier of the phone with the app: 33 hexadecimal digits, one for each account of a person.
  var deviceIdentifier: String {
    Alphabet.hexadecimal.text(length: 33) {
      Digest.sha256(Array("itsme/device/\(key)/\(account)/\($0)".utf8))
    }
  }
}

extension PageLanguage {
  /// The language of the app, which supports four; English for people of other languages.
  init(ofApp locale: String) {
    self = PageLanguage(rawValue: locale.prefix { $0 != "-" && $0 != "_" }.lowercased()) ?? .en
  }
}
