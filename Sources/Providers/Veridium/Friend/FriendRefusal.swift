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

    /// The HTTP status, if errors have their own.
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
  struct FriendRefusal: Error {
    let error: FriendError
    /// The `errorDescription`.
    let description: String
    let finding: Finding
    /// Findings made before it.
    private(set) var earlier: [Finding] = []

    init(_ error: FriendError, _ description: String, _ finding: Finding) {
      (self.error, self.description, self.finding) = (error, description, finding)
    }

    /// Puts earlier findings before its own.
    func after(_ earlier: [Finding]) -> FriendRefusal {
      var refusal = self
      refusal.earlier = earlier + refusal.earlier
      return refusal
    }
  }
}

extension Veridium {
  /// The response to a refused call: with its own HTTP status, or 200 in the vendor's style (§1a).
  func refuse(
    _ refusal: FriendRefusal, _ switches: Switches, _ findings: [Finding], session: String? = nil
  ) -> Answer {
    let body: JSON = [
      "error": [
        "errorCode": .integer(refusal.error.rawValue), "errorDescription": .string(refusal.description),
      ]
    ]
    let status = switches[veridium: .httpErrors].isOn ? refusal.error.status : .ok
    if let session { ledger.note([refusal.finding], on: session) }
    return Answer(.notStored(status, body), findings: findings + refusal.earlier + [refusal.finding])
  }

  /// The response to a successful call, with `error` if the switches say so (§1a, §5).
  func succeed(_ members: JSONObject, _ switches: Switches, withError: Bool = true) -> Response {
    var members = members
    if withError, switches[veridium: .errorMember].isOn {
      members["error"] = ["errorCode": 0, "errorDescription": ""]
    }
    return .notStored(.ok, .object(members))
  }
}
