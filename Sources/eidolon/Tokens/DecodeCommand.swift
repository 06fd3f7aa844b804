import Flow
import JOSE
import JSON

/// `eidolon decode`: the content of a token, layer by layer, and which key verifies or decrypts it.
enum DecodeCommand {
  static func run(
    _ options: ParsedOptions,
    input: () throws(FileError) -> [UInt8] = { () throws(FileError) in try File.readStandardInput() },
    now: Instant = WallClock.now
  ) -> Report {
    do throws(FileError) {
      var files: [KeyFile] = []
      for value in options.all("key") { files.append(try KeyFile(value.text)) }
      let bytes = if let path = options.operands.first { try File.read(path) } else { try input() }
      let text = String(decoding: bytes, as: UTF8.self)
      let keys = KnownKeys(files: files, secret: options.first("secret")?.text)
      return report(on: String(text.trimmed), keys: keys, now: now)
    } catch {
      return Report(errors: "\(error)\n", status: .failure)
    }
  }

  private static func report(on text: String, keys: KnownKeys, now: Instant) -> Report {
    var decoding = TokenDecoding(keys: keys, now: now)
    decoding.decode(text)
    return Report(output: decoding.text, status: decoding.isVerified ? .success : .failure)
  }
}

/// Describes a token while decoding it.
struct TokenDecoding {
  private let keys: KnownKeys
  private let now: Instant
  private(set) var text = ""
  /// True if every layer was decrypted or verified.
  private(set) var isVerified = true

  init(keys: KnownKeys, now: Instant) {
    (self.keys, self.now) = (keys, now)
  }

  mutating func decode(_ token: String) {
    do throws(TokenError) {
      switch try CompactToken(parsing: token) {
      case .signed(let jws): explain(jws)
      case .encrypted(let jwe): explain(jwe)
      }
    } catch {
      text += "not a token: \(error)\n"
      isVerified = false
    }
  }

  // MARK: Layers

  private mutating func explain(_ jwe: JWE) {
    text += "JWE (encrypted)\n"
    say("header", jwe.header)
    guard let (plaintext, key) = decrypt(jwe) else { return }
    say("encryption", "decrypted with \(key.text(jwe.kid))\(doubt(about: jwe.kid, key))")
    let inside = String(validating: plaintext, as: UTF8.self)
    // cty announces a nested token (RFC 7519 §5.2), but clients forget it; three or five parts suffice too.
    if let inside, (try? CompactToken(parsing: inside)) != nil {
      if jwe.contentType?.uppercased() != "JWT" {
        say("note", "the header lacks \"cty\":\"JWT\" (RFC 7519 §5.2)")
      }
      text += "\ninside it: "
      decode(inside)
    } else {
      sayPayload(plaintext)
      say("note", "what is inside is not signed")
    }
  }

  private mutating func explain(_ jws: JWS) {
    text += "JWS (signed)\n"
    say("header", jws.header)
    sayPayload(jws.payload)
    verify(jws)
  }

  // MARK: Keys

  private mutating func decrypt(_ jwe: JWE) -> (plaintext: [UInt8], key: NamedKey)? {
    var reasons: [String] = []
    for key in keys.decrypting(jwe) {
      do {
        return (try jwe.decrypt(with: key.jwk.key, allowing: JWEAlgorithm.allCases), key)
      } catch {
        reasons.append("\(error)")
      }
    }
    say(
      "encryption",
      "NOT DECRYPTED with any of \(reasons.count) keys; the first: \(reasons.first ?? "none given")")
    isVerified = false
    return nil
  }

  private mutating func verify(_ jws: JWS) {
    guard jws.algorithm != "none" else {
      say("signature", "NONE: the token is not signed (alg none)")
      isVerified = false
      return
    }
    var first: String?
    for key in keys.ordered(by: jws.kid) {
      do throws(JWSError) {
        try jws.verify(with: key.jwk.key)
        say("signature", "verified with \(key.text(jws.kid))\(doubt(about: jws.kid, key))")
        return
      } catch {
        if first == nil, jws.kid == nil ? key.names.isEmpty : key.names.contains(jws.kid ?? "") {
          first = "\(key.text(jws.kid)): \(error)"
        }
        // Another key does not help against an unsupported algorithm.
        if case .unsupportedAlgorithm = error { first = "\(error)"; break }
      }
    }
    let reason = first ?? "none of them is named \(JSONProblem.quoted(jws.kid ?? ""))"
    say("signature", "NOT VERIFIED with any of \(keys.keys.count) keys; \(reason)")
    isVerified = false
  }

  private func doubt(about kid: String?, _ key: NamedKey) -> String {
    guard let kid, !key.names.isEmpty, !key.names.contains(kid) else { return "" }
    return ", although the header names \(JSONProblem.quoted(kid))"
  }

  // MARK: Text

  private mutating func sayPayload(_ payload: [UInt8]) {
    guard let object = (try? JSON(parsing: payload))?.object else {
      say("payload", LogText.escaped(String(decoding: payload, as: UTF8.self)))
      return
    }
    say("claims", object)
    for name in ["auth_time", "iat", "nbf", "exp"] {
      guard let value = object[name] else { continue }
      guard let date = NumericDate(value) else {
        say(name, "is not a number of seconds")
        continue
      }
      let instant = Instant(milliseconds: Int64(date.milliseconds))
      say(name, "\(TimeText.utc(instant)), \(TimeText.distance(from: now, to: instant))")
    }
  }

  private mutating func say(_ name: String, _ object: JSONObject) {
    say(name, JSON.object(object).text(pretty: true))
  }

  private mutating func say(_ name: String, _ value: String) {
    let column = 14
    let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
    let indented = lines.enumerated().map { number, line in
      // Tokens come from outside, and must not control the terminal.
      (number == 0 ? "" : String(repeating: " ", count: column)) + LogText.escaped(String(line))
    }
    let head = "  \(name)" + String(repeating: " ", count: max(1, column - name.count - 2))
    text += head + indented.joined(separator: "\n") + "\n"
  }
}
