import EidolonTesting
import HTTP
import JSON

extension TestEmulator {
  /// A call to the control plane with a JSON body.
  func steer(_ method: HTTP.Method, _ path: String, _ body: JSON? = nil) -> TestAnswer {
    send(
      Request(
        method, "/_eidolon/\(path)", headers: ["Content-Type": "application/json"], body: body?.bytes() ?? [])
    )
  }

  /// The transactions so far, as the control plane lists them.
  var transactionIdentifiers: [String] {
    steer(.get, "transactions").json["transactions"]?.array?.compactMap { $0["id"]?.string } ?? []
  }
}
