import HTTP

/// A field of a form, with its purpose and a place for errors.
struct WorldField {
  enum Kind {
    case text
    case number
    /// A JSON value that is not a string.
    case json
    case choice([(value: String, text: String)])
  }

  let name: String
  let label: String
  var hint = ""
  var value = ""
  var kind = Kind.text
  /// The id of a list of suggestions.
  var list: String?
  var isNeeded = false

  init(
    _ name: String, _ label: String, hint: String = "", value: String = "", kind: Kind = .text,
    list: String? = nil, isNeeded: Bool = false
  ) {
    (self.name, self.label, self.hint, self.value) = (name, label, hint, value)
    (self.kind, self.list, self.isNeeded) = (kind, list, isNeeded)
  }

  /// What is wrong with the form as a whole.
  static let answer: HTML =
    "<p class=\"problem\" role=\"alert\" data-answer data-testid=\"answer\" hidden></p>"

  var html: HTML {
    let described: HTML? = hint.isEmpty ? nil : "<span class=\"faint\">\(hint)</span>"
    return """
      <div class="field" data-field="\(name)"><label>\(label) \(described)\(control)</label>\
      <p class="problem" role="alert" data-problem data-testid="problem-\(name)" hidden></p></div>

      """
  }

  private var control: HTML {
    let needed: HTML? = isNeeded ? " required" : nil
    let suggestions: HTML? = list.map { " list=\"\($0)\"" }
    switch kind {
    case .text:
      return
        "<input name=\"\(name)\" value=\"\(value)\" dir=\"auto\" spellcheck=\"false\"\(needed)\(suggestions) data-kind=\"text\" data-testid=\"field-\(name)\">"
    case .number:
      return
        "<input name=\"\(name)\" value=\"\(value)\" type=\"number\" min=\"1\"\(needed) data-kind=\"json\" data-testid=\"field-\(name)\">"
    case .json:
      let lines = min(12, value.utf8.count { $0 == UInt8(ascii: "\n") } + 1)
      return
        "<textarea name=\"\(name)\" rows=\"\(lines)\" spellcheck=\"false\" class=\"code\" data-kind=\"json\" data-testid=\"field-\(name)\">\n\(value)</textarea>"
    case .choice(let values):
      let options = values.map { option -> HTML in
        "<option value=\"\(option.value)\"\(option.value == value ? " selected" : "" as HTML)>\(option.text)</option>"
      }
      return "<select name=\"\(name)\" data-kind=\"text\" data-testid=\"field-\(name)\">\(options)</select>"
    }
  }
}
