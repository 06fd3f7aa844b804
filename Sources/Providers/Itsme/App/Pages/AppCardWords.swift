/// The words of the page that stands for the app.
struct AppCardWords: Sendable {
  let heading: String
  let shared: String
  let confirm: String
  let reject: String
  let ignore: String
  /// Those that are not called in English.
  private let icons: [SecurityIcon: String]

  /// The data that is shared, by its English name.
  private let data: [String: String]

  func name(ofData label: String) -> String { data[label] ?? label }

  func name(of icon: SecurityIcon) -> String { icons[icon] ?? icon.rawValue }

  static let english = AppCardWords(
    heading: "The itsme app: log in", shared: "Shared ID data:", confirm: "Confirm", reject: "Reject",
    ignore: "Do nothing", icons: [:], data: [:])

  static let french = AppCardWords(
    heading: "L’app itsme : connexion", shared: "Données d’identité partagées :", confirm: "Confirmer",
    reject: "Refuser", ignore: "Ne rien faire",
    icons: [
      .circle: "cercle", .square: "carré", .diamond: "losange", .star: "étoile", .heart: "cœur",
      .drop: "goutte", .cross: "croix",
    ],
    data: [
      "Surname": "Nom", "First name(s)": "Prénom(s)", "Date of birth": "Date de naissance",
      "Age limit": "Limite d’âge", "Gender": "Sexe", "Language": "Langue",
      "E-mail address": "Adresse e-mail", "Phone number": "Numéro de téléphone",
      "Legal address": "Adresse légale", "Photo": "Photo", "Nationality": "Nationalité",
      "Place of birth": "Lieu de naissance", "Identity document number": "Numéro du document d’identité",
      "Identity document": "Document d’identité", "Device": "Appareil", "itsme account": "Compte itsme",
      "IP address": "Adresse IP", "Student attestation": "Attestation d’étudiant",
      "National number": "Numéro national", "eID card number": "Numéro de carte eID",
      "Passport number": "Numéro de passeport",
    ])

  static let dutch = AppCardWords(
    heading: "De itsme-app: aanmelden", shared: "Gedeelde ID-gegevens:", confirm: "Bevestigen",
    reject: "Weigeren", ignore: "Niets doen",
    icons: [
      .circle: "cirkel", .square: "vierkant", .triangle: "driehoek", .diamond: "ruit", .star: "ster",
      .heart: "hart", .drop: "druppel", .cross: "kruis",
    ],
    data: [
      "Surname": "Achternaam", "First name(s)": "Voornaam/voornamen", "Date of birth": "Geboortedatum",
      "Age limit": "Leeftijdsgrens", "Gender": "Geslacht", "Language": "Taal",
      "E-mail address": "E-mailadres", "Phone number": "Telefoonnummer",
      "Legal address": "Wettelijk adres", "Photo": "Foto", "Nationality": "Nationaliteit",
      "Place of birth": "Geboorteplaats", "Identity document number": "Nummer van het identiteitsdocument",
      "Identity document": "Identiteitsdocument", "Device": "Toestel", "itsme account": "itsme-account",
      "IP address": "IP-adres", "Student attestation": "Studentenattest",
      "National number": "Rijksregisternummer", "eID card number": "Nummer van de eID-kaart",
      "Passport number": "Paspoortnummer",
    ])

  static let german = AppCardWords(
    heading: "Die itsme-App: Anmeldung", shared: "Geteilte ID-Daten:", confirm: "Bestätigen",
    reject: "Ablehnen", ignore: "Nichts tun",
    icons: [
      .circle: "Kreis", .square: "Quadrat", .triangle: "Dreieck", .diamond: "Raute", .star: "Stern",
      .heart: "Herz", .drop: "Tropfen", .cross: "Kreuz",
    ],
    data: [
      "Surname": "Nachname", "First name(s)": "Vorname(n)", "Date of birth": "Geburtsdatum",
      "Age limit": "Altersgrenze", "Gender": "Geschlecht", "Language": "Sprache",
      "E-mail address": "E-Mail-Adresse", "Phone number": "Telefonnummer", "Legal address": "Meldeadresse",
      "Photo": "Foto", "Nationality": "Staatsangehörigkeit", "Place of birth": "Geburtsort",
      "Identity document number": "Nummer des Ausweises", "Identity document": "Ausweis",
      "Device": "Gerät", "itsme account": "itsme-Konto", "IP address": "IP-Adresse",
      "Student attestation": "Studienbescheinigung", "National number": "Nationale Nummer",
      "eID card number": "Nummer der eID-Karte", "Passport number": "Passnummer",
    ])
}
