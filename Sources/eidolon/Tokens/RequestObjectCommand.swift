import JSON

/// `eidolon request-object`: the parameters of an authorize call as a signed token (OpenID Connect Core §6.1, RFC 9101).
enum RequestObjectCommand {
  static func run(_ options: ParsedOptions) throws(UsageFailure) -> Report {
    var problems: [String] = []
    let client = options.first("client")?.text
    let audience = options.first("aud")?.text
    if client == nil { problems.append("--client is missing") }
    if audience == nil { problems.append("--aud is missing: the issuer") }
    var claims: JSONObject = [:]
    if let client, let audience {
      claims = ["iss": .string(client), "aud": .string(audience), "client_id": .string(client)]
    }
    var given: Set<String> = []
    for operand in options.operands {
      do throws(UsageFailure) {
        let (name, value) = try member(operand)
        if given.insert(name).inserted {
          claims[name] = value
        } else {
          problems.append("\(name) is given twice")
        }
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw UsageFailure(problems) }
    return try Report(claims, signedBy: options)
  }

  /// Parses `name=value` or `name:=json`.
  private static func member(_ operand: String) throws(UsageFailure) -> (String, JSON) {
    guard let equals = operand.firstIndex(of: "="), equals != operand.startIndex else {
      throw UsageFailure("\(JSONProblem.quoted(operand)) is not NAME=VALUE")
    }
    var name = operand[..<equals]
    let value = String(operand[operand.index(after: equals)...])
    let isJSON = name.hasSuffix(":")
    if isJSON { name = name.dropLast() }
    guard !name.isEmpty else { throw UsageFailure("\(JSONProblem.quoted(operand)) is not NAME=VALUE") }
    guard isJSON || name == "claims" else { return (String(name), .string(value)) }
    do {
      return (String(name), try JSON(parsing: value))
    } catch {
      throw UsageFailure("the value of \(name) is not JSON: \(error)")
    }
  }
}
