import HTTP

/// Reads a page as tolerantly as pages are written, and no more of it than `Page` has.
struct PageScanner {
  private var rest: ArraySlice<UInt8>
  private var page = Page()
  private var text: [UInt8] = []
  private var form: PageForm?
  private var scriptless = 0

  /// More text than anybody compares.
  private static let textLimit = 8192

  static func page(_ bytes: [UInt8]) -> Page {
    var scanner = PageScanner(rest: bytes[...])
    scanner.scan()
    return scanner.page
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  private mutating func scan() {
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      add(rest[..<open])
      rest = rest[open...]
      if rest.starts(with: Array("<!--".utf8)) {
        let end = rest.firstRange(of: "-->")
        rest = end.map { rest[$0.upperBound...] } ?? []
      } else if let tag = takeTag() {
        take(tag)
      } else {
        add(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    add(rest)
    endForm()
    page.text = words(text[...])
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard text.count < Self.textLimit else { return }
    text += bytes
  }

  // MARK: Tags

  fileprivate struct Tag {
    let name: String
    let isEnd: Bool
    let attributes: [String: String]
  }

  private mutating func take(_ tag: Tag) {
    if tag.attributes.contains(where: { $0.key.hasPrefix("on") && $0.value.contains("submit(") }) {
      page.submitsByScript = true
    }
    add([UInt8(ascii: " ")])
    switch (tag.name, tag.isEnd) {
    case ("script", false):
      let content = rawContent(of: "script")
      if content.firstRange(of: "submit(") != nil { page.submitsByScript = true }
    case ("style", false), ("template", false): _ = rawContent(of: tag.name)
    case ("title", false) where page.title.isEmpty: page.title = words(rawContent(of: "title"))
    case ("noscript", let isEnd): scriptless = max(scriptless + (isEnd ? -1 : 1), 0)
    case ("meta", false) where tag["http-equiv"].lowercased() == "refresh":
      page.refresh = page.refresh ?? Page.refresh(tag["content"])
    case ("form", false):
      endForm()
      form = PageForm(
        action: tag["action"], isPost: tag["method"].lowercased() == "post", isForScriptless: scriptless > 0)
    case ("form", true): endForm()
    case ("input", false): input(tag)
    case ("textarea", false), ("select", false): form?.isAsking = true
    case ("button", false):
      if form != nil, scriptless > 0 { form?.isForScriptless = true }
    default: break
    }
  }

  private mutating func input(_ tag: Tag) {
    switch tag["type"].lowercased() {
    case "hidden":
      if !tag["name"].isEmpty { form?.fields.append(PageForm.Field(name: tag["name"], value: tag["value"])) }
    case "submit", "image", "button", "reset":
      // A button that only browsers without script show.
      if scriptless > 0 { form?.isForScriptless = true }
    default: form?.isAsking = true
    }
  }

  private mutating func endForm() {
    if let form { page.forms.append(form) }
    form = nil
  }

  /// The text up to the end tag, which is consumed too.
  private mutating func rawContent(of name: String) -> ArraySlice<UInt8> {
    var from = rest.startIndex
    while let open = rest[from...].firstRange(of: "</") {
      let found = rest[open.upperBound...].prefix(name.utf8.count)
      if String(decoding: found, as: UTF8.self).lowercased() == name {
        let content = rest[..<open.lowerBound]
        let end = rest[open.upperBound...].firstIndex(of: UInt8(ascii: ">"))
        rest = end.map { rest[($0 + 1)...] } ?? []
        return content
      }
      from = open.upperBound
    }
    defer { rest = [] }
    return rest
  }

  /// Consumes the tag that begins here; `nil` if this is not a tag.
  private mutating func takeTag() -> Tag? {
    var at = rest.dropFirst()
    let isEnd = at.first == UInt8(ascii: "/")
    if isEnd { at = at.dropFirst() }
    guard let first = at.first, isLetter(first) || first == UInt8(ascii: "!") else { return nil }
    let name = at.prefix { !isBlank($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    at = at[name.endIndex...]
    var attributes: [String: String] = [:]
    while let byte = at.first, byte != UInt8(ascii: ">") {
      guard !isBlank(byte), byte != UInt8(ascii: "/") else {
        at = at.dropFirst()
        continue
      }
      let (name, value) = Self.attribute(&at)
      if attributes[name] == nil { attributes[name] = value }
    }
    rest = at.dropFirst()
    return Tag(
      name: String(decoding: name, as: UTF8.self).lowercased(), isEnd: isEnd, attributes: attributes)
  }

  private static func attribute(_ at: inout ArraySlice<UInt8>) -> (name: String, value: String) {
    let isEnd = { (byte: UInt8) in isBlank(byte) || byte == UInt8(ascii: ">") }
    // An equals sign that begins a name is part of it.
    let name = at.prefix(1) + at.dropFirst().prefix { !isEnd($0) && !"=/".utf8.contains($0) }
    at = at[name.endIndex...].drop(while: isBlank)
    let key = String(decoding: name, as: UTF8.self).lowercased()
    guard at.first == UInt8(ascii: "=") else { return (key, "") }
    at = at.dropFirst().drop(while: isBlank)
    let value: ArraySlice<UInt8>
    if let quote = at.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      value = at.dropFirst().prefix { $0 != quote }
      at = at[value.endIndex...].dropFirst()
    } else {
      value = at.prefix { !isEnd($0) }
      at = at[value.endIndex...]
    }
    return (key, Entities.decoded(value))
  }

  private func words(_ bytes: ArraySlice<UInt8>) -> String {
    Entities.decoded(bytes).split { $0.isWhitespace }.joined(separator: " ")
  }
}

extension PageScanner.Tag {
  fileprivate subscript(name: String) -> String { attributes[name] ?? "" }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

/// The character references that pages use for their own markup.
enum Entities {
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var rest = bytes
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += String(decoding: rest[..<mark], as: UTF8.self)
      rest = rest[mark...]
      let name = rest.dropFirst().prefix(10).prefix { $0 != UInt8(ascii: ";") }
      if rest[name.endIndex...].first == UInt8(ascii: ";"),
        let character = character(String(decoding: name, as: UTF8.self))
      {
        text.append(character)
        rest = rest[name.endIndex...].dropFirst()
      } else {
        text += "&"
        rest = rest.dropFirst()
      }
    }
    return text + String(decoding: rest, as: UTF8.self)
  }

  private static func character(_ name: String) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return " "
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map(Character.init)
  }
}
