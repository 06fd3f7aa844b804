import JSON

/// Reads a person of `world.json`, or the person that an inline object of a story makes.
struct PersonReader {
  /// The moment at which ages are counted.
  let now: Instant

  /// Every problem is noted in the reader.
  func person(_ key: String, _ reader: ObjectReader) -> Person {
    var person = Person(key: key)
    person.account = reader.integer("account", in: 1 ... .max) ?? 1
    person.name = reader.text("name")
    person.givenName = reader.text("given_name")
    person.familyName = reader.text("family_name")
    person.birthdate = reader.value("birthdate").flatMap(birthdate)
    person.gender = reader.text("gender")
    person.locale = reader.text("locale")
    person.email = reader.text("email")
    person.isEmailVerified = reader.bool("email_verified") ?? false
    person.phoneNumber = reader.value("phone_number").flatMap(phoneNumber)
    person.address = reader.object("address").map(address)
    person.nationalities = nationalities(reader)
    person.birthplace = reader.object("place_of_birth").map(birthplace)
    person.hasProtectedIdentity = reader.bool("protected_identity") ?? false
    person.identifiers = reader.object("ids").map(identifiers) ?? [:]
    person.documents = reader.arrayOfObjects("documents")?.compactMap(document) ?? []
    person.device = reader.value("device").flatMap(device)
    person.app = reader.object("app").map(app)
    person.photo = reader.text("photo")
    reader.close()
    // No file can have the number of a date that moves.
    if case .object? = reader.value("birthdate")?.node.content, person.belgianNumber == nil,
      person.documents.contains(where: { $0.country == "BE" })
    {
      person.belgianNumber = person.fictionalBelgianNumber
    }
    return person
  }

  /// A date, or `{"turns": 18}`: the birthdate of someone who turns 18 today.
  private func birthdate(_ value: ValueReader) -> CalendarDate? {
    guard case .object = value.node.content, let reader = value.object() else {
      return value.parsed("a date such as \"1990-07-14\" or {\"turns\": 18}") { CalendarDate($0) }
    }
    let age = reader.requiredInteger("turns", in: 0...150)
    let days = reader.integer("in_days", in: -3660...3660) ?? 0
    reader.close()
    guard let age else { return nil }
    let birthday = CalendarDate(now + .seconds(86_400 * days))
    // Someone born in a year without 29 February had the birthday the day before.
    return CalendarDate(year: birthday.year - age, month: birthday.month, day: birthday.day)
      ?? CalendarDate(year: birthday.year - age, month: 2, day: 28)
  }

  private func phoneNumber(_ value: ValueReader) -> String? {
    value.parsed("a phone number such as \"+32 470000001\"") { PhoneNumber($0)?.claim }
  }

  private func country(_ value: ValueReader) -> String? {
    value.parsed("a country code of two capital letters, such as \"BE\"") { text in
      text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? text : nil
    }
  }

  private func address(_ reader: ObjectReader) -> Address {
    var address = Address()
    address.streetAddress = reader.text("street_address")
    address.postalCode = reader.text("postal_code")
    address.locality = reader.text("locality")
    address.region = reader.text("region")
    address.country = reader.value("country").flatMap(country)
    reader.close()
    return address
  }

  private func birthplace(_ reader: ObjectReader) -> Birthplace {
    var birthplace = Birthplace()
    birthplace.city = reader.text("city")
    birthplace.country = reader.value("country").flatMap(country)
    reader.close()
    return birthplace
  }

  private func nationalities(_ reader: ObjectReader) -> [String] {
    let one = reader.value("nationality").flatMap(country)
    let several = reader.elements("nationalities")?.compactMap(country)
    if reader.has("nationality"), reader.has("nationalities") {
      reader.problem(atName: "nationalities", "give \"nationality\" or \"nationalities\", not both")
    }
    return several ?? one.map { [$0] } ?? []
  }

  private func identifiers(_ reader: ObjectReader) -> [String: String] {
    var identifiers: [String: String] = [:]
    for identifier in PersonIdentifier.allCases {
      guard let value = reader.value(identifier.rawValue), let text = value.text() else { continue }
      do {
        identifiers[identifier.rawValue] = try identifier.normalised(text)
      } catch {
        value.problem(error.message)
      }
    }
    reader.close()
    return identifiers
  }

  private func document(_ reader: ObjectReader) -> Document? {
    let type = reader.requiredValue("type").flatMap { $0.text() }
    var document = Document(type: type ?? "")
    document.country = reader.text("country")
    document.number = reader.text("number")
    document.personalNumber = reader.text("personal_number")
    document.issuanceLocality = reader.text("issuance_locality")
    document.validFrom = reader.value("valid_from").flatMap { $0.date() }
    document.validTo = reader.value("valid_to").flatMap { $0.date() }
    document.readAt = reader.value("read_at").flatMap { $0.instant() }
    document.printed = reader.object("printed").map(printed) ?? Document.Printed()
    reader.close()
    if document.type == "eid", document.country == "BE", let number = document.number {
      do {
        try NationalNumber.belgianCard(number)
      } catch {
        reader.problem(at: "number", error.message)
      }
    }
    if let from = document.validFrom, let to = document.validTo, to.instant < from.instant {
      reader.problem(at: "valid_to", "the document ends before it begins, on \(from.dateText)")
    }
    return type == nil ? nil : document
  }

  private func printed(_ reader: ObjectReader) -> Document.Printed {
    var printed = Document.Printed()
    printed.birthdate = reader.text("birthdate")
    printed.gender = reader.text("gender")
    printed.nationality = reader.text("nationality")
    reader.close()
    return printed
  }

  private func app(_ reader: ObjectReader) -> AppAccount {
    var app = AppAccount()
    app.installedAt = reader.value("installed_at").flatMap { $0.instant() }
    app.activatedAt = reader.value("activated_at").flatMap { $0.instant() }
    app.activatedBy = reader.text("activated_by")
    app.device = reader.value("device").flatMap(device) ?? [:]
    reader.close()
    if let installed = app.installedAt, let activated = app.activatedAt, activated < installed {
      reader.problem(at: "activated_at", "the account is activated before the app is installed")
    }
    return app
  }

  private func device(_ value: ValueReader) -> JSONObject? {
    guard value.object() != nil else { return nil }
    return value.node.json.object
  }
}
