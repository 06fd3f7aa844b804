import Flow
import HTTP
import JSON
import ProviderKit

/// Entries of the journal as an HTTP Archive 1.2, which browsers' developer tools, proxies and editors open.
///
/// It has requests as received and answers as decided. Members that begin with an underscore are ours, as the format
/// allows.
struct HTTPArchive {
  private let entries: [Journal.Entry]
  private let keys: KeyRing
  private let version: String
  private let redaction: Redaction?

  init(
    _ entries: [Journal.Entry], openedWith keys: KeyRing, version: String,
    _ redaction: Redaction? = nil
  ) {
    (self.entries, self.keys, self.version, self.redaction) = (entries, keys, version, redaction)
  }

  var json: JSON {
    [
      "log": [
        "version": "1.2",
        "creator": ["name": "Eidolon", "version": .string(version.isEmpty ? "unknown" : version)],
        "entries": .array(entries.map(entry)),
        "comment":
          "Times are those of the sandbox's clock. An answer takes as long as it was held back and delayed; the rest is not measured.",
      ]
    ]
  }

  private func entry(_ entry: Journal.Entry) -> JSON {
    let exchange = entry.exchange.redacted(redaction)
    let wait = milliseconds(exchange.held + exchange.transmission.after)
    let receive = milliseconds(exchange.transmission.receiving)
    var object: JSONObject = [
      "startedDateTime": .string((entry.at - exchange.held).text),
      "time": .integer(wait + receive),
      "request": request(exchange), "response": response(exchange),
      "cache": [:],
      "timings": ["send": 0, "wait": .integer(wait), "receive": .integer(receive)],
      "_eidolon": about(entry),
    ]
    if let remark = exchange.problem ?? exchange.transmission.remark { object["comment"] = .string(remark) }
    return .object(object)
  }

  private func milliseconds(_ duration: Duration) -> Int { Int(duration.wholeMilliseconds) }

  // MARK: The request

  private func request(_ exchange: RecordedExchange) -> JSON {
    let request = exchange.request
    let query = (try? request.target.query) ?? Form()
    var object: JSONObject = [
      "method": .string(request.method.text), "url": .string(exchange.url),
      "httpVersion": request.version == .http10 ? "HTTP/1.0" : "HTTP/1.1",
      "cookies": .array(
        request.cookies.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "headers": headers(request.headers),
      "queryString": .array(query.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "headersSize": -1, "bodySize": .integer(request.body.count),
    ]
    if !request.body.isEmpty { object["postData"] = postData(request) }
    return .object(object)
  }

  /// The format has no `encoding` here: bytes that are not UTF-8 are written in base64, as `_encoding` says.
  private func postData(_ request: Request) -> JSON {
    var object: JSONObject = [
      "mimeType": .string(request.headers["Content-Type"] ?? "application/octet-stream")
    ]
    if let text = String(validating: request.body, as: UTF8.self) {
      object["text"] = .string(text)
    } else {
      object["text"] = .string(RecordedExchange.base64(request.body))
      object["_encoding"] = "base64"
      object["comment"] = "The body is not text; it is here in base64."
    }
    return .object(object)
  }

  // MARK: The answer

  private func response(_ exchange: RecordedExchange) -> JSON {
    let response = exchange.response
    var content: JSONObject = [
      "size": .integer(response.body.count),
      "mimeType": .string(response.headers["Content-Type"] ?? "x-unknown"),
    ]
    if let text = String(validating: response.body, as: UTF8.self) {
      content["text"] = .string(text)
    } else {
      content["text"] = .string(RecordedExchange.base64(response.body))
      content["encoding"] = "base64"
    }
    return [
      "status": .integer(response.status.code), "statusText": .string(response.status.reason),
      "httpVersion": "HTTP/1.1",
      "cookies": .array(response.headers.values("Set-Cookie").compactMap(cookie)),
      "headers": headers(response.headers), "content": .object(content),
      "redirectURL": .string(response.headers["Location"] ?? ""),
      "headersSize": -1, "bodySize": .integer(response.body.count),
    ]
  }

  /// A cookie of `Set-Cookie` (RFC 6265 §4.1); `nil` if it has no `=`.
  private func cookie(_ field: String) -> JSON? {
    let parts = field.split(separator: ";").map { part in part.drop { $0 == " " } }
    guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
    var object: JSONObject = [
      "name": .string(String(pair[..<equals])), "value": .string(String(pair[pair.index(after: equals)...])),
    ]
    for attribute in parts.dropFirst() {
      let words = attribute.split(separator: "=", maxSplits: 1)
      let value = words.count == 2 ? JSON.string(String(words[1])) : ""
      switch words.first?.lowercased() {
      case "path": object["path"] = value
      case "domain": object["domain"] = value
      case "httponly": object["httpOnly"] = true
      case "secure": object["secure"] = true
      default: break
      }
    }
    return .object(object)
  }

  private func headers(_ headers: Headers) -> JSON {
    .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  // MARK: What only the emulator knows

  private func about(_ entry: Journal.Entry) -> JSON {
    var object: JSONObject = [
      "number": .integer(entry.number), "provider": .string(entry.provider),
      "endpoint": .string(entry.endpoint), "direction": .string(entry.exchange.direction.rawValue),
    ]
    object["client"] = entry.client.map(JSON.string)
    object["transaction"] = entry.transaction.map(JSON.string)
    object["findings"] = .array(entry.findings.map(JSON.string))
    object["tokens"] = TokenContents.of(entry.exchange, openedWith: keys).redacted(redaction)
    return .object(object)
  }
}

extension Transmission {
  fileprivate var receiving: Duration {
    if case .drip(let duration) = shape { duration } else { .zero }
  }

  /// What a fault did to the answer, if any.
  fileprivate var remark: String? {
    switch shape {
    case .whole: nil
    case .drip: "A fault sent the answer little by little."
    case .reset: "A fault reset the connection; the answer was not sent."
    case .empty: "A fault closed the connection; the answer was not sent."
    case .truncated(let bytes): "A fault cut the answer after \(bytes) bytes, head included."
    case .garbage: "A fault sent bytes that are not HTTP instead of the answer."
    }
  }
}
