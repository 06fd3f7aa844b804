import HTTP
import JOSE
import JSON

/// The secrets in exchanges, to be masked wherever else they occur.
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
        if let json = try? JSON(parsing: body) { take(json) }
      }
    }
  }

  /// The longest first; short ones are left out, because they would match by chance.
  var texts: [[UInt8]] {
    found.union(found.map { PercentCoding.encode($0) }).filter { $0.utf8.count >= 8 }
      .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map { Array($0.utf8) }
  }

  /// A token is left out, because only its signature is masked.
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
  /// For an export of these exchanges: codes and other handles are masked too, and each of their secrets wherever it
  /// occurs.
  ///
  /// - Parameter exchanges: those of one login; searching for the secrets of thousands would take long.
  package init(exporting exchanges: [RecordedExchange]) {
    self.init(known: CarriedSecrets(exchanges).texts, masksHandles: true)
  }
}
