package import Flow
package import HTTP

/// A button for each person, on pages that ask who logs in: made-up numbers are hard to remember.
package enum PeopleChoice {
  /// How many people are in sight at once.
  private static let shown = 8

  /// The usual person comes first, then people of the eID's own country, then the others, each by name; those whose
  /// names fill lines come last.
  ///
  /// - Parameters:
  ///   - identifier: the number that people of the eID's own country have.
  ///   - pick: the value that a person's button sends, and a number to show beside the name; `nil` leaves the person out.
  package static func html(
    of world: World, with identifier: PersonIdentifier, _ pick: (Person) -> (value: String, number: String?)?
  ) -> HTML {
    let buttons = world.people.values
      .map { (rank: rank($0, in: world, identifier), name: $0.fullName ?? $0.key, person: $0) }
      .sorted { ($0.rank, $0.name, $0.person.key) < ($1.rank, $1.name, $1.person.key) }
      .compactMap { entry in pick(entry.person).map { button(entry.person, $0.value, $0.number) } }
    let others: HTML =
      buttons.count > shown
      ? """
      <details data-testid="more-people"><summary>More people</summary>
      <div class="people">\(HTML(buttons.dropFirst(shown)))</div></details>
      """
      : ""
    return "<div class=\"people\">\(HTML(buttons.prefix(shown)))</div>\(others)"
  }

  private static func rank(_ person: Person, in world: World, _ identifier: PersonIdentifier) -> Int {
    if person.key == world.defaultPerson { return 0 }
    if person.fullName?.count ?? 0 > 40 { return 3 }
    return person.identifiers[identifier.rawValue] == nil ? 2 : 1
  }

  private static func button(_ person: Person, _ value: String, _ number: String?) -> HTML {
    let beside: HTML? = number.map { " · <span class=\"number\">\($0)</span>" }
    return """
      <button type="submit" name="pick" value="\(value)" formnovalidate data-testid="pick-\(person.key)">\
      \(HTML.name(of: person))\(beside)</button>
      """
  }
}
