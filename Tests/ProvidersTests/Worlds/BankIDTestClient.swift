import EidolonTesting
import Flow
import HTTP
import JSON

@testable import Criipto

/// A client that opens the BankID app by itself.
struct BankIDClient {
  static let sameDevice = "urn:grn:authn:se:bankid:same-device"
  static let qr = "urn:grn:authn:se:bankid:another-device:qr"
  static let number = "199007142384"

  let emulator: TestEmulator

  /// The authorize answer for a platform, or whatever the changes make of it.
  func start(
    _ platform: String? = "android", _ changes: [String: String?] = [:], scenario: String? = nil,
    headers: Headers = [:]
  ) -> TestAnswer {
    var all: [String: String?] = ["acr_values": Self.sameDevice, "response_mode": "json", "prompt": "login"]
    if let platform { all["login_hint"] = "appswitch:\(platform)" }
    return VerifyLogin(emulator: emulator).authorize(
      all.merging(changes) { $1 }, scenario: scenario, headers: headers)
  }

  /// An order that answers at these addresses.
  struct Order {
    let emulator: TestEmulator
    let json: JSON

    func get(_ name: String, headers: Headers = [:]) -> TestAnswer {
      emulator.get(json[name]?.string ?? "/nothing", headers: headers)
    }

    /// The address of `pollUrl` of an order whose answer leaves it out.
    func poll() -> TestAnswer {
      let complete = json["completeUrl"]?.string ?? ""
      return emulator.get(json["pollUrl"]?.string ?? complete.replacing("/complete", with: "/poll"))
    }

    /// The order after an app was opened by its link, or has scanned its first code.
    func opened() -> Order {
      let link = json["launchLinks"]?["universalLink"]?.string ?? ""
      let code = json["initialQrCode"]?.string.map { "qr=\($0)" }
      _ = emulator.get("/criipto/bankid-app?\(code ?? String(link.split(separator: "?").last ?? ""))")
      return self
    }

    func complete() -> TestAnswer { get("completeUrl") }
    func cancel() -> TestAnswer { get("cancelUrl") }

    var token: String {
      let link = json["launchLinks"]?["universalLink"]?.string ?? ""
      return String(link.split(separator: "autostarttoken=").last?.prefix { $0 != "&" } ?? "")
    }
  }

  func order(
    _ platform: String? = "android", _ changes: [String: String?] = [:], scenario: String? = nil
  ) -> Order {
    Order(emulator: emulator, json: start(platform, changes, scenario: scenario).json)
  }

  /// The app that stands for BankID's, asked without pages.
  func app(_ query: String) -> TestAnswer { emulator.get("/criipto/bankid-app?\(query)") }

  /// The parameters of a location that an answer tells in JSON.
  func parameters(_ answer: TestAnswer, _ name: String = "location") -> Form {
    let location = answer.json[name]?.string ?? ""
    guard let question = location.firstIndex(of: "?") else { return Form() }
    return (try? Form(parsing: String(location[location.index(after: question)...]))) ?? Form()
  }
}

extension TestAnswer {
  /// A text that may be a JSON string.
  var bareText: String { text.trimmingPrefix("\"").description.replacing("\"", with: "") }
}
