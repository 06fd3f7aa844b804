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
    let cases = providers.flatMap { provider in
      JudgeCases(library, of: provider.vocabulary).all.map { (provider.slug, $0) }
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
}
