import Crypto
import Flow
import JOSE
import JSON

/// `eidolon assertion`: a client assertion for a token endpoint (RFC 7523 §2.2, OpenID Connect Core §9).
enum AssertionCommand {
  /// The client of the default world.
  static let defaultClient = "EIDOLON_TEST"

  static func run(_ options: ParsedOptions, now: Instant = WallClock.now) throws(UsageFailure) -> Report {
    let (audience, lifetime) = try read(options)
    let client = options.first("client")?.text ?? defaultClient
    let claims: JSONObject = [
      "iss": .string(client), "sub": .string(client), "aud": .string(audience),
      "jti": .string(Base64URL.encode(randomBytes(16))), "iat": .integer(Int(now.seconds)),
      "exp": .integer(Int((now + lifetime).seconds)),
    ]
    return try Report(claims, signedBy: options)
  }

  private static func read(_ options: ParsedOptions) throws(UsageFailure) -> (String, Duration) {
    var problems: [String] = []
    let audience = options.first("aud")?.text
    if audience == nil { problems.append("--aud is missing: the URL of the token endpoint") }
    var lifetime: Duration? = .seconds(300)
    if let value = options.first("lifetime") {
      lifetime = DurationText.parse(value.text)
      if lifetime == nil {
        problems.append(
          "\(value.origin) \(JSONProblem.quoted(value.text)) is not a duration, such as 30s or 5m")
      }
    }
    guard problems.isEmpty, let audience, let lifetime else { throw UsageFailure(problems) }
    return (audience, lifetime)
  }
}

extension Report {
  /// The signed claims, or why they cannot be signed.
  init(_ claims: JSONObject, signedBy options: ParsedOptions) throws(UsageFailure) {
    if options.isGiven("encrypt-with"), !options.isGiven("encrypt-to"), !options.isOn("encrypt") {
      throw UsageFailure("--encrypt-with goes with an encryption, which --encrypt-to FILE asks for")
    }
    do throws(FileError) {
      let signer = try TokenSigner(options)
      do throws(RunFailure) {
        self.init(output: try signer.token(claims) + "\n")
      } catch {
        self.init(errors: "\(error.reason)\n", status: .failure)
      }
    } catch {
      self.init(errors: "\(error)\n", status: .failure)
    }
  }
}
