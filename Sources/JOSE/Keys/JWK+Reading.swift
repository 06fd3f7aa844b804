import Crypto
package import JSON

extension JWK {
  /// The key is private if the private members are there (RFC 7517 §4, RFC 7518 §6); unknown members are ignored.
  package init(_ json: JSON) throws(JWKError) {
    guard let object = json.object else { throw .notObject }
    let members = KeyMembers(object: object)
    let kty = try members.requiredString("kty")
    switch kty {
    case "RSA": key = try members.rsaKey()
    case "EC": key = try members.ecKey()
    case "oct": key = .secret(try members.requiredBytes("k"))
    default: throw .unsupportedType(kty)
    }
    kid = try members.string("kid")
    use = try members.string("use")
    alg = try members.string("alg")
    keyOperations = try members.strings("key_ops")
  }
}

private struct KeyMembers {
  let object: JSONObject

  func string(_ name: String) throws(JWKError) -> String? {
    guard let value = object[name] else { return nil }
    guard let string = value.string else { throw .wrongType(name, expected: "a string") }
    return string
  }

  func requiredString(_ name: String) throws(JWKError) -> String {
    guard let string = try string(name) else { throw .missing(name) }
    return string
  }

  func strings(_ name: String) throws(JWKError) -> [String]? {
    guard let value = object[name] else { return nil }
    guard let array = value.array else { throw .wrongType(name, expected: "an array of strings") }
    let strings = array.compactMap(\.string)
    guard strings.count == array.count else { throw .wrongType(name, expected: "an array of strings") }
    return strings
  }

  func bytes(_ name: String) throws(JWKError) -> [UInt8]? {
    guard let text = try string(name) else { return nil }
    do { return try Base64URL.decode(text) } catch { throw .encoding(name, error) }
  }

  func requiredBytes(_ name: String) throws(JWKError) -> [UInt8] {
    guard let bytes = try bytes(name) else { throw .missing(name) }
    return bytes
  }

  func rsaKey() throws(JWKError) -> Key {
    let components = RSAPublicComponents(n: try requiredBytes("n"), e: try requiredBytes("e"))
    guard let d = try bytes("d") else {
      do { return .publicKey(try PublicKey(components)) } catch { throw .key(error) }
    }
    guard object["oth"] == nil else { throw .moreThanTwoPrimes }
    var factors: RSAPrivateComponents.Factors? = nil
    // RFC 7518 §6.3.2: if the producer includes any of the other private members, then all of them.
    if ["p", "q", "dp", "dq", "qi"].contains(where: { object[$0] != nil }) {
      factors = RSAPrivateComponents.Factors(
        p: try requiredBytes("p"), q: try requiredBytes("q"), dp: try requiredBytes("dp"),
        dq: try requiredBytes("dq"), qi: try requiredBytes("qi"))
    }
    do {
      return .privateKey(try PrivateKey(components, private: RSAPrivateComponents(d: d, factors: factors)))
    } catch { throw .key(error) }
  }

  func ecKey() throws(JWKError) -> Key {
    let name = try requiredString("crv")
    guard let curve = Curve(rawValue: name) else { throw .unsupportedCurve(name) }
    let components = ECPublicComponents(curve: curve, x: try requiredBytes("x"), y: try requiredBytes("y"))
    let d = try bytes("d")
    do {
      guard let d else { return .publicKey(try PublicKey(components)) }
      return .privateKey(try PrivateKey(components, privateValue: d))
    } catch { throw .key(error) }
  }
}
