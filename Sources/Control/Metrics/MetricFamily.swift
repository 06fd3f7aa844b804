/// A metric family in Prometheus' text format (version 0.0.4).
struct MetricFamily {
  enum Kind: String {
    /// Only rises.
    case counter
    /// Rises and falls.
    case gauge
  }

  let name: String
  let kind: Kind
  let help: String
  private(set) var samples: [Sample] = []

  struct Sample {
    let labels: [(name: String, value: String)]
    let value: Double
  }

  init(_ name: String, _ kind: Kind, _ help: String) {
    (self.name, self.kind, self.help) = (name, kind, help)
  }

  /// With one sample that has no labels.
  init(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    self.init(name, kind, help)
    samples = [Sample(labels: [], value: value)]
  }

  func adding(_ value: Int, _ labels: [(String, String)]) -> MetricFamily {
    var family = self
    family.samples.append(Sample(labels: labels.map { (name: $0.0, value: $0.1) }, value: Double(value)))
    return family
  }

  /// Empty without samples.
  var text: String {
    guard !samples.isEmpty else { return "" }
    let lines = samples.map { sample in
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
      return "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))"
    }
    return "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.map { $0 + "\n" }.joined()
  }

  /// Label values escape backslash, quote and line feed.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// Whole numbers have no decimal point.
  private static func number(_ value: Double) -> String {
    Int(exactly: value).map { String($0) } ?? String(value)
  }
}
