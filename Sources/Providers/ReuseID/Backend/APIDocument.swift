import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// The document behind the `type` of an error: the error codes, and the paths of this emulator.
  func apiDocument(_ call: Call) -> Outcome {
    let response = prepared.answer("openapi", version: 0) {
      .json(.ok, Self.apiDocument.bytes())
    }
    return .answer(Answer(response))
  }

  private static let apiDocument: JSON = [
    "openapi": "3.1.0",
    "info": [
      "title": "ReuseID and MobileID, as Eidolon serves them", "version": "1",
      "description":
        "The vendor's developer site has its own documents, reuseid and mobileid. Their paths were not at hand: these are Eidolon's.",
    ],
    "paths": .object(paths),
    "components": ["schemas": ["Problem": problem]],
  ]

  private static let problem: JSON = [
    "type": "object",
    "required": ["type", "title", "code", "status", "traceId", "detail"],
    "properties": [
      "type": ["type": "string", "format": "uri"], "title": ["type": "string"],
      "code": ["enum": .array(APIProblem.Code.allCases.map { .string($0.rawValue) })],
      "status": ["type": "integer"], "traceId": ["type": "string"], "detail": ["type": "string"],
      "invalidParams": [
        "type": "array",
        "items": [
          "type": "object",
          "properties": ["name": ["type": "string"], "reason": ["type": "string"]],
        ],
      ],
    ],
  ]

  private static let paths: JSONObject = {
    var paths: JSONObject = [:]
    for (method, path, endpoint) in operations {
      let parameters = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { name -> JSON in
        ["name": .string(String(name.dropFirst().dropLast())), "in": "path", "required": true]
      }
      paths[path] = [
        method: [
          "summary": .string(endpoint.term.term.meaning), "parameters": .array(parameters),
          "responses": [
            "200": ["description": "As asked for"],
            "default": [
              "description": "Refused",
              "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
            ],
          ],
        ]
      ]
    }
    return paths
  }()

  private static let operations: [(method: String, path: String, ReuseIDEndpoint)] = [
    ("post", "/onboarding", .onboardingStart),
    ("get", "/onboarding/{transactionId}", .onboardingStatus),
    ("post", "/step-up", .stepUpStart),
    ("get", "/step-up/{transactionId}", .stepUpStatus),
    ("post", "/core/authentications", .authenticationStart),
    ("get", "/core/transactions/{transactionId}", .operationResult),
    ("get", "/core/users/{userId}", .user),
    ("get", "/core/users/{userId}/devices", .userDevices),
    ("get", "/core/devices/{deviceId}/transactions", .deviceTransactions),
    ("post", "/core/devices/{deviceId}/lock", .deviceLock),
    ("post", "/core/devices/{deviceId}/unlock", .deviceUnlock),
  ]
}
