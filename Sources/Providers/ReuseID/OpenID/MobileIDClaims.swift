import Flow
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// The claims about the user that the scopes grant.
  ///
  /// Today's addresses have the hub's (contract signicat-hub §1.11), unless a switch asks for ours of before; the older
  /// ones name the client's user and the device (§5).
  func claims(of login: Transaction<Operation>) -> JSONObject {
    let operation = login.detail
    var claims: JSONObject = ["sub": .string(operation.user)]
    let isToday = operation.request?.realm == .today
    if isToday, operation.switches[quirk: .mobileIDClaims].word == "mobileid_" {
      for claim in MobileIDClaim.allCases where operation.request?.scopes.contains(claim.scope) == true {
        claims[claim.rawValue] = value(of: claim, login)
      }
    } else if operation.request?.scopes.isDisjoint(with: ["mobileid", "mobileid-extra"]) == false {
      // A registration gives the client's name for the user as `name`, an authentication as `externalRef`.
      claims[operation.purpose.isActivation ? "name" : "externalRef"] =
        operation.externalReference.map(JSON.string)
      claims["deviceId"] = .string(operation.device)
    }
    return claims
  }

  /// `nil` for what the operation lacks, which is left out (contract signicat-hub §1.11).
  private func value(of claim: MobileIDClaim, _ login: Transaction<Operation>) -> JSON? {
    let (operation, device) = (login.detail, devices[login.detail.device])
    let context = login.preContext
    return switch claim {
    case .transaction: .string(login.identifier)
    case .state: .string(mobileState(operation))
    case .created: .string(login.started.text)
    case .user: .string(operation.user)
    case .userReference: operation.externalReference.map(JSON.string)
    case .device: .string(operation.device)
    case .deviceName: device?.name.map(JSON.string)
    case .level: operation.method.map { .string($0.level.rawValue) }
    case .method: operation.method.map { .string($0.result) }
    case .deviceState: device.map { .string($0.state) }
    case .bindingMessage: operation.request?.bindingMessage.map(JSON.string)
    case .requestedExpiry: operation.request?.requestedExpiry.map(JSON.integer)
    case .pushSent: .bool(operation.isPushed)
    case .contextTitle: context?.title.map(JSON.string)
    case .contextContent: context.map { .string($0.content) }
    }
  }

  /// The claims of a MobileID login for which the emulator has a value.
  ///
  /// The names are the hub's own; which scope grants which, and the form of the values, are not public. Here `mobileid`
  /// says who and how, as the result of the API does, and `mobileid-extra` the circumstances.
  enum MobileIDClaim: String, CaseIterable {
    case transaction = "mobileid_transaction_id"
    case state = "mobileid_state"
    case created = "mobileid_created"
    case user = "mobileid_user_id"
    case userReference = "mobileid_user_external_reference"
    case device = "mobileid_device_id"
    case deviceName = "mobileid_device_name"
    case level = "mobileid_auth_level"
    case method = "mobileid_auth_method"
    case deviceState = "mobileid_device_state"
    case bindingMessage = "mobileid_binding_message"
    case requestedExpiry = "mobileid_requested_expiry"
    case pushSent = "mobileid_push_sent"
    case contextTitle = "mobileid_pre_operation_context_title"
    case contextContent = "mobileid_pre_operation_context_content"

    var scope: String {
      switch self {
      case .transaction, .state, .created, .user, .userReference, .device, .deviceName, .level, .method:
        "mobileid"
      case .deviceState, .bindingMessage, .requestedExpiry, .pushSent, .contextTitle, .contextContent:
        "mobileid-extra"
      }
    }
  }
}
