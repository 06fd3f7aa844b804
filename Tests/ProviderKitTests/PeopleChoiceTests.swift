import Flow
import HTTP
import ProviderKit
import Testing

@Suite struct `The choice of a person` {
  /// The names on the buttons, in order.
  private func names(_ page: HTML) -> [String] {
    page.text.matches(of: /<bdi>([^<]+)<\/bdi>/).map { String($0.1) }
  }

  private func world(_ people: [(key: String, name: String, isBelgian: Bool)]) -> World {
    var world = World()
    for (key, name, isBelgian) in people {
      var person = Person(key: key)
      person.name = name
      if isBelgian { person.identifiers["be_national_number"] = key }
      world.people[key] = person
    }
    return world
  }

  @Test func `begins with the usual person, then those of the eID's country, and ends with long names`() {
    let long = "Aa\(String(repeating: " Bb", count: 20))"
    let world = world([
      ("a", "Zala", false), ("b", "Carl", false), ("c", "Bob", true), ("anna", "Young Anna", false),
      ("d", "Alice", true), ("e", "Nobody", true), ("f", long, true),
    ])
    let page = PeopleChoice.html(of: world, with: .belgianNationalNumber) { person in
      guard person.key != "e" else { return nil }
      return (value: person.key, number: nil)
    }
    #expect(names(page) == ["Young Anna", "Alice", "Bob", "Carl", "Zala", long])
    #expect(!page.text.contains("<details"))
  }

  @Test func `folds up those beyond eight, and shows the numbers`() {
    let world = world((1...10).map { ("p\($0)", "Person \(10 + $0)", false) })
    let page = PeopleChoice.html(of: world, with: .belgianNationalNumber) { person in
      (value: person.key, number: "+32 \(person.key)")
    }
    let parts = page.text.split(separator: "<details").map { names(HTML(markup: String($0))) }
    #expect(parts.map(\.count) == [8, 2] && parts.last == ["Person 19", "Person 20"])
    #expect(page.text.contains("</bdi> · <span class=\"number\">+32 p1</span></button>"))
  }
}
