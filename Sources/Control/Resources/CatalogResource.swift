import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/providers` and `/_eidolon/catalog`: what the emulator offers.
enum CatalogResource {
  static let routes = [
    ControlRoute(
      .get, "providers", "Every provider with its addresses and the settings to paste into a client.",
      answers: [
        .json(
          "The providers.",
          .answer([
            "providers": .list(
              .answer([
                "provider": .anyText, "title": .anyText, "base": .anyText, "entry": .anyText,
                "settings": ["type": "object", "additionalProperties": .anyText],
              ]))
          ]))
      ], providers),
    ControlRoute(
      .get, "catalog", "Verbs, faults, defects, quirks, lifetimes and outcomes of every provider.",
      answers: [.json("The words of scenarios.", .anyObject)], weight: .heavy, catalog),
  ]

  static func providers(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let providers = call.providers.types.map { provider -> JSON in
      let slug = provider.slug
      let base = call.call.base(of: slug, at: call.call.home, among: call.slugs)
      let settings = provider.settings(base: base)
      return [
        "provider": .string(slug), "title": .string(settings.title),
        "base": .string(base), "entry": .string(settings.entry),
        "settings": .object(JSONObject(settings.values.map { ($0.name, .string($0.value)) })),
      ]
    }
    return .ok(["providers": .array(providers)])
  }

  static func catalog(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    .response(call.descriptions.catalog { Catalog(call.providers.types.map { $0.schema }).json })
  }
}
