package import JSON

/// A fictional human: one set of attributes that every provider projects into its own schema.
///
/// Members are OpenID Connect's standard claims (Core §5.1) where there is one; an absent member is `nil`, never empty.
package struct Person: Sendable, Hashable {
  /// The key in the world; an inline person of a scenario keeps the key of the person that it is like.
  package var key: String
  /// How many accounts the person has had: a re-created account gets another `sub` at every relying party.
  package var account: Int = 1
  /// If absent, composed from given and family name.
  package var name: String?
  package var givenName: String?
  package var familyName: String?
  package var birthdate: CalendarDate?
  /// `male`, `female` or another word the provider knows.
  package var gender: String?
  /// The language of the person's app, such as `nl`.
  package var locale: String?
  package var email: String?
  package var isEmailVerified: Bool = false
  /// The phone number as shown to people: `+32 470000001`.
  package var phoneNumber: String?
  /// The legal address.
  package var address: Address?
  /// Nationalities as ISO 3166-1 alpha-2 codes, the first being the main one.
  package var nationalities: [String] = []
  package var birthplace: Birthplace?
  /// True if the person's register entry is protected, so that names and address are withheld.
  package var hasProtectedIdentity: Bool = false
  /// National numbers and the identifiers of accounts, by name such as `se_personnummer`.
  package var identifiers: [String: String] = [:]
  package var documents: [Document] = []
  /// The phone with the app, members as the provider names them.
  package var device: JSONObject?
  /// The account in the identity provider's app.
  package var app: AppAccount?
  /// A JPEG as base64.
  package var photo: String?

  package init(key: String) {
    self.key = key
  }

  /// `name`, else given and family name, `nil` if neither is known.
  package var fullName: String? {
    if let name { return name }
    let parts = [givenName, familyName].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  package func document(_ type: String) -> Document? {
    documents.first { $0.type == type }
  }
}

/// A postal address with the members of OpenID Connect Core §5.1.1.
package struct Address: Sendable, Hashable {
  /// Street and house number; may hold line breaks.
  package var streetAddress: String?
  package var postalCode: String?
  package var locality: String?
  package var region: String?
  /// ISO 3166-1 alpha-2.
  package var country: String?

  package init() {}
}

package struct Birthplace: Sendable, Hashable {
  /// As the card spells it.
  package var city: String?
  /// ISO 3166-1 alpha-2.
  package var country: String?

  package init() {}
}

package struct Document: Sendable, Hashable {
  /// `eid`, `passport`, or a provider's own word such as `IdCard`.
  package var type: String
  /// The issuing country, as the provider writes it.
  package var country: String?
  package var number: String?
  /// The holder's number that is printed on it, where that is not one of the person's `ids`.
  package var personalNumber: String?
  package var issuanceLocality: String?
  package var validFrom: CalendarDate?
  /// The last day of validity.
  package var validTo: CalendarDate?
  /// When the person's app last read it.
  package var readAt: Instant?
  package var printed = Printed()

  package init(type: String) {
    self.type = type
  }

  /// The document's own words, where they are not those of the person's other members.
  package struct Printed: Sendable, Hashable {
    /// Such as `14.07.1990`.
    package var birthdate: String?
    /// Such as `V`.
    package var gender: String?
    /// Such as `belge`.
    package var nationality: String?

    package init() {}
  }
}

/// The account of a person in an identity provider's app, and the phone that has it.
package struct AppAccount: Sendable, Hashable {
  package var installedAt: Instant?
  package var activatedAt: Instant?
  /// How the identity was proven, as the provider calls it.
  package var activatedBy: String?
  /// What differs on this phone from an ordinary one, members as the provider names them.
  package var device: JSONObject = [:]

  package init() {}
}
