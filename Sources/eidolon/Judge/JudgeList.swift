import Control
import Flow
import JSON
import Judge
import ProviderKit
import Registry

/// `eidolon judge --list`: the cases, without a server.
enum JudgeList {
  static func report(_ options: ParsedOptions) throws(UsageFailure) -> Report {
    let wanted = options.first("provider")?.text
    if let wanted, !registry.contains(where: { $0.slug == wanted }) {
      throw UsageFailure(
        "--provider: \(UsageFailure.unknown("provider", wanted, in: registry.map { $0.slug }))")
    }
    let source = LibrarySource(
      hasDefaults: !options.isOn("no-defaults"), folders: options.all("scenarios").map(\.text), clients: [],
      person: nil)
    let library: ScenarioLibrary
    do { library = try source.load().library } catch {
      return Report(errors: error.text + "\n", status: .usage)
    }
    let providers = registry.filter { wanted == nil || $0.slug == wanted }
    let known = providers.map { (slug: $0.slug, cases: JudgeCases(library, of: $0.vocabulary)) }
    let (only, skip) = (options.all("only").map(\.text), options.all("skip").map(\.text))
    let all = known.flatMap(\.cases.all)
    if let name = (only + skip).first(where: { word in !all.contains { $0.fits(word) } }) {
      throw UsageFailure(unknown(name, among: known.flatMap(\.cases.names), of: wanted))
    }
    let cases = known.flatMap { slug, cases in
      cases.fitting(only: only, skip: skip, level: options.first("level")?.text).map { (slug, $0) }
    }
    guard !options.isOn("json") else {
      let list = cases.map { provider, item -> JSON in
        var object: JSONObject = ["provider": .string(provider), "case": .string(item.name)]
        for (name, value) in item.members { object[name] = value }
        return .object(object)
      }
      return Report(output: JSON.object(["cases": .array(list)]).text(pretty: true) + "\n")
    }
    let lines = cases.map { provider, item in
      let fields = [
        provider, item.judge.family.rawValue, item.name, item.judge.right.rawValue, item.advice.clause,
        item.judge.suite.joined(separator: ", "),
      ]
      return fields.map { $0.isEmpty ? "-" : $0 }.joined(separator: "\t") + "\n"
    }
    return Report(output: lines.joined())
  }

  /// Names the closest, because all of them fill a screen.
  private static func unknown(_ name: String, among names: [String], of provider: String?) -> String {
    let closest = nearestNames(name, in: names, limit: 3)
    let hint = closest.isEmpty ? "" : "; closest: \(closest.joined(separator: ", "))"
    return
      "unknown case \(JSONProblem.quoted(name))\(hint); \(JudgeCases.listing(of: provider)) shows them all"
  }
}
