import Flow
import JSON
import ProviderKit
import Registry

/// `eidolon catalog`: the words that scenarios may use, from the declarations in the code.
enum CatalogCommand {
  private static let schemas = ["scenario", "world"]

  static func run(_ options: ParsedOptions) throws(UsageFailure) -> Report {
    let known = registry.map { $0.schema }
    if let schema = options.first("schema") { return try self.schema(schema, known, options) }
    let catalog = Catalog(known)
    let provider = options.operands.first
    if let provider, !catalog.providers.contains(provider) {
      throw UsageFailure(UsageFailure.unknown("provider", provider, in: catalog.providers))
    }
    guard options.isOn("json") else { return Report(output: catalog.text(provider) ?? "") }
    let json = provider.flatMap { catalog.json["providers"]?[$0] } ?? catalog.json
    return Report(output: json.text(pretty: true) + "\n")
  }

  private static func schema(
    _ value: OptionValue, _ known: [ProviderSchema], _ options: ParsedOptions
  ) throws(UsageFailure) -> Report {
    guard options.operands.isEmpty, !options.isOn("json") else {
      throw UsageFailure("--schema must be given alone: a schema is JSON and covers all providers")
    }
    let schema: JSON
    switch value.text {
    case "scenario": schema = SchemaDocument.scenario(known)
    case "world": schema = SchemaDocument.world(known)
    default: throw UsageFailure("--schema: \(UsageFailure.unknown("schema", value.text, in: schemas))")
    }
    return Report(output: schema.text(pretty: true) + "\n")
  }
}
