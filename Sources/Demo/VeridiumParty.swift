import Frame
import HTTP
import JSON
import ProviderKit

/// A relying party of VeridiumID: its server begins a session, a push reaches the phone, and the server polls the session.
struct VeridiumParty: DemoParty {
  var switches: [DemoSwitch] { DemoSwitch.veridium }

  /// The subject of its certificate, as a proxy in front of the server reports it.
  let certificate: String
  /// The profile that should log in.
  let profile: String
  /// The user names that belong to the profile at this relying party.
  let accounts: Set<String>
  /// The name by which it knows the customer who has them.
  let customer: String

  private func headers(_ type: String) -> Headers {
    ["X-Friend-Cert-Subject": certificate, "Content-Type": "application/vnd.veridiumid.\(type)-v1+json"]
  }

  private static let calls = "/websec/rest/enterprise"

  func begin(_ visit: DemoVisiting) -> Outcome {
    let body: JSON = [
      "memberExternalId": "GENERIC", "profileExternalId": .string(profile),
      "transactionText": "Open your appointments at Saint Fabula Hospital",
    ]
    let url = "\(visit.provider)\(Self.calls)/AuthenticationRequest"
    return visit.post(
      "The authentication request", url, json: body, headers: headers("authenticationrequest")
    ) { document in
      visit.object("The authentication request", document) { session in
        guard let identifier = session["sessionId"]?.string, Self.code(of: session) == 0 else {
          return visit.refuse("No session began: \(document.excerpt)", unless: .failOpen)
        }
        visit.remember(["session": identifier])
        return visit.wait(for: "A push has gone to the phone.")
      }
    }
  }

  func stage(_ visit: DemoVisit, _ frame: ControlPage) -> HTML {
    """
    <div class="stage unstaged">
    <p>Confirm it on the <a href="\(frame.base)/phone">phone</a>, or in the
    <a href="\(frame.base)/veridium/authenticator" data-testid="authenticator">Authenticator's pages</a>. The server asks again
    whenever this page is looked at.</p>
    </div>
    """
  }

  func look(_ visit: DemoVisiting) -> Outcome {
    let session = visit.remembered("session")
    guard !session.isEmpty else { return visit.show() }
    let url = "\(visit.provider)\(Self.calls)/GetSessionStatus"
    let body: JSON = ["sessionId": .string(session)]
    return visit.post("GetSessionStatus", url, json: body, headers: headers("sessionstatus")) { document in
      guard document.status.code != 503 else {
        return visit.wait(for: "The server is overloaded; it is asked again.")
      }
      return visit.object("GetSessionStatus", document) { answer in
        let status = answer["status"]?.string ?? "nothing"
        guard !["CREATED", "OPPORTUNITY"].contains(status) else {
          return visit.wait(for: "Decide in the app on your phone.")
        }
        if visit.has(.errorDemanded), answer["error"] == nil {
          return visit.refuse("The answer does not say whether there is an error.")
        }
        let name = answer["data"]?["upn"]?.string ?? ""
        let ending = Self.endings[status]
        if let ending, !visit.has(.veridiumStatus) { return visit.refuse(ending) }
        // A status that is not in the guide counts as a refusal.
        let isKnown = ending != nil || status == "COMPLETED"
        let excuses: [DemoSwitch] = isKnown ? [.veridiumStatus] : [.veridiumStatus, .veridiumUnknown]
        return visit.conclude(
          greeting(for: name), answer["data"]?.object ?? [:],
          checking: [
            .equal("the status is of the session that was begun", answer["sessionId"]?.string, session),
            DemoCheck(
              "no error is told", Self.code(of: answer) == 0, "errorCode \(Self.code(of: answer))",
              unless: .veridiumStatus),
            DemoCheck(
              "the session is complete", status == "COMPLETED", status,
              unless: excuses),
            DemoCheck(
              "the user name belongs to the profile that was asked for",
              accounts.contains(name), name.isEmpty ? "nothing" : name,
              unless: excuses),
          ])
      }
    }
  }

  /// What each status means after which there is nothing to check.
  private static let endings = [
    "CANCELED": "The session was cancelled.", "CANCELLED": "The session was cancelled.",
    "FAILED": "The session failed.", "REJECTED": "The session was rejected.",
    "TIMEOUT": "The session timed out.",
  ]

  /// The customer's name; that of an account which is not the customer's if it is let in by mistake.
  func greeting(for account: String) -> String {
    accounts.contains(account) ? customer : account.isEmpty ? "somebody" : account
  }

  private static func code(of answer: JSONObject) -> Int { answer["error"]?["errorCode"]?.integer ?? 0 }
}
