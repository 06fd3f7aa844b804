/// The words of the page that stands for the app.
struct AppCardWords: Sendable {
  let heading: String
  let shared: String
  let confirm: String
  let reject: String
  let ignore: String
  /// Those that are not called in English.
  private let icons: [SecurityIcon: String]

  func name(of icon: SecurityIcon) -> String { icons[icon] ?? icon.rawValue }

  static let english = AppCardWords(
    heading: "The itsme app: log in", shared: "Shared ID data:", confirm: "Confirm", reject: "Reject",
    ignore: "Do nothing", icons: [:])

  static let french = AppCardWords(
    heading: "L’app itsme : connexion", shared: "Données d’identité partagées :", confirm: "Confirmer",
    reject: "Refuser", ignore: "Ne rien faire",
    icons: [
      .circle: "cercle", .square: "carré", .diamond: "losange", .star: "étoile", .heart: "cœur",
      .drop: "goutte", .cross: "croix",
    ])

  static let dutch = AppCardWords(
    heading: "De itsme-app: aanmelden", shared: "Gedeelde ID-gegevens:", confirm: "Bevestigen",
    reject: "Weigeren", ignore: "Niets doen",
    icons: [
      .circle: "cirkel", .square: "vierkant", .triangle: "driehoek", .diamond: "ruit", .star: "ster",
      .heart: "hart", .drop: "druppel", .cross: "kruis",
    ])

  static let german = AppCardWords(
    heading: "Die itsme-App: Anmeldung", shared: "Geteilte ID-Daten:", confirm: "Bestätigen",
    reject: "Ablehnen", ignore: "Nichts tun",
    icons: [
      .circle: "Kreis", .square: "Quadrat", .triangle: "Dreieck", .diamond: "Raute", .star: "Stern",
      .heart: "Herz", .drop: "Tropfen", .cross: "Kreuz",
    ])
}
