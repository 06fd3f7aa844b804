import HTTP
import JSON
import ProviderKit

/// The OpenAPI 3.1 document of the control plane, generated from the declarations that route its calls.
struct OpenAPIDocument {
  let routes: [ControlRoute]
  /// The URL at which the caller reached the sandbox.
  let base: String
  let needsToken: Bool

  var json: JSON {
    var paths: JSONObject = [:]
    for route in routes {
      var operations = paths[route.fullPath]?.object ?? [:]
      operations[route.method.text.lowercased()] = operation(route)
      paths[route.fullPath] = .object(operations)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Eidolon's control plane", "version": "1",
        "description":
          "Everything that a test or a person can do to the emulator, for this sandbox; below /~NAME for another. Errors are problem documents (RFC 9457).",
      ],
      "servers": [["url": .string(base)]],
      "security": needsToken ? [["token": []], ["cookie": []]] : [],
      "paths": .object(paths),
      "components": [
        "schemas": .object(ControlSchemas.components),
        "securitySchemes": [
          "token": ["type": "http", "scheme": "bearer", "description": "The token of --control-token."],
          "cookie": [
            "type": "apiKey", "in": "cookie", "name": .string(ControlToken.cookieName),
            "description": "What the pages keep after they have asked for the token.",
          ],
        ],
      ],
    ]
  }

  private func operation(_ route: ControlRoute) -> JSON {
    var operation: JSONObject = [
      "operationId": .string(route.identifier), "summary": .string(route.summary),
      "tags": [.string(String(route.path.prefix { $0 != "/" }))],
    ]
    let parameters =
      route.pathParameters.map { pathParameter($0, of: route) } + route.parameters.map(parameter)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    if let body = route.body ?? (route.method == .get ? nil : JSON.body([:])) {
      operation["requestBody"] = [
        "required": .bool(route.body != nil), "content": ["application/json": ["schema": body]],
      ]
    }
    var responses: JSONObject = [:]
    for answer in (route.answers + route.problems + commonProblems(route)).sorted(by: {
      $0.status < $1.status
    })
    where responses["\(answer.status)"] == nil {
      responses["\(answer.status)"] = response(answer)
    }
    operation["responses"] = .object(responses)
    if route.isOpen { operation["security"] = [] }
    return .object(operation)
  }

  /// Problems common to all calls with this method and openness.
  private func commonProblems(_ route: ControlRoute) -> [ControlRoute.Answer] {
    var problems: [ControlRoute.Answer] = [
      .problem(400, "A parameter or the body is malformed, with every place."),
      .problem(421, "The Host could belong to a stranger's web page."),
    ]
    if !route.isOpen {
      problems.append(.problem(401, "The token of --control-token is needed."))
      problems.append(.problem(403, "A page of an origin calls that --control-origin does not name."))
      problems.append(.problem(404, "The control plane is on its own address, or nothing has this name."))
      problems.append(.problem(503, "The emulator is shutting down."))
    }
    if route.method != .get {
      problems.append(.problem(413, "The body is too large."))
      problems.append(.problem(415, "Content-Type: application/json is needed."))
    }
    return problems
  }

  private func response(_ answer: ControlRoute.Answer) -> JSON {
    var response: JSONObject = ["description": .string(answer.meaning)]
    switch answer.content {
    case .nothing: break
    case .of(let type, let schema): response["content"] = .object([type: ["schema": schema]])
    case .anyOf(let forms):
      response["content"] = .object(JSONObject(forms.map { ($0.mediaType, ["schema": $0.schema]) }))
    }
    return .object(response)
  }

  private func pathParameter(_ name: String, of route: ControlRoute) -> JSON {
    ["name": .string(name), "in": "path", "required": true, "schema": route.schema(ofPathParameter: name)]
  }

  private func parameter(_ parameter: ControlRoute.Parameter) -> JSON {
    [
      "name": .string(parameter.name), "in": parameter.isHeader ? "header" : "query",
      "description": .string(parameter.meaning), "schema": parameter.schema,
    ]
  }
}

extension ControlRoute {
  /// The operation's identifier, such as `getTransactionsId`.
  var identifier: String {
    let words = path.split { "/{}.-".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return method.text.lowercased() + words.joined()
  }

  func schema(ofPathParameter name: String) -> JSON {
    switch name {
    case "name", "provider": ["type": "string", "pattern": "^[a-z0-9-]{1,40}$"]
    case "story": ["type": "string", "pattern": .string("^\(ControlLimits.storyNamePattern)$")]
    default: ["type": "string", "pattern": "^[A-Za-z0-9._-]{1,200}$"]
    }
  }
}
