import Flow
import Frame
import HTTP

/// The filters of a list, from its address: one parameter each, and `q` for words that must all occur.
struct Filters {
  private let form: Form
  let words: [SearchedWord]

  init(_ call: HTTP.Target) {
    form = (try? call.query) ?? Form()
    words = SearchedWord.words(of: form["q"] ?? "")
  }

  /// `nil` if the list is not filtered by it.
  subscript(name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }

  func takes(_ name: String, _ value: String) -> Bool { self[name].map { $0 == value } ?? true }

  /// True if every word of the search occurs.
  func finds(_ occurs: (SearchedWord) -> Bool) -> Bool { words.allSatisfy(occurs) }

  /// True if the list is not filtered.
  var isEmpty: Bool { form.allSatisfy { $0.value.isEmpty || ["before", "page"].contains($0.name) } }

  /// The query of the same list, with another value of a parameter.
  func query(with name: String, _ value: String) -> String {
    var next = Form()
    for (other, value) in form where other != name && !value.isEmpty { next.append(other, value) }
    next.append(name, value)
    return "?\(next.encoded)"
  }

  /// The query of the same list, from another place on.
  func query(before cursor: String?) -> String {
    var next = Form()
    for (name, value) in form where name != "before" && !value.isEmpty { next.append(name, value) }
    if let cursor { next.append("before", cursor) }
    let text = next.encoded
    return text.isEmpty ? "" : "?\(text)"
  }
}

/// The form above a list; it works without script.
struct FilterForm {
  let filters: Filters
  /// The path of the list.
  let path: String
  /// What the search covers.
  let hint: String

  struct Choice {
    let name: String
    let label: String
    /// Its label where nothing is chosen.
    var none = "all"
    let values: [(value: String, text: String)]

    func html(_ filters: Filters) -> HTML {
      let chosen = filters[name] ?? ""
      var values = values
      if !chosen.isEmpty, !values.contains(where: { $0.value == chosen }) { values.append((chosen, chosen)) }
      let options = values.map { value, text -> HTML in
        "<option value=\"\(value)\"\(value == chosen ? " selected" : "" as HTML)>\(text.prefix(60))</option>"
      }
      return """
        <label>\(label)<select name="\(name)" data-testid="filter-\(name)"><option value="">\(none)</option>\
        \(options)</select></label>

        """
    }
  }

  func html(_ choices: [Choice]) -> HTML {
    let reset: HTML? =
      filters.isEmpty ? nil : "<a href=\"\(path)\" class=\"button\" data-testid=\"show-all\">Show all</a>"
    return """
      <form class="filters" method="get" action="\(path)" role="search">
      <label>Search<input type="search" name="q" value="\(filters["q"] ?? "")" placeholder="\(hint)" data-testid="search"></label>
      <button data-testid="filter">Show</button>\(reset)
      <div class="choices">\(choices.map { $0.html(filters) })</div>
      </form>
      """
  }
}

/// A page of a list, the latest first.
struct Leaf<Line> {
  let lines: [Line]
  /// How many lines follow on later pages.
  let rest: Int
  let total: Int

  static var size: Int { 100 }

  /// - Parameter all: the latest first.
  init(_ all: [Line], where isBefore: (Line) -> Bool) {
    let later = all.drop { !isBefore($0) }
    lines = Array(later.prefix(Leaf.size))
    rest = later.count - lines.count
    total = all.count
  }

  func turning(_ filters: Filters, _ path: String, cursor: (Line) -> String) -> HTML {
    let first: HTML? =
      filters["before"].map { _ in
        "<a href=\"\(path)\(filters.query(before: nil))\" data-testid=\"latest\">The latest</a>"
      }
    let older: HTML? = lines.last.flatMap { last in
      rest > 0
        ? "<a href=\"\(path)\(filters.query(before: cursor(last)))\" data-testid=\"older\">\(rest.counted("earlier one"))</a>"
        : nil
    }
    guard first != nil || older != nil else { return "" }
    return "<nav class=\"turn\" aria-label=\"Pages of the list\">\(first) \(older)</nav>"
  }
}
