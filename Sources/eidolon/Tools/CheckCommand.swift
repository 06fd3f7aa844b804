import Flow

/// `eidolon check`: everything that is wrong with folders of scenarios.
enum CheckCommand {
  static func run(_ options: ParsedOptions) -> Report {
    let source = LibrarySource(
      hasDefaults: !options.isOn("no-defaults"), folders: options.operands, clients: [])
    do {
      let library = try source.load().library
      let clients = library.world.clients.values.reduce(0) { $0 + $1.count }
      return Report(
        output:
          "ok: \(count(library.scenarios.count, "scenario")), \(count(library.world.people.count, "person", "people")), "
          + "\(count(clients, "client"))\n",
        errors: library.warnings.map { "warning: \($0)\n" }.joined())
    } catch {
      return Report(errors: error.text + "\n", status: .usage)
    }
  }

  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? "\(one)s")"
  }
}
