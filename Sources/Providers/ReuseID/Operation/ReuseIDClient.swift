import OpenID
import Flow
import JSON
import ProviderKit

/// A customer of ReuseID: its backend's credentials, its app, and the devices of its users.
struct ReuseIDClient: OpenIDClient {
  let identifier: String
  let name: String
  /// The secret of client credentials, of the token endpoint and of the API key.
  var secret = ""
  /// The keys that its request objects are signed with.
  var keys: ClientKeys?
  /// The application id of its users' app.
  var application: String?
  var redirectURIs: [String] = []
  /// Devices registered from the start.
  var devices: [Device] = []
  /// The oldest version of the app's library that its configuration accepts.
  var minimumLibrary: LibraryVersion?
  var refusedLibraries: [LibraryVersion] = []
  var quirks: [String: QuirkValue] = [:]
  /// True if it stands for every client id, which is reported each time.
  var isWildcard = false

  var sharedSecret: String? { secret }

  var namedPeople: [(path: [String], key: String)] {
    devices.map { (["devices", $0.identifier, "person"], $0.person) }
  }

  func has(application: String) -> Bool { isWildcard || self.application == application }
}

extension ReuseID {
  static let clientSchema: JSON = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "note": ["type": "string"],
      "name": ["type": "string"],
      "secret": ["type": "string", "minLength": 1],
      "jwks": ClientKeys.setSchema,
      "jwks_uri": ClientKeys.addressSchema,
      "application_id": [
        "type": "string", "pattern": "^[A-Za-z0-9._-]+$",
        "description": "the MobileID application of the client's app",
      ],
      "redirect_uris": ["type": "array", "items": ["type": "string"]],
      "devices": [
        "type": "object",
        "description": "the devices that users have from the start, by device id",
        "additionalProperties": [
          "type": "object",
          "additionalProperties": false,
          "required": ["person", "user_id"],
          "properties": [
            "note": ["type": "string"],
            "person": ["type": "string", "description": "a key of people"],
            "user_id": ["type": "string", "description": "the service's id of the user"],
            "external_ref": ["type": "string", "description": "what the client calls the user"],
            "name": ["type": "string", "description": "the name of the device"],
            "pin": ["type": "string", "pattern": "^[0-9]{4,8}$", "description": "what the person types"],
            "auth_methods": [
              "type": "array", "description": "how the person can authenticate on it",
              "items": ["enum": .array(AuthenticationMethod.allCases.map { .string($0.rawValue) })],
            ],
            "locked": ["type": "boolean", "description": "locked by an administrator"],
          ],
        ],
      ],
      "minimum_api_version": [
        "type": "string", "pattern": "^[0-9]+(\\.[0-9]+){0,2}$",
        "description": "apps with an older library are refused",
      ],
      "refused_api_versions": [
        "type": "array", "items": ["type": "string"],
        "description": "versions of the library that are refused one by one",
      ],
      "quirks": ["$ref": "#/$defs/reuseid.quirks"],
      "anything": ["type": "boolean"],
    ],
  ]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    var client = ReuseIDClient(identifier: identifier, name: reader.string("name") ?? identifier)
    _ = reader.string("note")
    client.secret = reader.string("secret") ?? ""
    client.keys = ClientKeys.read(reader)
    client.application = reader.string("application_id")
    client.redirectURIs = reader.redirectURIs()
    client.isWildcard = reader.bool("anything") ?? false
    for device in reader.objects("devices") ?? [] {
      if let device = readDevice(device, of: client) { client.devices.append(device) }
    }
    client.minimumLibrary = reader.value("minimum_api_version").flatMap(readVersion)
    client.refusedLibraries = (reader.elements("refused_api_versions") ?? []).compactMap(readVersion)
    client.quirks = reader.quirks("quirks", of: vocabulary)
    if client.isWildcard, identifier != World.anyClient {
      reader.problem(at: "anything", "only the client \"*\" stands for any id")
    }
    if !client.isWildcard, client.secret.isEmpty {
      reader.problem("a client needs a secret, with which its backend authenticates")
    }
    if !client.devices.isEmpty, client.application == nil {
      reader.problem(at: "devices", "devices have an app, which application_id names")
    }
    reader.finish()
    return client
  }

  private static func readVersion(_ value: ValueReader) -> LibraryVersion? {
    guard let text = value.string() else { return nil }
    let version = LibraryVersion(text)
    if version == nil { value.problem("expected a version such as \"3.11.3\"") }
    return version
  }

  private static func readDevice(
    _ entry: ObjectReader.NamedObject, of client: ReuseIDClient
  ) -> Device? {
    let reader = entry.reader
    _ = reader.string("note")
    let person = reader.requiredString("person")
    let user = reader.requiredString("user_id")
    var device = Device(
      identifier: entry.name, user: user ?? "", externalReference: reader.string("external_ref"),
      person: person ?? "", client: client.identifier, application: client.application)
    device.name = reader.string("name")
    device.pin = reader.string("pin")
    if let pin = device.pin, !PINRules.isWellFormed(pin) {
      reader.problem(at: "pin", "a PIN has \(PINRules.shortest) to \(PINRules.longest) digits")
    }
    device.methods = [.device, .pin]
    if let methods = reader.value("auth_methods")?.elements() {
      device.methods = [.device]
      for method in methods {
        let words = AuthenticationMethod.allCases.map(\.rawValue)
        if let known = method.oneOf(words, what: "authentication method").flatMap({ AuthenticationMethod($0) }
        ) {
          device.methods.insert(known)
        }
      }
    }
    device.isLockedByAdmin = reader.bool("locked") ?? false
    reader.finish()
    return person == nil || user == nil ? nil : device
  }
}
