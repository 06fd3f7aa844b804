/// How the path of a value is written: `phone[1].do`, `people."anna b".address.country`.
public enum JSONPath {
  /// The step to a member; a name that would make the path ambiguous is written as a JSON string.
  public static func step(to name: String) -> String {
    // The fast path for nearly all names: the properties of Unicode scalars are slow to look up.
    if !name.isEmpty, name.utf8.allSatisfy({ isWordByte($0) && $0 != UInt8(ascii: ".") }) { return name }
    let isPlain =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case ".", ":", "[", "]", "\"", "\\", "\u{7F}": false
        default: scalar.value >= 0x20 && !scalar.properties.isWhitespace
        }
      }
    return isPlain ? name : JSONProblem.quoted(name)
  }

  /// The step to an element of an array, counted from 0.
  public static func step(to index: Int) -> String { "[\(index)]" }

  /// One path after another: a dot between them unless the second starts with an index or one is empty.
  public static func join(_ left: String, _ right: String) -> String {
    left.isEmpty || right.isEmpty || right.utf8.first == UInt8(ascii: "[") ? left + right : "\(left).\(right)"
  }
}

/// The steps to a value, joined to a path only when there is a problem to report.
indirect enum Trail {
  /// A value whose path is known as text; empty for the outermost value.
  case start(String)
  case member(String, of: Trail)
  case element(Int, of: Trail)

  /// The path, as in `phone[1].do`.
  var path: String {
    switch self {
    case .start(let path): path
    case .member(let name, let outer): JSONPath.join(outer.path, JSONPath.step(to: name))
    case .element(let index, let outer): JSONPath.join(outer.path, JSONPath.step(to: index))
    }
  }
}
