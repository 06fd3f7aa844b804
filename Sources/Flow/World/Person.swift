public import JSON

/// A fictional human: one set of attributes that every provider projects into its own schema.
///
/// Members are OpenID Connect's standard claims (Core §5.1) where there is one; an absent member is `nil`, never empty.
public struct Person: Sendable, Hashable {
  /// The key in the world; an inline person of a scenario keeps the key of the person that it is like.
  public var key: String
  /// How many accounts the person has had: a re-created account gets another `sub` at every relying party.
  public var account = 1
  /// The full name; composed from given and family name where absent.
  public var name: String?
  /// The given names.
  public var givenName: String?
  /// The family name.
  public var familyName: String?
  /// The date of birth.
  public var birthdate: CalendarDate?
  /// `male`, `female` or another word the provider knows.
  public var gender: String?
  /// The language of the person's app, such as `nl`.
  public var locale: String?
  /// The e-mail address.
  public var email: String?
  /// Whether the address was verified.
  public var isEmailVerified = false
  /// The phone number as shown to people: `+32 470000001`.
  public var phoneNumber: String?
  /// The legal address.
  public var address: Address?
  /// Nationalities as ISO 3166-1 alpha-2 codes, the first being the main one.
  public var nationalities: [String] = []
  /// Where the person was born.
  public var birthplace: Birthplace?
  /// Whether the person's register entry is protected, so that names and address are withheld.
  public var hasProtectedIdentity = false
  /// National numbers and the identifiers of accounts, by name such as `se_personnummer`.
  public var identifiers: [String: String] = [:]
  /// Identity documents.
  public var documents: [Document] = []
  /// The phone with the app, members as the provider names them.
  public var device: JSONObject?
  /// A portrait as base64 of a JPEG.
  public var photo: String?

  /// A person with a key and nothing else known.
  public init(key: String) {
    self.key = key
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
