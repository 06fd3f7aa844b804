/// Metrics of several replicas as one text, each sample labelled with its replica.
struct MetricsText {
  private struct Family {
    /// The lines `# HELP` and `# TYPE`.
    var head: [Substring] = []
    var samples: [String] = []
  }

  private var families: [Substring: Family] = [:]
  /// In order of appearance.
  private var names: [Substring] = []

  mutating func add(_ text: String, of replica: String) {
    var name: Substring = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        // `# HELP NAME TEXT` comes before the family's samples.
        name = line.split(separator: " ", maxSplits: 3).dropFirst(2).first ?? ""
        if families[name] == nil { names.append(name) }
        if families[name, default: Family()].head.count < 2 {
          families[name, default: Family()].head.append(line)
        }
      } else {
        families[name, default: Family()].samples.append(Self.labelled(line, replica))
      }
    }
  }

  var text: String {
    names.compactMap { families[$0] }.map { family in
      (family.head.map(String.init) + family.samples).map { $0 + "\n" }.joined()
    }.joined()
  }

  private static func labelled(_ sample: Substring, _ replica: String) -> String {
    let label = "replica=\"\(replica)\""
    if let brace = sample.firstIndex(of: "{") {
      return sample[...brace] + label + "," + sample[sample.index(after: brace)...]
    }
    let end = sample.firstIndex(of: " ") ?? sample.endIndex
    return sample[..<end] + "{\(label)}" + sample[end...]
  }
}
