import Flow
import HTTP
import ProviderKit

/// A valid request to the token endpoint (§1.1).
struct BWSTokenRequest: Sendable {
  var task = BWSTask.verify
  /// `nil` for a liveness detection without BCID.
  var bcid: BCID?
  var maxTries = 3
  var hasLiveDetection = true
  var hasChallenge = false
  /// The number of movements in each challenge.
  var challengeLength = 3
  var enrollsAutomatically = false
  var traits = BWSTraits.standard
  private(set) var findings: [Finding] = []

  /// The token's `task`: the tries in the low bits, even if they are the default (§1.2).
  var bits: Int {
    maxTries | task.bits | (hasLiveDetection ? 0x100 : 0) | (hasChallenge ? 0x200 : 0)
      | (enrollsAutomatically ? 0x1000 : 0)
  }

  init(_ query: Form, _ switches: BioIDSwitches) throws(BWSRefusal) {
    do throws(BWSRefusal) { try read(query, switches) } catch { throw error.after(findings) }
  }

  /// Reads the query in the order of the vendor's table.
  private mutating func read(
    _ query: Form, _ switches: BioIDSwitches
  ) throws(BWSRefusal) {
    if let word = query["task"] {
      guard let known = BWSTask(rawValue: word) else {
        throw BWSRefusal(.badRequest, BWSTokenRules.taskUnknown, "\"\(word)\"", "The task is unknown")
      }
      task = known
    }
    bcid = try BWSTokenRequest.bcid(query["bcid"], isRequired: task != .livenessDetection, switches)
    maxTries =
      try BWSTokenRequest.number("maxtries", query, in: 1...15, BWSTokenRules.triesOutOfRange)
      ?? 3
    let wantsLive = try BWSTokenRequest.flag("livedetection", query)
    if wantsLive == false, task == .livenessDetection {
      findings.append(Finding(BWSTokenRules.parameterIgnored, "livedetection=false for livenessdetection"))
    }
    hasLiveDetection = wantsLive ?? true || task == .livenessDetection
    let wantsChallenge = try BWSTokenRequest.flag("challenge", query) ?? false
    if wantsChallenge, !hasLiveDetection {
      findings.append(Finding(BWSTokenRules.parameterIgnored, "challenge without live detection"))
    }
    hasChallenge = wantsChallenge && hasLiveDetection
    challengeLength =
      try BWSTokenRequest.number(
        "challenges", query, in: 2...7, BWSTokenRules.challengesOutOfRange)
      ?? 3
    if hasChallenge, challengeLength.isMultiple(of: 2) {
      findings.append(Finding(BWSTokenRules.challengesEven, "\(challengeLength)"))
    }
    let wantsEnrolment = try BWSTokenRequest.flag("autoenroll", query) ?? false
    if wantsEnrolment, task != .verify {
      findings.append(Finding(BWSTokenRules.parameterIgnored, "autoenroll for \(task.rawValue)"))
    }
    enrollsAutomatically = wantsEnrolment && task == .verify
    if let text = query["traits"] {
      guard let known = BWSTraits(text) else {
        throw BWSRefusal(.badRequest, BWSTokenRules.traitUnknown, "\"\(text)\"", "The traits are invalid")
      }
      traits = known
    }
    for (name, _) in query where !BWSTokenRequest.parameters.contains(name) {
      findings.append(Finding(BWSTokenRules.parameterUnknown, name))
    }
  }

  private static let parameters: Set<String> = [
    "id", "bcid", "task", "maxtries", "livedetection", "challenge", "challenges", "autoenroll", "traits",
    "eidolon_scenario",
  ]

  private static func bcid(
    _ text: String?, isRequired: Bool, _ switches: BioIDSwitches
  ) throws(BWSRefusal) -> BCID? {
    guard let text, !text.isEmpty else {
      guard isRequired else { return nil }
      throw BWSRefusal(.badRequest, BWSTokenRules.bcidMissing, "", "The BCID is missing")
    }
    return try BioID.bcid(text, switches)
  }

  private static func number(
    _ name: String, _ query: Form, in range: ClosedRange<Int>, _ rule: Rule
  ) throws(BWSRefusal) -> Int? {
    guard let text = query[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw BWSRefusal(.badRequest, rule, "\"\(text)\"", "The parameter \(name) is invalid")
    }
    return number
  }

  /// `true` or `false` in any letter case, as .NET writes them (§1.1).
  static func flag(_ name: String, _ query: Form) throws(BWSRefusal) -> Bool? {
    guard let text = query[name] else { return nil }
    switch text.lowercased() {
    case "true": return true
    case "false": return false
    default:
      throw BWSRefusal(
        .badRequest, BWSTokenRules.flagMalformed, "\(name)=\"\(text)\"", "The parameter \(name) is invalid")
    }
  }
}

extension BioID {
  /// Reads a BCID, or refuses the call (§1.1).
  static func bcid(_ text: String, _ switches: BioIDSwitches) throws(BWSRefusal) -> BCID {
    let allowsSign = switches[.classIdentifiers].word == "signed"
    guard let bcid = BCID(text, allowingSign: allowsSign) else {
      let isSigned = BCID(text, allowingSign: true) != nil
      throw BWSRefusal(
        .badRequest, isSigned ? BWSTokenRules.classIdentifierSigned : BWSTokenRules.bcidMalformed,
        "\"\(text)\"",
        "The BCID is invalid")
    }
    return bcid
  }
}
