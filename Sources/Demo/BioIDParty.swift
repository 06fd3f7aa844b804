import Frame
import HTTP
import JOSE
import JSON
import ProviderKit

/// A relying party of the BioID Web Service: it gets a token for the task, sends the person to a camera, and then reads
/// the result, which alone counts.
struct BioIDParty: DemoParty {
  var switches: [DemoSwitch] { DemoSwitch.bioID }

  /// How the person gets to the camera.
  enum Way: Sendable {
    /// The browser is sent to the web user interface.
    case webUserInterface
    /// A link launches the app on the phone.
    case app
  }

  let way: Way
  let application: String
  let secret: String
  /// The person to recognize.
  let person: String
  /// The name by which it knows the person.
  let customer: String

  private static let members: Set = ["Action", "BCID", "Success", "Error", "Matches"]

  private var headers: Headers {
    ["Authorization": "Basic \(Base64.encode(Array("\(application):\(secret)".utf8)))"]
  }

  func begin(_ visit: DemoVisiting) -> Outcome {
    let query: Form = ["id": application, "bcid": person, "task": "verify"]
    let url = "\(visit.provider)/extension/token?\(query.encoded)"
    return visit.ask("The token", .get, url, headers: headers) { document in
      guard document.status.code == 200 else {
        let reason = "The token call was answered with \(document.status): \(document.excerpt)"
        return visit.refuse(reason, unless: .failOpen)
      }
      let token = String(decoding: document.body, as: UTF8.self).filter { $0 != "\"" }
      visit.remember(["token": token, "state": visit.secret("state")])
      let launch: [(name: String, value: String?)] = [
        ("access_token", token), ("return_url", visit.callback), ("state", visit.remembered("state")),
      ]
      switch way {
      case .webUserInterface:
        return visit.go(to: RedirectLocation.with("\(visit.publicProvider)/bws/uui", launch))
      case .app:
        visit.remember([
          "link": RedirectLocation.with("bioid-verify://", launch),
          "simulated": RedirectLocation.with("\(visit.publicProvider)/app/verify", launch),
        ])
        return visit.wait(for: "The app is to be opened.")
      }
    }
  }

  func capture(_ visit: DemoVisit) -> String? { visit.memory["simulated"] }

  func stage(_ visit: DemoVisit, _ frame: ControlPage) -> HTML {
    guard way == .app, let link = visit.memory["link"], let simulated = visit.memory["simulated"] else {
      return ""
    }
    return """
      <div class="stage">
      <p>This link launches the app on a phone; paste it there:</p>
      <p><code id="launch" class="whole" data-testid="launch-link">\(link)</code></p>
      <form method="post" class="row">
      <a class="button first" href="\(simulated)" data-testid="open-app"\(visit.isByHand ? "" : " data-auto" as HTML)>Open the simulated app here</a>
      <button name="do" value="read" data-testid="read">The app is done elsewhere: read the result</button>
      </form>
      </div>
      """
  }

  /// The app may have returned elsewhere; asking too early is harmless, because it only gets a 204.
  func act(_ form: Form, _ visit: DemoVisiting) -> Outcome { result(visit, isBack: false) }

  func comeBack(_ parameters: Form, _ visit: DemoVisiting) -> Outcome {
    visit.note([
      .equal(
        "the token that came back is the one that was issued", parameters["access_token"],
        visit.remembered("token"))
    ])
    if visit.has(.redirectTrusted) || visit.has(.returnBelieved) && parameters["error"] == nil {
      return visit.conclude(customer, [:])
    }
    return result(visit, isBack: true)
  }

  private func result(_ visit: DemoVisiting, isBack: Bool) -> Outcome {
    let token = visit.remembered("token")
    guard !token.isEmpty else { return visit.show() }
    let url = "\(visit.provider)/extension/result?\((["access_token": token] as Form).encoded)"
    return visit.ask("The result", .get, url, headers: headers) { document in
      guard document.status.code != 204 else {
        guard isBack else { return visit.show() }
        let reason = "The browser came back, but no verification was made."
        return visit.refuse(reason, unless: .nothingPerformed, as: customer)
      }
      let document = visit.has(.resultStatus) ? document.asOK : document
      return visit.object("The result", document) { result in
        let success =
          visit.has(.errorAlone) ? result["Error"] == nil : result["Success"]?.bool == true
        let wanted = person.replacing(".", with: "/")
        let unknown = result.map(\.name).filter { !Self.members.contains($0) }
        if visit.has(.resultMembers), !unknown.isEmpty {
          return visit.refuse("The result has \(unknown.joined(separator: ", ")), which nobody knows.")
        }
        return visit.conclude(
          customer, result,
          checking: [
            .equal(
              "the result is of a verification", result["Action"]?.string, "verification", unless: .action),
            .equal(
              "the result is about the person who was asked for",
              result["BCID"]?.string?.replacing(".", with: "/"), wanted, unless: .person),
            DemoCheck(
              "the person was recognized", success, result["Error"]?.string ?? "Success: \(success)",
              unless: .success),
          ])
      }
    }
  }
}
