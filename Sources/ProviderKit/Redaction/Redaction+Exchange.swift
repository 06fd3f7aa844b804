import HTTP
import JOSE
import JSON

extension Redaction {
  func request(_ request: Request) -> Request {
    var headers = Headers()
    for (name, value) in request.headers { headers.append(name, header(name, value)) }
    var masked = request
    masked.target = request.target.replacing(path: bytes, query: form)
    masked.headers = headers
    masked.body = body(request.body, request.headers["Content-Type"])
    return masked
  }

  func response(_ response: Response) -> Response {
    var headers = Headers()
    for (name, value) in response.headers { headers.append(name, header(name, value)) }
    return Response(
      response.status, headers: headers, body: body(response.body, response.headers["Content-Type"]))
  }

  // MARK: Headers

  private func header(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "authorization", "proxy-authorization": credentials(value)
    case "cookie": value.split(separator: ";").map { cookie($0) }.joined(separator: ";")
    case "set-cookie":
      // The attributes stay.
      cookie(value.prefix { $0 != ";" }) + value.drop { $0 != ";" }
    case let name where isSecret(name): secret(value)
    default: text(value)
    }
  }

  /// Keeps the scheme, and for Basic the name.
  private func credentials(_ value: String) -> String {
    let words = value.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return Self.mask }
    guard words[0].lowercased() == "basic" else { return "\(words[0]) \(secret(String(words[1])))" }
    guard let pair = try? Base64.decode(String(words[1])), let colon = pair.firstIndex(of: UInt8(ascii: ":"))
    else { return "\(words[0]) \(Self.mask)" }
    return "\(words[0]) \(Base64.encode(pair[...colon] + Self.maskBytes))"
  }

  private func cookie(_ pair: Substring) -> String {
    guard let equals = pair.firstIndex(of: "="), pair.index(after: equals) < pair.endIndex else {
      return String(pair)
    }
    return pair[...equals] + Self.mask
  }

  // MARK: Content

  func body(_ body: [UInt8], _ contentType: String?) -> [UInt8] {
    if let boundary = SecretText.boundary(of: contentType) { return parts(of: body, between: boundary) }
    guard !body.isEmpty else { return body }
    let type = contentType?.lowercased() ?? ""
    let isForm = type.contains("form-urlencoded")
    guard String(validating: body, as: UTF8.self) != nil else {
      // Pictures and other bytes have no secrets with names.
      let isText = isForm || type.contains("json") || type.hasPrefix("text/")
      return isText ? unreadable(body, "UTF-8") : body
    }
    if isForm { return form(body) }
    let first = body.first { $0 > 0x20 }
    let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    guard looksLikeJSON || type.contains("json") else { return bytes(body) }
    guard let value = try? JSON(parsing: body) else { return unreadable(body, "JSON") }
    let masked = json(value)
    // Content without secrets stays as it was written.
    return masked == value ? body : masked.bytes()
  }

  private func unreadable(_ body: [UInt8], _ form: String) -> [UInt8] {
    Array("\(Self.mask): \(body.count) bytes that are not \(form)".utf8)
  }
}
