package import Flow
import HTTP
import JSON
package import Judge
import ProviderKit

/// The cases of a provider: its stories with a member `judge`.
package struct JudgeCases {
  /// Sorted by family, then by name.
  package let all: [Case]
  private let vocabulary: Vocabulary

  init(_ library: ScenarioLibrary, _ provider: any Provider) {
    self.init(library, of: type(of: provider).vocabulary)
  }

  package init(_ library: ScenarioLibrary, of vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    let families = JudgeCase.Family.allCases
    all = library.cases(of: vocabulary.provider).compactMap { story in
      story.judge.map {
        Case(
          story, $0, advice: story.remedy(in: vocabulary),
          outlasts: story.faults.contains { vocabulary.unownedEndpoints.contains($0.endpoint) })
      }
    }.sorted {
      (families.firstIndex(of: $0.judge.family) ?? 0, $0.name)
        < (families.firstIndex(of: $1.judge.family) ?? 0, $1.name)
    }
  }

  /// What `only` and `skip` can name: cases and families.
  package var names: [String] { all.map(\.name) + JudgeCase.Family.allCases.map(\.rawValue) }

  /// The command that lists the cases.
  package static func listing(of provider: String?) -> String {
    "eidolon judge --list" + (provider.map { " --provider \($0)" } ?? "")
  }

  /// The requested cases, however few.
  package func fitting(only: [String], skip: [String], level: String?) -> [Case] {
    all.filter { item in
      (only.isEmpty || only.contains(where: item.fits)) && !skip.contains(where: item.fits)
        && (level != "must" || item.isMust)
    }
  }

  /// The requested cases; at least one.
  func chosen(only: [String], skip: [String], level: String?) throws(ControlProblem) -> [Case] {
    for name in only + skip where !all.contains(where: { $0.fits(name) }) {
      throw ControlProblem.noSuchName("case", name, among: names).adding(
        "\(Self.listing(of: vocabulary.provider)) shows them all.")
    }
    let chosen = fitting(only: only, skip: skip, level: level)
    guard chosen.isEmpty else { return chosen }
    throw ControlProblem(
      kind: "no-cases", status: Status(422), title: "There is nothing to judge",
      detail: all.isEmpty
        ? "There are no cases for \(vocabulary.title): no story of it has a member judge."
        : "No case of \(vocabulary.title) fits; GET /_eidolon/judge/cases has them, and so has eidolon judge --list."
    )
  }
}

extension Case {
  /// True if the word is its name, its family, or a pattern that matches its name.
  package func fits(_ word: String) -> Bool {
    if word == name || word == story || word == judge.family.rawValue { return true }
    guard word.contains("*") else { return false }
    let parts = word.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, name.hasPrefix(first) else { return false }
    var rest = name.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: String(part)) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
