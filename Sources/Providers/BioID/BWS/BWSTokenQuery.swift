import Flow
import HTTP
import ProviderKit

/// The parameters of a token call, each found in one walk along the query; of two with the same name the first counts.
///
/// Nobody copies it: that would count the references to a dozen texts up and down.
struct BWSTokenQuery: ~Copyable {
  /// The whole query.
  let form: Form

  private(set) var identifier: String?
  private(set) var bcid: String?
  private(set) var task: String?
  private(set) var maxTries: String?
  private(set) var liveDetection: String?
  private(set) var challenge: String?
  private(set) var challenges: String?
  private(set) var autoEnroll: String?
  private(set) var traits: String?
  /// What asks for a scenario.
  private(set) var scenario: String?
  /// The names that the call does not have, as often as they came.
  private(set) var unknown: [String] = []

  init(_ request: Request) throws(BWSRefusal) {
    do { form = try request.target.query } catch {
      throw BWSRefusal(.badRequest, BWSTokenRules.queryMalformed, "\(error)", "The query is invalid")
    }
    for (name, value) in form { take(name, value) }
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "id": if identifier == nil { identifier = value }
    case "bcid": if bcid == nil { bcid = value }
    case "task": if task == nil { task = value }
    case "maxtries": if maxTries == nil { maxTries = value }
    case "livedetection": if liveDetection == nil { liveDetection = value }
    case "challenge": if challenge == nil { challenge = value }
    case "challenges": if challenges == nil { challenges = value }
    case "autoenroll": if autoEnroll == nil { autoEnroll = value }
    case "traits": if traits == nil { traits = value }
    case "eidolon_scenario": if scenario == nil { scenario = value }
    default: unknown.append(name)
    }
  }

  /// A parameter that may ask for a scenario.
  func asking(_ name: String) -> String? {
    if name == "eidolon_scenario" { return scenario }
    // The others are none of the call's own.
    return unknown.isEmpty ? nil : form[name]
  }
}
