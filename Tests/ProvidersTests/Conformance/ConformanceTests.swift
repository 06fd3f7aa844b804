import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

/// Providers by slug, so that a failing case names its provider.
private let slugs = providers.map { $0.slug }

@Suite struct `Every provider of the providers` {
  func type(_ slug: String) throws -> any Provider.Type {
    try #require(providers.first { $0.slug == slug })
  }

  /// An emulator of one provider, with a client that stands for any.
  func emulator(_ slug: String) throws -> TestEmulator {
    let world =
      #"{"people": {"anna": {"given_name": "Anna"}}, "clients": {"\#(slug)": {"*": {"anything": true}}}}"#
    return try TestEmulator([try type(slug)], files: ["world.json": world])
  }

  func provider(of emulator: TestEmulator) throws -> any Provider {
    try #require(emulator.application.providers.first)
  }

  /// A path of an endpoint with something in each open part.
  func path(_ endpoint: AnyEndpoint, _ slug: String) -> String {
    let parts = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
    return "/\(slug)" + parts.map { $0.hasPrefix("{") ? "something" : String($0) }.joined(separator: "/")
  }

  /// What every endpoint answers to each method it takes, without parameters and with a bad token.
  func answers(_ emulator: TestEmulator, _ slug: String, headers: Headers = [:]) throws -> [(
    String, TestAnswer
  )] {
    try type(slug).anyEndpoints.flatMap { endpoint in
      endpoint.methods.map { method in
        let path = path(endpoint, slug)
        return ("\(method) \(path)", emulator.send(Request(method, path, headers: headers)))
      }
    }
  }

  @Test func `has a slug of its own`() { #expect(Set(slugs).count == slugs.count) }

  @Test(arguments: slugs) func `has a slug that stands in URLs and host names as it is`(slug: String) {
    #expect(slug.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil)
    #expect(!slug.contains("--"), "two hyphens part the sandbox from the provider in a virtual host")
  }

  @Test(arguments: slugs) func `serves the endpoints of its vocabulary and no others`(slug: String) throws {
    let served = Set(try type(slug).anyEndpoints.map(\.name))
    // What a provider fetches from its clients is served by them.
    let named = try type(slug).vocabulary.endpoints.filter { $0.caller != .provider }
    #expect(served == Set(named.map(\.term.name)))
  }

  @Test(arguments: slugs) func `says of each endpoint who calls it`(slug: String) throws {
    let callers = Dictionary(
      uniqueKeysWithValues: try type(slug).vocabulary.endpoints.map { ($0.term.name, $0.caller) })
    let emulator = try emulator(slug)
    for endpoint in try type(slug).anyEndpoints {
      let caller = try #require(callers[endpoint.name])
      // Nobody but a person reads a page; an error may be one for everybody.
      let answer = emulator.get(path(endpoint, slug), headers: ["Accept": "text/html"])
      if endpoint.methods.contains(.get), answer.status == 200,
        (answer.header("Content-Type") ?? "").hasPrefix("text/html")
      {
        #expect(caller == .browser || caller == .phone, "\(endpoint.name)")
      }
      // What is asked on behalf of nobody in particular is asked by servers, if not by apps and scripts.
      if ["discovery", "jwks", "token", "userinfo", "par"].contains(endpoint.name) {
        #expect(caller == .backend, "\(endpoint.name)")
      }
    }
  }

  @Test(arguments: slugs) func `finds each of its endpoints`(slug: String) throws {
    let emulator = try emulator(slug)
    for (name, answer) in try answers(emulator, slug) {
      // The one address that is documented as 404.
      let isDoubled = answer.findings == ["criipto.discovery-doubled"]
      #expect(answer.isHeld || answer.status != 404 || isDoubled, "\(name)")
      #expect(answer.isHeld || answer.status != 405, "\(name)")
    }
  }

  @Test(arguments: slugs) func `answers a wrong method with 405 and Allow`(slug: String) throws {
    let emulator = try emulator(slug)
    let endpoints = try type(slug).anyEndpoints
    for endpoint in endpoints {
      let path = path(endpoint, slug)
      let here = endpoints.filter { self.path($0, slug) == path }
      let taken = Set(here.flatMap(\.methods).map(\.text))
      let servesHead = try here.contains { try answersHead($0, slug) }
      let allowed = servesHead ? taken.union(["HEAD"]) : taken
      for method in [HTTP.Method.get, .head, .post, .put, .patch, .delete, .options, .other("TRACE")]
      where !allowed.contains(method.text) {
        let answer = emulator.send(Request(method, path))
        #expect(answer.status == 405, "\(method) \(path)")
        let allow = answer.response?.headers.values("Allow") ?? []
        #expect(allow.count == 1, "\(method) \(path)")
        let named = (allow.first ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        #expect(Set(named) == allowed, "\(method) \(path)")
      }
    }
  }

  /// True if the endpoint only tells something.
  func answersHead(_ endpoint: AnyEndpoint, _ slug: String) throws -> Bool {
    let unowned = try type(slug).vocabulary.unownedEndpoints
    return endpoint.methods.contains(.get) && unowned.contains(endpoint.name) && !endpoint.isChanging
  }

  @Test(arguments: slugs) func `answers HEAD as GET where it only tells something`(slug: String) throws {
    for endpoint in try type(slug).anyEndpoints where try answersHead(endpoint, slug) {
      // Each on an emulator of its own, because an answer may depend on those before it.
      let get = try emulator(slug).send(Request(.get, path(endpoint, slug)))
      let head = try emulator(slug).send(Request(.head, path(endpoint, slug)))
      #expect(get.status == head.status, "\(endpoint.path)")
      #expect(get.response?.headers == head.response?.headers, "\(endpoint.path)")
    }
  }

  @Test(arguments: slugs) func `marks every answer`(slug: String) throws {
    let emulator = try emulator(slug)
    for (name, answer) in try answers(emulator, slug)
      + answers(emulator, slug, headers: ["Accept": "text/html"])
    {
      #expect(answer.isHeld || answer.response?.headers.values("Eidolon") == ["emulator"], "\(name)")
    }
    for path in ["/", "/\(slug)", "/\(slug)/nothing/here", "/nothing"] {
      #expect(emulator.get(path).response?.headers.values("Eidolon") == ["emulator"], "\(path)")
    }
  }

  @Test(arguments: slugs) func `counts repeated slashes as one`(slug: String) throws {
    for endpoint in try type(slug).anyEndpoints where endpoint.methods.contains(.get) {
      let path = path(endpoint, slug)
      let once = try emulator(slug).send(Request(.get, path))
      let often = try emulator(slug).send(Request(.get, path.replacing("/", with: "//")))
      #expect(once.status == often.status, "\(path)")
      #expect(once.text == often.text, "\(path)")
    }
  }

  @Test(arguments: slugs) func `helps whoever asks for a path that is not there`(slug: String) throws {
    let emulator = try emulator(slug)
    for path in ["/\(slug)/nothing", "/\(slug.uppercased())", "/nothing"] {
      let answer = emulator.get(path)
      #expect(answer.status == 404)
      #expect(answer.text.contains("Nothing is served at \(path)"))
      #expect(answer.text.contains("\(TestEmulator.address)/\(slug)/"))
    }
  }

  @Test(arguments: slugs) func `shows a browser a page with links instead`(slug: String) throws {
    let answer = try emulator(slug).get("/\(slug)x<b>", headers: ["Accept": "text/html,*/*;q=0.8"])
    #expect(answer.status == 404)
    #expect(answer.header("Content-Type")?.hasPrefix("text/html") == true)
    #expect(answer.text.contains("<h1>Nothing is here</h1>") && !answer.text.contains("<b>"))
    #expect(answer.text.contains("href=\"\(TestEmulator.address)/\" data-testid=\"to-start\""))
    let nearly = try emulator(slug).get("/phon", headers: ["Accept": "text/html"])
    #expect(nearly.text.contains("<li><a href=\"\(TestEmulator.address)/phone\">"))
  }

  @Test(arguments: slugs) func `names the right address and the closest path on its own host`(slug: String)
    throws
  {
    let emulator = try emulator(slug)
    let settings = try Swift.type(of: provider(of: emulator)).settings(base: "http://\(slug).localhost:8080")
    for path in ["/nothing", "/\(slug)\(settings.entry.dropFirst("http://\(slug).localhost:8080".count))"] {
      let answer = emulator.get(path, headers: ["Host": "\(slug).localhost:8080"])
      // To Criipto the name before a discovery document is a level.
      if path != "/nothing", answer.status == 400 { continue }
      #expect(answer.status == 404)
      #expect(answer.text.contains("  \(settings.entry)\n"), "\(answer.text)")
      #expect(!answer.text.contains("8080/\(slug)"), "\(answer.text)")
    }
    for (host, mount) in [("\(slug).localhost:8080", ""), ("localhost:8080", "/\(slug)")] {
      for endpoint in try type(slug).anyEndpoints
      where !endpoint.path.contains("{") && endpoint.path.count > 3 {
        let answer = emulator.get("\(mount)\(endpoint.path)-x", headers: ["Host": host])
        guard answer.status == 404, answer.text.hasPrefix("Nothing is served") else { continue }
        #expect(answer.text.contains("  http://\(host)\(mount)\(endpoint.path)\n"), "\(answer.text)")
      }
    }
  }

  @Test(arguments: slugs) func `has an entry that answers, and each URL of its documents is served`(
    slug: String
  )
    throws
  {
    let emulator = try emulator(slug)
    let base = "\(TestEmulator.address)/\(slug)"
    let entry = try Swift.type(of: provider(of: emulator)).settings(base: base).entry
    #expect(entry.hasPrefix(base))
    let document = emulator.get(entry)
    #expect(document.status == 200)
    for url in urls(in: document.json) {
      #expect(url.hasPrefix(TestEmulator.address), "\(url)")
      // The issuer is a name; what it names is the document itself.
      #expect(entry.hasPrefix("\(url)/.well-known/") || emulator.get(url).status != 404, "\(url)")
    }
    for (name, value) in try Swift.type(of: provider(of: emulator)).settings(base: base).values {
      #expect(!name.isEmpty && !value.isEmpty)
    }
  }

  @Test(arguments: slugs) func `publishes no private key, except the test set that is meant to be private`(
    slug: String
  ) throws {
    let emulator = try emulator(slug)
    for (name, answer) in try answers(emulator, slug) where answer.json["keys"] != nil {
      let isMeant = name.contains("private")
      for key in answer.json["keys"]?.array ?? [] {
        for member in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] {
          #expect(isMeant || key[member] == nil, "\(name): \(member)")
        }
      }
    }
  }

  @Test(arguments: slugs) func `names no real provider in any answer`(slug: String) throws {
    let emulator = try emulator(slug)
    let hosts = try type(slug).realHosts
    #expect(!hosts.isEmpty)
    for (name, answer) in try answers(emulator, slug)
      + answers(emulator, slug, headers: ["Accept": "text/html"])
    {
      let headers = answer.response?.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n") ?? ""
      for match in (answer.text + "\n" + headers).matches(of: /https?:\/\/([A-Za-z0-9.-]+)[A-Za-z0-9\/]*/)
      where isAddress(String(match.output.0)) {
        let host = String(match.output.1).lowercased()
        #expect(!hosts.contains { host == $0 || host.hasSuffix(".\($0)") }, "\(name) names \(host)")
      }
    }
  }

  @Test(arguments: slugs) func `refuses to answer as the real service`(slug: String) throws {
    let emulator = try emulator(slug)
    for host in try type(slug).realHosts {
      #expect(emulator.get("/\(slug)", headers: ["Host": "login.\(host)"]).status == 421)
    }
  }

  @Test(arguments: slugs)
  func `answers errors in JSON that says what is wrong, in text, or in a page for browsers`(
    slug: String
  ) throws {
    let emulator = try emulator(slug)
    for (name, answer) in try answers(emulator, slug) where answer.status >= 400 && !answer.text.isEmpty {
      let type = answer.header("Content-Type") ?? ""
      guard type != "text/plain; charset=utf-8" else { continue }
      // `application/json`, or a vendor's own media type over JSON.
      #expect(type.hasPrefix("application/") && type.contains("json"), "\(name): \(type)")
      #expect(says(answer.json), "\(name): \(answer.text)")
    }
    for (name, answer) in try answers(emulator, slug, headers: ["Accept": "text/html"])
    where answer.status >= 400 && !answer.text.isEmpty {
      let type = answer.header("Content-Type") ?? ""
      let isPage = type == "text/html; charset=utf-8" || type == "text/plain; charset=utf-8"
      #expect(isPage || type.hasPrefix("application/") && type.contains("json"), "\(name): \(type)")
    }
  }

  /// Whether an error has a text or a code anywhere: OAuth's `error`, a provider's `Message`, a nested `errorCode`.
  private func says(_ json: JSON) -> Bool {
    switch json {
    case .string(let text): !text.isEmpty
    case .integer: true
    case .array(let elements): elements.contains { says($0) }
    case .object(let object): object.contains { says($0.value) }
    default: false
    }
  }

  /// True for a URL that is not a name, as those of itsme's claims are.
  private func isAddress(_ text: String) -> Bool {
    !text.hasPrefix("http://itsme.services/v2/claim/")
      && (text.hasPrefix("http://") || text.hasPrefix("https://"))
  }

  private func urls(in json: JSON) -> [String] {
    switch json {
    case .string(let text): isAddress(text) ? [text] : []
    case .array(let elements): elements.flatMap { urls(in: $0) }
    case .object(let object): object.flatMap { urls(in: $0.value) }
    default: []
    }
  }
}

@Suite struct `The rules of every provider` {
  static let rules = providers.flatMap { type in type.rules.map { (type.slug, $0) } }

  @Test func `have ids of their own, with the provider's slug before them`() {
    let identifiers = Self.rules.map(\.1.identifier)
    #expect(Set(identifiers).count == identifiers.count)
    for (slug, rule) in Self.rules {
      #expect(rule.identifier.hasPrefix("\(slug)."), "\(rule.identifier)")
      #expect(
        rule.identifier.dropFirst(slug.count + 1).wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil,
        "\(rule.identifier)")
    }
  }

  @Test func `have texts of one sentence`() {
    for (_, rule) in Self.rules {
      for text in [rule.message, rule.fix, rule.documentation.title, rule.documentation.section] {
        #expect(!text.isEmpty, "\(rule.identifier)")
        #expect(text.first != " " && text.last != " " && text.last != ".", "\(rule.identifier): \(text)")
      }
      #expect(rule.specification?.isEmpty != true, "\(rule.identifier)")
    }
  }
}

@Suite struct `The vocabulary of every provider` {
  static let terms: [(place: String, term: Term)] = providers.flatMap { type in
    let words = type.vocabulary
    let lists: [(String, [Term])] = [
      ("verbs", words.verbs.map(\.term)), ("endpoints", words.endpoints.map(\.term)),
      ("tokens", words.tokens.map(\.term)), ("quirks", words.quirks.map(\.term)),
      ("presets", words.presets.map(\.term)), ("lifetimes", words.lifetimes.map(\.term)),
      ("outcomes", words.outcomes), ("facts", words.facts),
    ]
    let defects = words.tokens.map { ("defects of \($0.term.name)", $0.defects) }
    return (lists + defects).flatMap { list in list.1.map { ("\(type.slug) \(list.0)", $0) } }
  }

  @Test func `says each word once, with a meaning of one line`() {
    let places = Dictionary(grouping: Self.terms, by: \.place)
    for (place, terms) in places {
      #expect(Set(terms.map(\.term.name)).count == terms.count, "\(place)")
      for (_, term) in terms {
        #expect(!term.meaning.isEmpty && !term.meaning.contains("\n"), "\(place) \(term.name)")
        #expect(term.meaning.last != ".", "\(place) \(term.name)")
      }
    }
  }

  @Test func `has a standard for each quirk that the quirk can take, and presets of known quirks`() {
    for type in providers {
      let quirks = Dictionary(uniqueKeysWithValues: type.vocabulary.quirks.map { ($0.term.name, $0) })
      for quirk in quirks.values { #expect(fits(quirk.standard, quirk.values), "\(quirk.term.name)") }
      for preset in type.vocabulary.presets {
        for (name, value) in preset.quirks {
          #expect(quirks[name].map { fits(value, $0.values) } == true, "\(preset.term.name): \(name)")
        }
      }
    }
  }

  @Test func `has a schema for its clients`() {
    for type in providers {
      #expect(type.clientSchema["type"] == "object")
      #expect(type.clientSchema["additionalProperties"] == false)
    }
  }

  private func fits(_ value: QuirkValue, _ values: QuirkValues) -> Bool {
    switch (value, values) {
    case (.flag, .flag): true
    case (.choice(let word), .choices(let words)): words.contains(word)
    default: false
    }
  }
}
