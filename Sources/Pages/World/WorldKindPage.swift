import Flow
import Frame
import HTTP
import JSON
import ProviderKit

/// The pages below `/world`: all people, clients or stories, and one of them as a form.
struct WorldKindPage {
  private let kind: WorldKind
  private let call: Call
  private let site: Site
  private let frame: ControlPage

  init(_ kind: WorldKind, _ call: Call, _ site: Site) {
    (self.kind, self.call, self.site) = (kind, call, site)
    frame = ControlPage(call, in: site)
  }

  private var path: String { "\(frame.base)/world/\(kind.rawValue)" }

  var response: Response {
    let filters = Filters(call.request.target)
    guard let name = filters["name"] else { return list(filters) }
    let entry = WorldEntry(kind: kind, provider: kind == .people ? "" : filters["provider"] ?? "", name: name)
    return kind == .stories ? story(entry) : members(of: entry)
  }

  // MARK: All of them

  private func list(_ filters: Filters) -> Response {
    let all = WorldEntry.all(kind, of: site.sandbox)
    let found = all.filter { entry in
      filters.takes("provider", entry.provider)
        && filters.finds { entry.texts.contains(where: $0.occurs) }
    }
    let page = max(1, filters["page"].flatMap { Int($0) } ?? 1)
    let shown = found.dropFirst((page - 1) * Leaf<WorldEntry>.size).prefix(Leaf<WorldEntry>.size)
    let providers = Set(all.map(\.provider)).filter { !$0.isEmpty }.sorted().map { (value: $0, text: $0) }
    let choices: [FilterForm.Choice] =
      kind == .people ? [] : [.init(name: "provider", label: "Provider", values: providers)]
    return frame.response(
      title: kind.title,
      """
      <p><a href="\(frame.base)/world">World</a>. \(kind.meaning)</p>
      \(FilterForm(filters: filters, path: path, hint: "name").html(choices))
      <p class="faint" data-testid="count">\(found.count == all.count ? "" : "\(found.count) of ")\(all.count.counted(kind.one.lowercased(), kind.title.lowercased()))</p>
      \(WorldEntry.table(Array(shown), of: kind, frame.base))
      \(turning(filters, page, of: found.count))
      <h2 id="new">New \(kind.one.lowercased())</h2>
      <form class="card fields" method="get" action="\(path)" autocomplete="off" data-testid="new-form">
      \(kind == .people ? nil : providerField)
      <label>\(kind == .clients ? "Its client_id" : kind == .people ? "Its key" : "Its name")
      <input name="name" required data-testid="new-name"></label>
      <p class="row"><button class="first" data-testid="new">Fill in</button></p>
      </form>
      """)
  }

  private var providerField: HTML {
    let options = site.titles.map { "<option value=\"\($0.slug)\">\($0.title)</option>" as HTML }
    return
      "<label>Provider <select name=\"provider\" data-testid=\"new-provider\">\(options)</select></label>"
  }

  private func turning(_ filters: Filters, _ page: Int, of count: Int) -> HTML? {
    let last = (count + Leaf<WorldEntry>.size - 1) / Leaf<WorldEntry>.size
    guard last > 1 else { return nil }
    let link = { (number: Int, text: String) -> HTML in
      "<a href=\"\(path)\(filters.query(with: "page", "\(number)"))\" data-testid=\"page-\(number)\">\(text)</a> "
    }
    return """
      <nav class="turn" aria-label="Pages of the list">\(page > 1 ? link(page - 1, "The page before") : nil)\
      Page \(page) of \(last) \(page < last ? link(page + 1, "The next page") : nil)</nav>
      """
  }

  // MARK: A person or a client

  private func members(of entry: WorldEntry) -> Response {
    let value = entry.steps.reduce(Optional(site.sandbox.files.world)) { $0?[$1] }
    let schema = Members(entry, site.providers)
    let members = value?.object ?? [:]
    // A new one begins with the first common members of the schema.
    let names = value == nil ? Array(schema.names.filter(schema.isCommon).prefix(8)) : members.names
    let fields = names.map { name in schema.field(name, members[name]).html }
    let others = schema.names.filter { !names.contains($0) }.map { name -> HTML in
      "<option value=\"\(name)\" data-kind=\"\(schema.isText(name) ? "text" : "json")\" label=\"\(schema.meaning(name).prefix(80))\">"
    }
    let steps = JSON.array(entry.steps.map(JSON.string)).text()
    let removal: HTML? =
      value == nil
      ? nil
      : "<button type=\"button\" data-remove data-testid=\"remove\">Remove this \(kind.one.lowercased())</button>"
    return frame.response(
      title: "\(kind.one) \(entry.name.prefix(60))", heading: heading(entry), scripts: ["world.js"],
      """
      \(value == nil ? "<p>There is none of this name yet.</p>" : "" as HTML)
      <noscript><p class="problem">Changes need script; <code>eidolon ctl</code> does not.</p></noscript>
      <p id="said" role="status" data-testid="said"></p>
      <form class="card fields" data-steps="\(steps)" data-at="\(JSONPath.of(entry.steps))" data-list="\(path)" autocomplete="off" data-testid="entry-form">
      <div data-fields>\(fields)</div>
      <div class="row"><label>Another member <input list="members" data-new spellcheck="false" data-testid="new-member"></label>
      <button type="button" data-add data-testid="add-member">Add</button></div>
      <datalist id="members">\(others)</datalist>
      <p class="row"><button class="first" data-testid="save">Save</button> \(removal) <a class="button" href="\(path)">Back</a></p>
      \(WorldField.answer)
      </form>
      <p class="faint">A field that is left empty is taken out. \
      <a href="\(frame.base)/docs/world">What each member means</a></p>
      """)
  }

  private func heading(_ entry: WorldEntry) -> HTML {
    let whose: HTML? = kind == .people ? nil : " of \(HTML.foreign(entry.provider))"
    return "<h1>\(kind.one) <code>\(HTML.foreign(entry.name, atMost: 80))</code>\(whose)</h1>"
  }

  // MARK: A story

  private func story(_ entry: WorldEntry) -> Response {
    let name = "\(entry.provider)/\(entry.name)"
    let bytes = site.sandbox.files.stories[name]
    let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? Self.blank(of: entry.provider)
    let address = "scenarios/\(PercentCoding.encode(entry.provider))/\(PercentCoding.encode(entry.name))"
    let known: HTML? =
      bytes == nil
      ? nil
      : """
      <a class="button" href="\(frame.base)/_eidolon/\(address)" download="\(entry.name).json" data-testid="save-file">Save as file</a>
      <button type="button" data-queue="\(name)" data-testid="queue-it">Queue it for the next login</button>
      <button type="button" data-remove data-testid="remove">Remove this story</button>
      """
    return frame.response(
      title: "Story \(name.prefix(60))", heading: heading(entry), scripts: ["world.js"],
      """
      <p>\(site.sandbox.library.scenarios[name].map { HTML.foreign($0.title, atMost: 200) })</p>
      <noscript><p class="problem">Changes need script; <code>eidolon ctl</code> does not.</p></noscript>
      <p id="said" role="status" data-testid="said"></p>
      <form class="card fields" data-story="\(address)" data-list="\(path)" autocomplete="off" data-testid="story-form">
      <div class="field" data-field="story"><label>The story, as its file says it
      <textarea name="story" rows="\(min(30, text.split(separator: "\n").count + 2))" spellcheck="false" class="code" data-testid="field-story">
      \(text)</textarea></label>
      <ul class="problem" role="alert" data-problems data-testid="problems" hidden></ul></div>
      <p class="row"><button class="first" data-testid="save">Save</button> \(known) <a class="button" href="\(path)">Back</a></p>
      \(WorldField.answer)
      </form>
      <p class="faint">Its words: <a href="\(frame.base)/docs/scenarios">how stories are written</a>. As a file it is \
      <code>\(name).json</code> in the folder of <code class="option">--scenarios</code>, and <code>eidolon check</code> reads it.</p>
      """)
  }

  private static func blank(of provider: String) -> String {
    """
    {
      "title": "The person says no",
      "provider": \(JSON.string(provider).text()),
      "phone": [{ "after": "2s", "do": "reject" }]
    }
    """
  }
}

/// What the schema of `world.json` says about the members of a person or a client.
private struct Members {
  private let properties: JSONObject

  init(_ entry: WorldEntry, _ providers: Providers) {
    let schema = SchemaDocument.world(providers.types.map { $0.schema })
    let name = entry.kind == .people ? "person" : "\(entry.provider).client"
    properties = schema["$defs"]?[name]?["properties"]?.object ?? [:]
  }

  var names: [String] { properties.names.filter { $0 != "note" } + ["note"] }

  func meaning(_ name: String) -> String { properties[name]?["description"]?.string ?? "" }

  func isText(_ name: String) -> Bool { properties[name]?["type"]?.string == "string" }

  func isCommon(_ name: String) -> Bool {
    ["given_name", "family_name", "birthdate", "phone_number", "email", "secret", "redirect_uris"].contains(
      name)
  }

  /// Values other than strings are edited as JSON.
  func field(_ name: String, _ value: JSON?) -> WorldField {
    let text = value?.string
    let isJSON = value == nil ? !isText(name) : text == nil
    return WorldField(
      name, name, hint: meaning(name), value: text ?? value?.text(pretty: true) ?? "",
      kind: isJSON ? .json : .text)
  }
}

extension JSONPath {
  /// The path through these members.
  fileprivate static func of(_ steps: [String]) -> String {
    steps.reduce("") { join($0, step(to: $1)) }
  }
}
