import HTTP
import JSON
import ProviderKit

/// `/_eidolon/openapi.json`: the description of all calls, including this one.
enum OpenAPIResource {
  static let routes = [
    ControlRoute(
      .get, "openapi.json", "This document (OpenAPI 3.1).", answers: [.json("The document.", .anyObject)],
      weight: .heavy, show)
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let needsToken = call.sandbox.settings.control.token != nil
    return .response(
      call.descriptions.openAPI(call.call.base) {
        OpenAPIDocument(routes: call.routes, base: $0, needsToken: needsToken).json
      })
  }
}
