import HTTP
import JOSE
import JSON

/// The secrets that exchanges carry, as texts to be looked for elsewhere.
struct CarriedSecrets {
  private var found: Set<String> = []
  private let names = Redaction(known: [], masksHandles: true)

  init(_ exchanges: [RecordedExchange]) {
    for exchange in exchanges {
      let (request, response) = (exchange.request, exchange.response)
      for form in request.forms { take(form) }
      for (name, value) in request.headers { take(name, value) }
      for (name, value) in response.headers { take(name, value) }
      for body in [request.body, response.body] {
        if let json = try? JSONParser.parse(body).json { take(json) }
      }
    }
  }

  /// The longest first; the short ones would be found where they are none.
  var texts: [[UInt8]] {
    found.union(found.map { PercentCoding.encode($0) }).filter { $0.utf8.count >= 8 }
      .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map { Array($0.utf8) }
  }

  /// Of a token its signature is masked, and the rest stays.
  private mutating func take(_ secret: String) {
    if !secret.hasPrefix("eyJ") { found.insert(secret) }
  }

  private mutating func take(_ form: Form) {
    for (name, value) in form where names.isSecret(name) { take(value) }
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name.lowercased() {
    case "authorization", "proxy-authorization":
      take(value.split(separator: " ").last.map(String.init) ?? value)
      if let pair = try? Base64.decode(value.split(separator: " ").last.map(String.init) ?? ""),
        let colon = pair.firstIndex(of: UInt8(ascii: ":"))
      {
        take(String(decoding: pair[(colon + 1)...], as: UTF8.self))
      }
    case "cookie": for pair in value.split(separator: ";") { take(cookie: pair) }
    case "set-cookie": take(cookie: value.prefix { $0 != ";" })
    case "location":
      let start = value.firstIndex { $0 == "?" || $0 == "#" }
      guard let start, let form = try? Form(parsing: String(value[value.index(after: start)...])) else {
        return
      }
      take(form)
    default: if names.isSecret(name) { take(value) }
    }
  }

  private mutating func take(cookie pair: Substring) {
    if let equals = pair.firstIndex(of: "=") { take(String(pair[pair.index(after: equals)...])) }
  }

  private mutating func take(_ json: JSON) {
    switch json {
    case .object(let members):
      for (name, value) in members {
        if let text = value.string, names.isSecretMember(name) { take(text) } else { take(value) }
      }
    case .array(let elements): for element in elements { take(element) }
    default: break
    }
  }
}

extension Redaction {
  /// For what somebody takes along of these exchanges: codes and other handles are masked too, and each secret that they
  /// carry wherever it stands.
  ///
  /// - Parameter exchanges: those of one login; to look for the secrets of thousands would take long.
  package init(takingAlong exchanges: [RecordedExchange]) {
    self.init(known: CarriedSecrets(exchanges).texts, masksHandles: true)
  }
}
