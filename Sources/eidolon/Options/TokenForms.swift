extension CommandForm {
  static let assertion = CommandForm(
    summary: "prints a signed client assertion for a token request (private_key_jwt)",
    options: [
      Option("aud", "URL", "Whom it is for: the token endpoint. Required."),
      Option("client", "ID", "The client id, as iss and sub. Default: EIDOLON_TEST."),
      .signingKey, .keyName,
      Option(
        "lifetime", "DURATION", "How long it is valid, such as 30s or 5m; negative: expired. Default: 5m."),
      .encryptTo, .keyEncryption,
    ],
    notes: [keyFiles])

  static let requestObject = CommandForm(
    summary: "prints a signed request object for an authorize call",
    operands: "NAME=VALUE…", operandCount: 0 ... .max,
    options: [
      Option("client", "ID", "The client id, as iss and client_id. Required."),
      Option("aud", "URL", "Whom it is for: the issuer. Required."),
      .signingKey, .keyName,
      Option("encrypt", "Encrypts it to the emulator's test key."),
      .encryptTo, .keyEncryption,
    ],
    notes: [
      "Each NAME=VALUE becomes a member with a string; NAME:=JSON one with any JSON value, such as max_age:=60. The value "
        + "of claims is always JSON. iss, aud and client_id can be replaced in this way, to see them refused.",
      keyFiles,
    ])

  static let decode = CommandForm(
    summary: "prints what a JWS or JWE says, and verifies it",
    operands: "[FILE]", operandCount: 0...1,
    options: [
      Option(
        "key", "FILE", isRepeatable: true,
        "Verifies and decrypts with the keys of this file too. The emulator's test keys are always tried."),
      Option(
        "secret", "TEXT",
        "The client's secret: it verifies HS256, and its SHA-256 decrypts dir (OpenID Connect Core §10.2)."),
    ],
    notes: [
      "Without FILE the token is read from standard input.",
      keyFiles,
      "Exit status: 0 when every signature verifies, 1 when one does not, nothing decrypts it or it is not a token.",
    ])

  private static let keyFiles = "A key file is PEM, a JWK or a JWK Set."
}

extension Option {
  static let signingKey = Option(
    "key", "FILE", "Signs with this key. Default: the test key of the default client.")
  static let keyName = Option(
    "kid", "KID", "The kid in the header. Default: the key's own, for a PEM file its RFC 7638 thumbprint.")
  static let encryptTo = Option(
    "encrypt-to", "FILE", "Encrypts it to this public key (A128CBC-HS256).")
  static let keyEncryption = Option(
    "encrypt-with", "ALG", "How an encryption carries its key: RSA-OAEP or RSA-OAEP-256. Default: RSA-OAEP.")
}
