import Flow
import Frame
import HTTP
import JSON
import ProviderKit

/// A kind of entry that a world has many of.
enum WorldKind: String, CaseIterable {
  case people
  case clients
  case stories

  var title: String {
    switch self {
    case .people: "People"
    case .clients: "Clients"
    case .stories: "Stories"
    }
  }

  var one: String {
    switch self {
    case .people: "Person"
    case .clients: "Client"
    case .stories: "Story"
    }
  }

  var meaning: String {
    switch self {
    case .people: "Who can log in, by key. All are made up."
    case .clients: "Which relying parties are let in, by provider and id; \"*\" stands for every other id."
    case .stories: "What can happen in a login. A request asks for one by name, or it waits in the queue."
    }
  }
}

/// A person, a client or a story of the sandbox.
struct WorldEntry {
  let kind: WorldKind
  /// The slug of a client's or a story's provider; empty for people.
  let provider: String
  /// The key, the client's id, or the name of the story without its folder.
  let name: String
  /// Its display name.
  var text = ""

  /// The query that selects it on the page of its kind.
  var query: String {
    var form = Form()
    if kind != .people { form.append("provider", provider) }
    form.append("name", name)
    return "?\(form.encoded)"
  }

  /// The path to it in `world.json`; empty for stories.
  var steps: [String] {
    switch kind {
    case .people: ["people", name]
    case .clients: ["clients", provider, name]
    case .stories: []
    }
  }

  var texts: [String] { [provider, name, text] }
}

extension WorldEntry {
  /// All entries of a kind, sorted by name.
  static func all(_ kind: WorldKind, of sandbox: Sandbox) -> [WorldEntry] {
    let world = sandbox.files.world
    let entries: [WorldEntry] =
      switch kind {
      case .people:
        (world["people"]?.object ?? [:]).filter { $0.name != "note" }.map { key, person in
          let names = ["given_name", "family_name"].compactMap { person[$0]?.string }
          return WorldEntry(kind: kind, provider: "", name: key, text: names.joined(separator: " "))
        }
      case .clients:
        (world["clients"]?.object ?? [:]).flatMap { provider, clients in
          (clients.object ?? [:]).filter { $0.name != "note" }.map { id, client in
            WorldEntry(kind: kind, provider: provider, name: id, text: client["note"]?.string ?? "")
          }
        }
      case .stories:
        sandbox.files.stories.keys.map { path in
          let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
          return WorldEntry(
            kind: kind, provider: parts.first ?? "", name: parts.last ?? "",
            text: sandbox.library.scenarios[path]?.title ?? "")
        }
      }
    return entries.sorted { ($0.provider, $0.name) < ($1.provider, $1.name) }
  }

  func html(_ base: String) -> HTML {
    let whose: HTML? = kind == .people ? nil : "<td>\(HTML.foreign(provider))</td>"
    return """
      <tr data-testid="world-entry"><td class="wrap"><a href="\(base)/world/\(kind.rawValue)\(query)"><code>\(HTML.foreign(name))</code></a></td>\
      \(whose)<td class="prose">\(HTML.foreign(text, atMost: 80))</td></tr>

      """
  }

  static func table(_ entries: [WorldEntry], of kind: WorldKind, _ base: String) -> HTML {
    guard !entries.isEmpty else { return "<p class=\"empty\">There is none.</p>" }
    let titles =
      [kind == .people ? "Key" : "Name"] + (kind == .people ? ["Called"] : ["Provider", "What it is"])
    return """
      <div class="scroll" role="region" aria-label="\(kind.title)" tabindex="0">
      <table class="lines"><thead><tr>\(titles.map { "<th scope=\"col\">\($0)</th>" as HTML })</tr></thead>
      <tbody>
      \(entries.map { $0.html(base) })</tbody></table>
      </div>
      """
  }
}
