import Flow
import Frame
import HTTP
import JSON
import ProviderKit

/// A relying party of VideoID: its server requests a video, the provider's script films the person in its page, and its
/// server reads the result, which alone identifies the person.
struct VideoIDParty: DemoParty {
  var switches: [DemoSwitch] { secret == nil ? DemoSwitch.videoID : DemoSwitch.videoIDTold }

  let token: String
  /// The key for the signatures of messages; `nil` if it gets none.
  var secret: String?

  private static let members: Set = [
    "id", "process", "status", "tenantId", "request", "completion", "document", "features", "biometrics",
    "securityChecks", "error", "message",
  ]

  private var headers: Headers { ["Authorization": "Bearer \(token)"] }

  func begin(_ visit: DemoVisiting) -> Outcome {
    let url = "\(visit.provider)/v2/videoid.request"
    return visit.post("videoid.request", url, json: ["process": "Unattended"], headers: headers) { document in
      visit.object("videoid.request", document) { answer in
        guard let identifier = answer["id"]?.string, let authorization = answer["authorization"]?.string
        else {
          return visit.refuse("There is no authorization in the answer: \(document.excerpt)")
        }
        visit.remember(["id": identifier])
        VideoIDStage.film(authorization, at: "\(visit.publicProvider)/v2", visit)
        return visit.wait(for: "Show your document, then your face.")
      }
    }
  }

  func stage(_ visit: DemoVisit, _ frame: ControlPage) -> HTML {
    VideoIDStage.html(visit, frame)
  }

  func capture(_ visit: DemoVisit) -> String? { VideoIDStage.capture(visit) }

  /// Comes back from the provider's own page, which does not tell the outcome.
  func comeBack(_ parameters: Form, _ visit: DemoVisiting) -> Outcome {
    VideoIDStage.comeBack(visit)
    return secret == nil ? act(["do": "read"], visit) : awaitMessage(visit)
  }

  /// Asks again only if the person was filmed without script: reading a result too early is a mistake.
  func look(_ visit: DemoVisiting) -> Outcome {
    guard !visit.remembered("filmed").isEmpty else { return visit.show() }
    return secret == nil ? result(visit, claimed: nil) : awaitMessage(visit)
  }

  /// Reads the result once a message says it is ready, or if none comes for a while.
  private func awaitMessage(_ visit: DemoVisiting) -> Outcome {
    let told = visit.remembered("told").split(separator: " ")
    if visit.has(.messageAwaited), told.isEmpty {
      return visit.refuse("The page is over, and no message has come.")
    }
    let now = visit.now.seconds
    let since = Int64(visit.remembered("over")) ?? now
    visit.remember(["over": "\(since)"])
    guard told.contains("Video.Consolidated") || now - since >= 3 else {
      return visit.wait(for: "The server waits for the message that the result can be read.")
    }
    return result(visit, claimed: nil)
  }

  /// The page's script only reports the end of filming; the server reads the result from the provider.
  func act(_ form: Form, _ visit: DemoVisiting) -> Outcome {
    if let code = form["failed"] { return visit.refuse("The capture ended with \(code).") }
    guard visit.visit?.isUnderway == true else { return visit.show() }
    guard !visit.has(.pageBelieved) else { return visit.conclude("somebody", [:]) }
    // Without script, the person uses the capture page and then reports that it is over.
    return result(visit, claimed: form["completed"])
  }

  private func result(_ visit: DemoVisiting, claimed: String?) -> Outcome {
    let identifier = visit.remembered("id")
    guard !identifier.isEmpty else { return visit.show() }
    let url = "\(visit.provider)/v2/videoid/\(PercentCoding.encode(identifier))"
    return visit.ask("The result", .get, url, headers: headers) { document in
      let document = visit.has(.resultStatus) ? document.asOK : document
      return visit.object("The result", document) { result in
        let unknown = result.map(\.name).filter { !Self.members.contains($0) }
        if visit.has(.resultMembers), !unknown.isEmpty {
          return visit.refuse("The result has \(unknown.joined(separator: ", ")), which nobody knows.")
        }
        let status = result["status"]?.string ?? "nothing"
        guard !["Requested", "Started"].contains(status) else {
          return claimed == nil
            ? visit.wait(for: "The video is \(status).")
            : visit.refuse("The web SDK says that it is over, and the video is \(status).")
        }
        var checks = VideoIDChecks.checks(of: result, asked: identifier, claimed: claimed)
        if visit.has(.videoTwoNames) { checks.append(VideoIDChecks.names(in: result)) }
        return visit.conclude(
          VideoIDChecks.name(in: result), VideoIDChecks.person(in: result), checking: checks)
      }
    }
  }
}

/// The part of a page that films the person by the provider's script, or links to the provider's own page.
enum VideoIDStage {
  /// - Parameter base: the API's address for browsers.
  static func film(_ authorization: String, at base: String, _ visit: DemoVisiting) {
    let state = visit.secret("state")
    let back = "\(visit.callback)?state=\(state)"
    visit.remember([
      "state": state, "authorization": authorization, "script": "\(base)/js/videoid.js",
      "capture": RedirectLocation.with(
        "\(base)/capture", [("authorization", authorization), ("return_url", back)]),
    ])
  }

  /// Where a browser without script goes first; `nil` once it has come back.
  static func capture(_ visit: DemoVisit) -> String? {
    visit.memory["filmed"] == nil ? visit.memory["capture"] : nil
  }

  static func comeBack(_ visit: DemoVisiting) { visit.remember(["filmed": "yes"]) }

  static func html(_ visit: DemoVisit, _ frame: ControlPage) -> HTML {
    guard let authorization = visit.memory["authorization"], let capture = visit.memory["capture"],
      let script = visit.memory["script"]
    else { return "" }
    return """
      <div class="stage">
      <div id="video" class="visit-video" data-authorization="\(authorization)" data-testid="video"></div>
      <form method="post" id="over" hidden><input name="completed"></form>
      <form method="post" class="scriptless">
      <p>Without script: <a href="\(capture)" data-testid="capture">the provider's own page</a>, and when it is over
      <button name="do" value="read" data-testid="read">read the result</button></p>
      </form>
      <script src="\(script)" defer></script>
      <script type="module" src="\(frame.asset("demo-video.js"))"></script>
      </div>
      """
  }
}

/// The checks that a relying party makes of a VideoID result.
enum VideoIDChecks {
  private static let similarityLevels = ["VeryLow", "Low", "Medium", "High"]

  static func checks(of result: JSONObject, asked: String, claimed: String?) -> [DemoCheck] {
    if let error = result["error"] {
      return [DemoCheck("the result has no error", false, error.text(), unless: .resultError)]
    }
    var checks: [DemoCheck] = [
      .equal(
        "the result is of the video that was asked for", result["id"]?.string, asked,
        unless: .resultIdentifier),
      .equal("the video is complete", result["status"]?.string, "Completed", unless: .videoStatus),
    ]
    if let claimed { checks.append(.equal("the page speaks of the same video", claimed, asked)) }
    let similarity = result["biometrics"]?["face"]?["similarityLevel"]?.string
    let level = similarity.flatMap(similarityLevels.firstIndex) ?? -1
    checks.append(
      DemoCheck("the face is like the portrait", level >= 2, similarity ?? "nothing", unless: .similarity))
    for (name, check) in result["securityChecks"]?.object ?? [:] {
      let passed = check["passed"]?.bool == true
      checks.append(
        DemoCheck("security check \(name)", passed, check["name"]?.string ?? "", unless: .securityChecks))
    }
    return checks
  }

  /// The check of a relying party that refuses too much.
  static func names(in result: JSONObject) -> DemoCheck {
    let subject = result["document"]?["subject"]
    let names = [subject?["secondaryName"]?.string, subject?["primaryName"]?.string].compactMap { $0 }
    return DemoCheck("there are two names", Set(names).count == 2, names.joined(separator: ", "))
  }

  static func name(in result: JSONObject) -> String {
    let subject = result["document"]?["subject"]
    let names = [subject?["secondaryName"]?.string, subject?["primaryName"]?.string].compactMap { $0 }
    return names.isEmpty ? "somebody" : names.map(inOrdinaryCase).joined(separator: " ")
  }

  /// Documents write names in capitals; the greeting does not.
  private static func inOrdinaryCase(_ name: String) -> String {
    guard name == name.uppercased() else { return name }
    return name.reduce(into: "") { text, letter in
      text += text.last?.isLetter == true ? letter.lowercased() : String(letter)
    }
  }

  /// The document's data, without its pictures.
  static func person(in result: JSONObject) -> JSONObject {
    var person: JSONObject = [:]
    for (name, value) in result["document"]?.object ?? [:]
    where !["front", "back", "scan", "subject"].contains(name) {
      person[name] = value
    }
    for (name, value) in result["document"]?["subject"]?.object ?? [:] where name != "photo" {
      person[name] = value
    }
    return person
  }
}
