import EidolonTesting
import Flow
import Foundation
import FoundationNetworking
import JSON

/// A relying party: a shop that logs its customers in with itsme, over real HTTP.
struct Shop {
  /// The issuer that it is configured with.
  let issuer: String
  private let client = RelyingParty()

  /// What came of a login.
  enum Outcome: Equatable {
    case loggedIn(subject: String)
    case refused(String)
  }

  /// Sends the customer to itsme and takes what comes back.
  func logIn() async throws -> Outcome {
    let callback = try await authorize()
    if let error = callback["error"] { return .refused(error) }
    return try await redeem(callback["code"] ?? "")
  }

  /// The parameters with which the browser comes back.
  func authorize() async throws -> [String: String] {
    var url = URLComponents(string: "\(issuer)/authorize")
    url?.queryItems = [
      "client_id": client.identifier, "response_type": "code",
      "scope": "openid service:EIDOLON_LOGIN profile",
      "redirect_uri": client.redirectURI, "state": "the-state", "nonce": "the-nonce",
    ].map { URLQueryItem(name: $0.key, value: $0.value) }
    let (_, response) = try await send(URLRequest(url: try required(url?.url)))
    let location = response.value(forHTTPHeaderField: "Location").flatMap { URLComponents(string: $0) }
    let items = location?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
  }

  /// Redeems a code at the token endpoint.
  func redeem(_ code: String) async throws -> Outcome {
    let assertion = try client.assertion(
      audience: .string("\(issuer)/token"), at: Instant(seconds: Int64(Date().timeIntervalSince1970)))
    var form = URLComponents()
    form.queryItems = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": client.redirectURI,
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "client_assertion": assertion,
    ].map { URLQueryItem(name: $0.key, value: $0.value) }
    var request = URLRequest(url: try required(URL(string: "\(issuer)/token")))
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = form.percentEncodedQuery.map { Data($0.utf8) }
    let (body, response) = try await send(request)
    let answer = try JSON(parsing: Array(body))
    guard response.statusCode == 200 else { return .refused(answer["error"]?.string ?? "") }
    let token = (answer["id_token"]?.string ?? "").split(separator: ".")
    return .loggedIn(subject: token.count == 3 ? "somebody" : "nobody")
  }

  private func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    configuration.timeoutIntervalForRequest = 600
    let session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let (data, response) = try await session.data(for: request)
    return (data, try required(response as? HTTPURLResponse))
  }

  private func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw URLError(.badURL) }
    return value
  }

  /// The shop looks at what comes back itself.
  private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
  }
}
