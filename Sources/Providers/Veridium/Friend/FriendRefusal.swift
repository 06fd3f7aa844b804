import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// The errors of the server's calls: the shape is documented, numbers and HTTP statuses are ours (§1a).
  enum FriendError: Int, CaseIterable {
    case malformed = 1000
    case certificate = 1001
    case member = 1002
    case profile = 1003
    case device = 1004
    case session = 1005
    case mediaType = 1006

    /// The HTTP status, where errors have one of their own.
    var status: Status {
      switch self {
      case .malformed: 400
      case .certificate: 403
      case .member, .profile, .session: 404
      case .device: 409
      case .mediaType: 415
      }
    }
  }
}

extension Veridium {
  /// Why a friend's call is refused.
  struct FriendRefusal: Error {
    /// The error on the wire.
    let error: FriendError
    /// What the wire says.
    let description: String
    /// What the developer is told.
    let finding: Finding

    init(_ error: FriendError, _ description: String, _ finding: Finding) {
      (self.error, self.description, self.finding) = (error, description, finding)
    }
  }
}

extension Veridium {
  /// The answer to a refused call: an HTTP status of its own, or 200 in the vendor's style (§1a).
  func refuse(
    _ refusal: FriendRefusal, _ switches: Switches, _ findings: [Finding], session: String? = nil,
    faults: [Fault] = []
  ) -> Answer {
    let body: JSON = [
      "error": [
        "errorCode": .integer(refusal.error.rawValue), "errorDescription": .string(refusal.description),
      ]
    ]
    let status = switches[veridium: .httpErrors].isOn ? refusal.error.status : .ok
    var response = Response.json(status, body.bytes())
    response.headers.append("Cache-Control", "no-store")
    if let session { ledger.note([refusal.finding], on: session) }
    return Answer(response, transaction: session, findings: findings + [refusal.finding], faults: faults)
  }

  /// The answer to a call that succeeded, with `error` where the switches say so (§1a, §5).
  func succeed(_ members: JSONObject, _ switches: Switches, withError: Bool = true) -> Response {
    var members = members
    if withError, switches[veridium: .errorMember].isOn {
      members["error"] = Veridium.noError
    }
    return success(JSON.object(members).bytes())
  }

  /// The same for an answer that is asked for again and again, and so is written as it goes.
  func succeed(_ members: consuming JSONText, _ switches: Switches) -> Response {
    if switches[veridium: .errorMember].isOn {
      members.addObject("error") { error in
        error.add("errorCode", 0)
        error.add("errorDescription", "")
      }
    }
    return success(members.bytes())
  }

  private static let noError: JSON = ["errorCode": 0, "errorDescription": ""]

  private func success(_ body: [UInt8]) -> Response {
    Response(.ok, headers: Veridium.successFields, body: body)
  }

  /// With what every answer gets, so that nothing has to be added to what is sent so often.
  private static let successFields: Headers = [
    "Content-Type": "application/json", "Cache-Control": "no-store", "Eidolon": "emulator",
  ]
}
