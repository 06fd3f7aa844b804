import Frame
import HTTP
import JSON
import ProviderKit

/// A relying party that shows Swedish BankID on a page of its own: its server begins an order, polls it, and completes
/// it to get the response that a browser would have brought, or cancels it.
struct BankIDParty: DemoParty {
  var switches: [DemoSwitch] { DemoSwitch.bankID }

  /// What handles the code.
  let login: OpenIDParty

  func begin(_ visit: DemoVisiting) -> Outcome {
    login.discover(visit) { visit in
      let more = [("response_mode", "json"), ("login_hint", "appswitch:browser")]
      let url = login.authorizationURL(visit, login.request(visit) + more)
      return visit.ask("The order", .get, url) { document in
        visit.object("The order", document) { order in
          guard let links = order["launchLinks"]?.object, let link = links["universalLink"]?.string,
            let complete = order["completeUrl"]?.string, let cancel = order["cancelUrl"]?.string,
            let poll = order["pollUrl"]?.string
          else { return visit.refuse("No order began: \(document.excerpt)") }
          let query = link.firstIndex(of: "?").map { link[$0...] } ?? ""
          visit.remember([
            "complete": complete, "cancel": cancel, "poll": poll,
            "app": "\(visit.publicProvider)/bankid-app\(query)",
          ])
          return visit.wait(for: "The person opens the BankID app.")
        }
      }
    }
  }

  func stage(_ visit: DemoVisit, _ frame: ControlPage) -> HTML {
    guard let app = visit.memory["app"] else { return "" }
    return """
      <div class="stage">
      <p><a href="\(app)" data-testid="launch">Open the BankID app</a></p>
      <form method="post"><button name="do" value="cancel" data-testid="cancel">Cancel</button></form>
      </div>
      """
  }

  /// The person gives up: an order left open would block the next one.
  func act(_ form: Form, _ visit: DemoVisiting) -> Outcome {
    form["do"] == "cancel" ? cancel(visit, "The person cancelled on this page.") : look(visit)
  }

  func look(_ visit: DemoVisiting) -> Outcome {
    guard !visit.remembered("poll").isEmpty else { return visit.show() }
    return visit.ask("pollUrl", .get, visit.remembered("poll")) { document in
      guard document.status.code != 202 else { return visit.wait(for: "The person identifies in the app.") }
      guard document.status.code == 200 else {
        return visit.refuse("BankID ended: \(document.excerpt)", unless: .pollEnd)
      }
      return visit.object("pollUrl", document) { answer in
        guard let target = answer["targetUrl"]?.string else {
          return visit.refuse("pollUrl brought no targetUrl.")
        }
        guard target.hasPrefix("\(visit.publicProvider)/") else { return answered(target, visit) }
        return complete(target, visit)
      }
    }
  }

  private func complete(_ url: String, _ visit: DemoVisiting) -> Outcome {
    visit.ask("completeUrl", .get, url, unless: .completeBelieved) { document in
      guard document.status.code == 200 else {
        return visit.has(.completeBelieved)
          ? visit.conclude("somebody", [:])
          : cancel(visit, "The order cannot be completed: \(document.excerpt)")
      }
      return visit.object("completeUrl", document) { answer in
        let location = answer["location"]?.string ?? ""
        guard visit.has(.completedTwice) else { return answered(location, visit) }
        return visit.ask("completeUrl again", .get, url) { _ in answered(location, visit) }
      }
    }
  }

  /// Handles the response that a browser would have brought back.
  private func answered(_ location: String, _ visit: DemoVisiting) -> Outcome {
    let query = location.firstIndex(of: "?").map { String(location[location.index(after: $0)...]) } ?? ""
    guard let parameters = try? Form(parsing: query) else {
      return visit.refuse("The answer cannot be read: \(location)")
    }
    visit.note([
      .equal("the state is the one that was sent", parameters["state"], visit.remembered("state"))
    ])
    if parameters["error"] != nil, visit.has(.cancelIgnored) { return visit.conclude("somebody", [:]) }
    return login.comeBack(parameters, visit)
  }

  private func cancel(_ visit: DemoVisiting, _ reason: String) -> Outcome {
    guard !visit.remembered("cancel").isEmpty else { return visit.refuse(reason) }
    return visit.ask("cancelUrl", .get, visit.remembered("cancel")) { _ in visit.refuse(reason) }
  }
}

extension DemoSwitch {
  static let bankID: [DemoSwitch] = [pollEnd, completeBelieved, cancelIgnored, completedTwice]

  static let pollEnd = DemoSwitch(
    "poll-end", "takes the end of polling for the end of the login, however it ended",
    "Whoever cancels, or opens the app too late, is logged in.",
    fails: [
      "bankid-link-opened-too-late", "bankid-user-cancel-as-text", "bankid-user-cancel-quoted",
      "bankid-app-never-opened", "bankid-start-failed-quoted",
    ])

  static let completeBelieved = DemoSwitch(
    "complete", "takes the call of completeUrl for a login, whatever comes of it",
    "Whoever completes an order too early is logged in.",
    fails: ["bankid-completed-early", "bankid-complete-answer-lost"])

  static let cancelIgnored = DemoSwitch(
    "cancel", "overlooks an error in the answer of an order", "Whoever cancels in the app is logged in.",

    fails: [
      "bankid-user-cancel", "bankid-app-opened-then-ignored", "bankid-app-too-old", "bankid-call-declined",
      "bankid-certificate-error", "bankid-ended-by-other-order", "bankid-number-blocked-and-ended",
      "bankid-risk-blocked", "bankid-walks-back",
    ])

  static let completedTwice = DemoSwitch(
    "complete-twice", "completes an order twice, as a page does that renders twice",
    "The second answer is an error, and which of the two counts is chance.",
    fails: ["bankid-completed-twice"])
}
