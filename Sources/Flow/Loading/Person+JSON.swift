package import JSON

extension Person {
  /// The person as an entry of `world.json`, which reads back as the same person.
  package var json: JSONObject {
    var members: JSONObject = [:]
    members["account"] = account == 1 ? nil : .integer(account)
    members["name"] = name.map(JSON.string)
    members["given_name"] = givenName.map(JSON.string)
    members["family_name"] = familyName.map(JSON.string)
    members["birthdate"] = birthdate.map { .string($0.dateText) }
    members["gender"] = gender.map(JSON.string)
    members["locale"] = locale.map(JSON.string)
    members["email"] = email.map(JSON.string)
    members["email_verified"] = isEmailVerified ? true : nil
    members["phone_number"] = phoneNumber.map(JSON.string)
    members["address"] = address.map { .object($0.json) }
    if nationalities.count == 1 {
      members["nationality"] = .string(nationalities[0])
    } else if !nationalities.isEmpty {
      members["nationalities"] = .array(nationalities.map(JSON.string))
    }
    members["place_of_birth"] = birthplace.map { .object($0.json) }
    members["protected_identity"] = hasProtectedIdentity ? true : nil
    let numbers = identifiers.sorted { $0.key < $1.key }.map { (name: $0.key, value: JSON.string($0.value)) }
    members["ids"] = numbers.isEmpty ? nil : .object(JSONObject(numbers))
    members["documents"] = documents.isEmpty ? nil : .array(documents.map { .object($0.json) })
    members["device"] = device.map(JSON.object)
    members["app"] = app.map { .object($0.json) }
    members["photo"] = photo.map(JSON.string)
    return members
  }
}

extension Address {
  fileprivate var json: JSONObject {
    var members: JSONObject = [:]
    members["street_address"] = streetAddress.map(JSON.string)
    members["postal_code"] = postalCode.map(JSON.string)
    members["locality"] = locality.map(JSON.string)
    members["region"] = region.map(JSON.string)
    members["country"] = country.map(JSON.string)
    return members
  }
}

extension Birthplace {
  fileprivate var json: JSONObject {
    var members: JSONObject = [:]
    members["city"] = city.map(JSON.string)
    members["country"] = country.map(JSON.string)
    return members
  }
}

extension Document {
  fileprivate var json: JSONObject {
    var members: JSONObject = ["type": .string(type)]
    members["country"] = country.map(JSON.string)
    members["number"] = number.map(JSON.string)
    members["personal_number"] = personalNumber.map(JSON.string)
    members["issuance_locality"] = issuanceLocality.map(JSON.string)
    members["valid_from"] = validFrom.map { .string($0.dateText) }
    members["valid_to"] = validTo.map { .string($0.dateText) }
    members["read_at"] = readAt.map { .string($0.text) }
    let words = printed.json
    members["printed"] = words.isEmpty ? nil : .object(words)
    return members
  }
}

extension Document.Printed {
  fileprivate var json: JSONObject {
    var members: JSONObject = [:]
    members["birthdate"] = birthdate.map(JSON.string)
    members["gender"] = gender.map(JSON.string)
    members["nationality"] = nationality.map(JSON.string)
    return members
  }
}

extension AppAccount {
  fileprivate var json: JSONObject {
    var members: JSONObject = [:]
    members["installed_at"] = installedAt.map { .string($0.text) }
    members["activated_at"] = activatedAt.map { .string($0.text) }
    members["activated_by"] = activatedBy.map(JSON.string)
    members["device"] = device.isEmpty ? nil : .object(device)
    return members
  }
}
