import Flow
import Frame
import HTTP
import ProviderKit

/// All logins that a sandbox still knows, as lines of a list.
struct LoginBook {
  /// The latest first.
  let lines: [LoginLine]

  init(_ site: Site) {
    let (sandbox, words) = (site.sandbox, LoginWords(site.providers.types))
    let open = sandbox.observe(site.providers)
    let (asked, refusals) = site.calls.look(through: sandbox.journal) { provider, endpoint in
      words[provider]?.ownedEndpoints.contains(endpoint) == true
    }
    var known = sandbox.changes.known
    var all: [LoginLine] = []
    all.reserveCapacity(known.count + refusals.count)
    let line = { (login: TransactionOutline, reached: Instant?) -> LoginLine in
      .init(
        .begun(login, reached: reached, asked: asked[login.identifier]?.text ?? ""), words[login.provider])
    }
    for login in open { all.append(line(login, known.removeValue(forKey: login.ordinal)?.reached)) }
    for ended in known.values { all.append(line(TransactionOutline(ended.transaction), ended.reached)) }
    for refusal in refusals { all.append(LoginLine(.refused(refusal), words[refusal.provider])) }
    // Sorts places instead of lines, which are larger.
    let places = all.enumerated().map { (started: $1.started, number: $1.number, place: $0) }
    lines = places.sorted { ($0.started, $0.number) > ($1.started, $1.number) }.map { all[$0.place] }
  }
}

/// What lines need of providers; less than their vocabularies, because every line looks it up.
struct LoginWords {
  final class Provider: Sendable {
    let title: String
    let ownedEndpoints: Set<String>
    private let outcomes: Set<String>
    private let successes: Set<String>
    private let severities: [String: Rule.Severity]

    init(_ provider: any ProviderKit.Provider.Type) {
      let vocabulary = provider.vocabulary
      (title, successes) = (vocabulary.title, vocabulary.successes)
      outcomes = Set(vocabulary.outcomes.map(\.name))
      ownedEndpoints = Set(vocabulary.endpoints.filter(\.isOwned).map(\.term.name))
      severities = Dictionary(
        provider.allRules.map { ($0.identifier, $0.severity) },
        uniquingKeysWith: { first, _ in first })
    }

    func standing(_ state: String) -> Badge {
      if !outcomes.contains(state) { return .waiting }
      return successes.contains(state) ? .good : .error
    }

    func severity(_ rule: String) -> Rule.Severity { severities[rule] ?? .note }
  }

  private let providers: [String: Provider]

  init(_ providers: [any ProviderKit.Provider.Type]) {
    self.providers = Dictionary(
      providers.map { ($0.slug, Provider($0)) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(provider: String) -> Provider? { providers[provider] }
}
