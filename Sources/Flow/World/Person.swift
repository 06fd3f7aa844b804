public import JSON

/// A fictional human: one set of attributes that every provider projects into its own schema.
///
/// Members are OpenID Connect's standard claims (Core §5.1) where there is one; an absent member is `nil`, never empty.
public struct Person: Sendable, Hashable {
  private struct Parts: Sendable, Hashable {
    var key: String
    var account: Int = 1
    var name: String?
    var givenName: String?
    var familyName: String?
    var birthdate: CalendarDate?
    var gender: String?
    var locale: String?
    var email: String?
    var isEmailVerified: Bool = false
    var phoneNumber: String?
    var address: Address?
    var nationalities: [String] = []
    var birthplace: Birthplace?
    var hasProtectedIdentity: Bool = false
    var identifiers: [String: String] = [:]
    var documents: [Document] = []
    var device: JSONObject?
    var photo: String?
  }

  /// The parts, in an array of one: who logs in is passed on at every call, and a copy is one reference.
  private var place: [Parts]

  /// The key in the world; an inline person of a scenario keeps the key of the person that it is like.
  public var key: String {
    _read { yield place.span[0].key }
    _modify { yield &place[0].key }
  }
  /// How many accounts the person has had: a re-created account gets another `sub` at every relying party.
  public var account: Int {
    _read { yield place.span[0].account }
    _modify { yield &place[0].account }
  }
  /// The full name; composed from given and family name where absent.
  public var name: String? {
    _read { yield place.span[0].name }
    _modify { yield &place[0].name }
  }
  /// The given names.
  public var givenName: String? {
    _read { yield place.span[0].givenName }
    _modify { yield &place[0].givenName }
  }
  /// The family name.
  public var familyName: String? {
    _read { yield place.span[0].familyName }
    _modify { yield &place[0].familyName }
  }
  /// The date of birth.
  public var birthdate: CalendarDate? {
    _read { yield place.span[0].birthdate }
    _modify { yield &place[0].birthdate }
  }
  /// `male`, `female` or another word the provider knows.
  public var gender: String? {
    _read { yield place.span[0].gender }
    _modify { yield &place[0].gender }
  }
  /// The language of the person's app, such as `nl`.
  public var locale: String? {
    _read { yield place.span[0].locale }
    _modify { yield &place[0].locale }
  }
  /// The e-mail address.
  public var email: String? {
    _read { yield place.span[0].email }
    _modify { yield &place[0].email }
  }
  /// Whether the address was verified.
  public var isEmailVerified: Bool {
    _read { yield place.span[0].isEmailVerified }
    _modify { yield &place[0].isEmailVerified }
  }
  /// The phone number as shown to people: `+32 470000001`.
  public var phoneNumber: String? {
    _read { yield place.span[0].phoneNumber }
    _modify { yield &place[0].phoneNumber }
  }
  /// The legal address.
  public var address: Address? {
    _read { yield place.span[0].address }
    _modify { yield &place[0].address }
  }
  /// Nationalities as ISO 3166-1 alpha-2 codes, the first being the main one.
  public var nationalities: [String] {
    _read { yield place.span[0].nationalities }
    _modify { yield &place[0].nationalities }
  }
  /// Where the person was born.
  public var birthplace: Birthplace? {
    _read { yield place.span[0].birthplace }
    _modify { yield &place[0].birthplace }
  }
  /// Whether the person's register entry is protected, so that names and address are withheld.
  public var hasProtectedIdentity: Bool {
    _read { yield place.span[0].hasProtectedIdentity }
    _modify { yield &place[0].hasProtectedIdentity }
  }
  /// National numbers and the identifiers of accounts, by name such as `se_personnummer`.
  public var identifiers: [String: String] {
    _read { yield place.span[0].identifiers }
    _modify { yield &place[0].identifiers }
  }
  /// Identity documents.
  public var documents: [Document] {
    _read { yield place.span[0].documents }
    _modify { yield &place[0].documents }
  }
  /// The phone with the app, members as the provider names them.
  public var device: JSONObject? {
    _read { yield place.span[0].device }
    _modify { yield &place[0].device }
  }
  /// A portrait as base64 of a JPEG.
  public var photo: String? {
    _read { yield place.span[0].photo }
    _modify { yield &place[0].photo }
  }

  /// A person with a key and nothing else known.
  public init(key: String) {
    place = [Parts(key: key)]
  }

  /// The full name: the one given, else given and family name with a space, `nil` when neither is known.
  public var fullName: String? {
    if let name { return name }
    let parts = [givenName, familyName].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The document of a type, such as `eid` or `passport`.
  public func document(_ type: String) -> Document? {
    documents.first { $0.type == type }
  }
}

/// A postal address with the members of OpenID Connect Core §5.1.1.
public struct Address: Sendable, Hashable {
  /// Street and house number; may hold line breaks.
  public var streetAddress: String?
  /// The postal code.
  public var postalCode: String?
  /// The city.
  public var locality: String?
  /// The region or province.
  public var region: String?
  /// The country as ISO 3166-1 alpha-2.
  public var country: String?

  /// An address of which nothing is known yet.
  public init() {}
}

/// Where a person was born.
public struct Birthplace: Sendable, Hashable {
  /// The city, as the card spells it.
  public var city: String?
  /// The country as ISO 3166-1 alpha-2.
  public var country: String?

  /// A place of which nothing is known yet.
  public init() {}
}

/// An identity document of a person.
public struct Document: Sendable, Hashable {
  /// The type: `eid`, `passport`, or a provider's own word such as `IdCard`.
  public var type: String
  /// The issuing country, as the provider writes it.
  public var country: String?
  /// The number on the document.
  public var number: String?
  /// The holder's number that is printed on it, where that is not one of the person's `ids`.
  public var personalNumber: String?
  /// Where it was issued.
  public var issuanceLocality: String?
  /// The first day of validity.
  public var validFrom: CalendarDate?
  /// The last day of validity.
  public var validTo: CalendarDate?

  /// A document of a type.
  public init(type: String) {
    self.type = type
  }
}
