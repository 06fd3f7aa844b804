import Crypto
import Flow
import HTTP
import JSON
import ProviderKit

// How a relying party handles VideoID's messages: it never relies on what they say, but reads the result.

extension VideoIDParty {
  /// Accepts a message that is signed with the shared secret, fresh, and about one of its own videos.
  func hear(_ message: Request, _ listener: DemoListener) -> Outcome {
    let body = (try? JSON(parsing: message.body))?.object ?? [:]
    let own = listener.visit(remembering: "id", body["id"]?.string ?? "")
    guard let visit = own ?? listener.latest else { return listener.answer(.notFound) }
    guard own != nil || visit.has(.messageOfAnyVideo) else { return listener.answer(.notFound) }
    let (date, code) = Self.parts(of: message.headers["Eidolon-Signature"] ?? "")
    let isSigned = secret.map { code == Self.signature(of: message.body, at: date, $0) } ?? false
    guard isSigned || visit.has(.messageUnsigned) else { return listener.answer(Status(401)) }
    // An unsigned message has no date to check.
    let age = listener.call.time.forClients.seconds - (Int64(date) ?? 0)
    guard !isSigned || abs(age) < 300 || visit.has(.messageOld) else { return listener.answer(.badRequest) }
    take(body["event"]?.string ?? "", visit)
    return listener.answer(.ok)
  }

  private func take(_ event: String, _ visit: DemoVisiting) {
    let told = visit.remembered("told").split(separator: " ").map(String.init)
    visit.remember(["told": (told + [event]).joined(separator: " ")])
    let isOver = event == "Video.Completed"
    if visit.has(.messageEarly), visit.remembered("filmed").isEmpty {
      refuse("A message came before the page was over.", visit)
    }
    if visit.has(.messageOnce), told.contains(event) { refuse("\(event) came twice.", visit) }
    if visit.has(.messageInOrder), event == "Video.Consolidated", !told.contains("Video.Completed") {
      refuse("\(event) came too early.", visit)
    }
    if isOver, DemoSwitch.believingMessages.contains(where: visit.has) { _ = visit.conclude("somebody", [:]) }
  }

  private func refuse(_ reason: String, _ visit: DemoVisiting) { _ = visit.refuse(reason) }

  /// `t=SECONDS,v1=HEX`.
  private static func parts(of header: String) -> (date: String, code: String) {
    let parts = header.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    let value = { (name: String) in parts.first { $0.count == 2 && $0[0] == name }?[1] ?? "" }
    return (value("t"), value("v1"))
  }

  private static func signature(of body: [UInt8], at date: String, _ secret: String) -> String {
    HMAC.sha256(key: Array(secret.utf8), Array("\(date).".utf8) + body).hexadecimal
  }
}

extension DemoSwitch {
  static let videoIDTold: [DemoSwitch] = [
    messageBelieved, messageUnsigned, messageOld, messageOfAnyVideo, messageEarly, messageOnce,
    messageInOrder, messageAwaited,
  ]

  /// The switches with which a message alone logs the person in.
  static let believingMessages = [messageBelieved, messageUnsigned, messageOld, messageOfAnyVideo]

  private static let completed: Set = ["not-live", "status-failed"]

  static let messageBelieved = DemoSwitch(
    "webhook", "takes a message that the video is complete for the result, and reads none",
    "Whoever films anything is identified.", fails: completed)

  static let messageUnsigned = DemoSwitch(
    "webhook-signature", "verifies no signature of messages, and believes them",
    "Anybody who knows the address writes who is identified.",
    fails: completed.union(["webhook-forged", "webhook-forged-signature"]))

  static let messageOld = DemoSwitch(
    "webhook-date", "takes messages of any age, and believes them",
    "A message from a log identifies somebody again.", fails: completed.union(["webhook-replayed"]))

  static let messageOfAnyVideo = DemoSwitch(
    "webhook-id", "takes a message about any video for one about this, and believes it",
    "Somebody else's video identifies this person.",
    fails: completed.union(["webhook-of-another-video"]))

  static let messageEarly = DemoSwitch(
    tooStrict: "webhook-early", "refuses a person of whom a message comes before the page is over",
    "Which of the two is faster is chance.",
    fails: ["webhook-before-return", "webhook-repeated"])

  static let messageOnce = DemoSwitch(
    tooStrict: "webhook-once", "refuses a person of whom a message comes twice",
    "A message that is sent again, as documented, locks somebody out.", fails: ["webhook-repeated"])

  static let messageInOrder = DemoSwitch(
    tooStrict: "webhook-order", "refuses a person whose messages come in another order",
    "Messages may overtake each other.", fails: ["webhook-out-of-order"])

  static let messageAwaited = DemoSwitch(
    tooStrict: "webhook-awaited", "refuses a person of whom no message has come when the page is over",
    "A message that takes five seconds locks somebody out.", fails: ["webhook-late", "webhook-out-of-order"])
}
