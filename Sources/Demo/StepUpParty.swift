import Frame
import HTTP
import JOSE
import JSON
import ProviderKit

/// A relying party of ReuseID in two halves: a server that starts a step-up and polls its status, and the app on the
/// person's phone, which this page plays.
struct StepUpParty: DemoParty {
  var switches: [DemoSwitch] { DemoSwitch.stepUp }

  let client: String
  let secret: String
  let application: String
  let user: String
  /// The name by which it knows the user.
  let customer: String
  let device: String
  /// The PIN that the form proposes.
  let pin: String

  // MARK: The server

  func begin(_ visit: DemoVisiting) -> Outcome {
    let form: Form = ["grant_type": "client_credentials", "scope": "signicat-api"]
    let headers: Headers = [
      "Authorization": "Basic \(Base64.encode(Array("\(client):\(secret)".utf8)))"
    ]
    return visit.post(
      "The token call", "\(visit.provider)/auth/open/connect/token", form: form, headers: headers
    ) { document in
      visit.object("The token call", document) { token in
        guard let access = token["access_token"]?.string else {
          return visit.refuse("The token call brought no access token: \(document.excerpt)")
        }
        visit.remember(["access": access])
        return start(visit)
      }
    }
  }

  private func bearer(_ visit: DemoVisiting) -> Headers {
    ["Authorization": "Bearer \(visit.remembered("access"))"]
  }

  private func start(_ visit: DemoVisiting) -> Outcome {
    let body: JSON = [
      "userId": .string(user), "deviceId": .string(device),
      "eidProviderOptions": ["docType": 62],
    ]
    return visit.post("The start", "\(visit.provider)/step-up", json: body, headers: bearer(visit)) {
      document in
      visit.object("The start", document) { answer in
        guard let transaction = answer["data"]?["transactionId"]?.string else {
          return visit.refuse("No step-up began: \(document.excerpt)")
        }
        visit.remember(["transaction": transaction])
        return visit.wait(for: "Confirm in the app on your phone.")
      }
    }
  }

  func look(_ visit: DemoVisiting) -> Outcome {
    let transaction = visit.remembered("transaction")
    guard !transaction.isEmpty else { return visit.show() }
    let url = "\(visit.provider)/step-up/\(PercentCoding.encode(transaction))"
    return visit.ask("The status", .get, url, headers: bearer(visit)) { document in
      guard document.status.code != 503 else {
        return visit.wait(for: "The server is overloaded; it is asked again.")
      }
      return visit.object("The status", document) { answer in
        let status = answer["data"]?["status"]?.string ?? "nothing"
        guard status != "Pending" else { return visit.show() }
        let checks: [DemoCheck] = [
          .equal(
            "the status is of the step-up that was started", answer["data"]?["transactionId"]?.string,
            transaction),
          .equal("the step-up is of the same user", answer["data"]?["userId"]?.string, user),
          .equal("the step-up is complete", status, "Completed", unless: .stepUpStatus),
        ]
        guard status == "Completed" || visit.has(.stepUpStatus) else {
          return visit.refuse("The step-up ended with the status \(status).")
        }
        return attributes(visit, checks)
      }
    }
  }

  /// Fetches the user's attributes from the verification.
  private func attributes(_ visit: DemoVisiting, _ checks: [DemoCheck]) -> Outcome {
    let url = "\(visit.provider)/core/users/\(user)"
    return visit.ask("The user", .get, url, headers: bearer(visit)) { document in
      visit.object("The user", document) { answer in
        visit.conclude(customer, answer["data"]?.object ?? [:], checking: checks)
      }
    }
  }

  // MARK: The app

  func stage(_ visit: DemoVisit, _ frame: ControlPage) -> HTML {
    if visit.memory["authorization"] != nil { return VideoIDStage.html(visit, frame) }
    return """
      <div class="stage unstaged">
      <form method="post" class="row">
      <label for="pin">PIN of the app</label>
      <input id="pin" name="pin" value="\(pin)" inputmode="numeric" autocomplete="off" data-testid="pin">
      <button class="first" name="do" value="confirm" data-testid="confirm"\(visit.isByHand ? "" : " data-auto" as HTML)>Confirm in the app</button>
      <button name="do" value="decline" data-testid="decline">Decline</button>
      </form>
      <noscript>
      <form method="post">
      <input type="hidden" name="do" value="confirm"><input type="hidden" name="pin" value="\(pin)">
      <button data-testid="confirm-at-once">Confirm with this PIN</button>
      </form>
      </noscript>
      </div>
      """
  }

  func capture(_ visit: DemoVisit) -> String? { VideoIDStage.capture(visit) }

  func comeBack(_ parameters: Form, _ visit: DemoVisiting) -> Outcome {
    VideoIDStage.comeBack(visit)
    return look(visit)
  }

  func act(_ form: Form, _ visit: DemoVisiting) -> Outcome {
    if let code = form["failed"] {
      return visit.wait(for: "The capture ended with \(code).")
    }
    if form["completed"] != nil || form["do"] == "read" { return look(visit) }
    guard form["do"] == "confirm" else {
      return library("cancelSession", [:], visit) { _ in visit.refuse("The person declined in the app.") }
    }
    return library("startAuthentication", [:], visit) { started in
      guard !visit.has(.startBelieved) else { return visit.conclude(customer, [:]) }
      if visit.has(.libraryMembers), started["purpose"] == nil {
        return visit.refuse("The app's library does not say what it is for.")
      }
      let proof: JSONObject = ["auth_method": "DEVICE:PIN", "pin_code": .string(form["pin"] ?? "")]
      return library("finishAuthentication", proof, visit) { answer in
        guard !visit.has(.contextBelieved) else { return visit.conclude(customer, [:]) }
        guard let operation = Self.operation(answer), let token = operation["token"]?.string,
          let url = operation["url"]?.string
        else { return visit.wait(for: "The app has confirmed.") }
        return verify(url, token, visit)
      }
    }
  }

  /// Calls the mobile library's endpoints as the app does.
  private func library(
    _ name: String, _ more: JSONObject, _ visit: DemoVisiting,
    then: @escaping @Sendable (JSONObject) -> Outcome
  ) -> Outcome {
    var body: JSONObject = ["registration_id": .string(device)]
    for (name, value) in more { body[name] = value }
    let url = "\(visit.provider)/mobileid/\(application)/\(name)"
    return visit.post("The app: \(name)", url, json: .object(body)) { document in
      let answer = (try? JSON(parsing: document.body))?.object ?? [:]
      if let error = answer["error"]?.object {
        let left = error["remaining_attempts_pin"]?.integer.map { ", \($0) attempts left" } ?? ""
        visit.visits.update(visit.identifier) {
          $0.wait(
            for: "The app says \(error["name"]?.string ?? "error") (\(error["code"]?.integer ?? 0))\(left).")
        }
        return look(visit)
      }
      guard document.status.code == 200 else {
        return visit.wait(for: "The app got \(document.status); it may try again.")
      }
      return then(answer)
    }
  }

  /// The operation in the context after the authentication.
  private static func operation(_ answer: JSONObject) -> JSONObject? {
    guard let text = answer["post_operation_context"]?["context_content_b64"]?.string else { return nil }
    // Both base64 alphabets are in use.
    let plain = text.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    guard let bytes = try? Base64URL.decode(String(plain)) else { return nil }
    return (try? JSON(parsing: bytes))?["signicatOperation"]?.object
  }

  /// Starts the verification that follows: the app requests a video with the operation's token.
  private func verify(_ url: String, _ token: String, _ visit: DemoVisiting) -> Outcome {
    let headers: Headers = ["Authorization": "Bearer \(token)"]
    return visit.post(
      "The app: videoid.request", "\(url)/videoid.request", json: ["process": "Unattended"], headers: headers
    ) {
      document in
      visit.object("The app: videoid.request", document) { answer in
        guard let authorization = answer["authorization"]?.string else {
          return visit.refuse("There is no authorization in the answer: \(document.excerpt)")
        }
        VideoIDStage.film(authorization, at: "\(visit.call.publicBase)/videoid/v2", visit)
        return visit.wait(for: "The app has confirmed; the person shows a document and a face.")
      }
    }
  }
}
