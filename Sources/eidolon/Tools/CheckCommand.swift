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
          "ok: \(library.scenarios.count.counted("scenario")), \(library.world.people.count.counted("person", "people")), "
          + "\(clients.counted("client"))\n",
        errors: library.warnings.map { "warning: \($0)\n" }.joined())
    } catch {
      return Report(errors: error.text + "\n", status: .usage)
    }
  }
}
