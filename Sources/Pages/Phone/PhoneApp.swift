import HTTP

/// An app on the handset.
struct PhoneApp {
  /// As pages and scripts name it.
  let name: String
  let title: String
  /// A few letters for its icon.
  let letters: String
  /// The providers whose requests it shows.
  let providers: [String]
  /// The prefix of its requests' app names at the provider; `nil` if it shows all requests.
  var prefix: String?

  private static let known = [
    PhoneApp(name: "bankid", title: "BankID", letters: "BID", providers: ["criipto"], prefix: "BankID"),
    PhoneApp(name: "mitid", title: "MitID", letters: "Mit", providers: ["criipto"], prefix: "MitID"),
    PhoneApp(name: "itsme", title: "itsme", letters: "its", providers: ["itsme", "itsme-v2"]),
    PhoneApp(name: "bioid", title: "BioID", letters: "Bio", providers: ["bioid"]),
    PhoneApp(name: "mobileid", title: "MobileID", letters: "Mob", providers: ["reuseid"]),
    PhoneApp(name: "veridium", title: "Veridium", letters: "Ver", providers: ["veridium"]),
    PhoneApp(name: "videoid", title: "VideoID", letters: "Vid", providers: ["videoid"]),
  ]

  /// The eID behind a broker: the app whose name stands in what a login asked for, `se:bankid:same-device`.
  static func eID(of provider: String, asked: String) -> String? {
    let asked = asked.lowercased()
    return known.first { app in
      app.providers.contains(provider) && app.prefix.map { asked.contains($0.lowercased()) } == true
    }?.title
  }

  /// The apps of these providers; one without an app of its own here gets one with its title.
  static func all(of titles: [(slug: String, title: String)]) -> [PhoneApp] {
    let slugs = Set(titles.map(\.slug))
    let there = known.filter { !slugs.isDisjoint(with: $0.providers) }
    let covered = Set(known.flatMap(\.providers))
    return there
      + titles.filter { !covered.contains($0.slug) }.map {
        PhoneApp(name: $0.slug, title: $0.title, letters: String($0.title.prefix(3)), providers: [$0.slug])
      }
  }
}
