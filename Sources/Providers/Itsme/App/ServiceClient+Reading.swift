import Flow
import JSON
import OpenID
import ProviderKit

// What the clients of every version have in common in `world.json`; every problem is noted in the reader.
extension ItsmeVersion {
  /// The services of a client by their codes; at least one, unless it stands for any.
  ///
  /// - Parameters:
  ///   - members: the required members, for messages.
  ///   - kind: reads what a service may be used for.
  ///   - claim: reads the name of an agreed claim.
  static func readServices(
    _ reader: ObjectReader, wanting members: String, of client: RelyingParty,
    kind: (ObjectReader) -> Service.Kind? = { _ in nil }, claim: (ValueReader) -> String?
  ) -> [String: Service] {
    if client.isWildcard, client.identifier != World.anyClient {
      reader.problem(at: "anything", "only the client \"*\" stands for any id")
    }
    let entries = reader.objects("services") ?? []
    if !client.isWildcard, entries.isEmpty {
      reader.problem("a client needs at least one service with \(members)")
    }
    var services: [String: Service] = [:]
    for entry in entries {
      let reader = entry.reader
      _ = reader.string("note")
      var service = Service()
      service.kind = kind(reader)
      service.redirectURIs = reader.redirectURIs(isRequired: true, mayBeOwnPaths: true)
      service.allowedClaims = reader.elements("claims_allowed").map { Set($0.compactMap(claim)) }
      reader.finish()
      services[entry.name] = service
    }
    return services
  }

  static func readKeys(_ reader: ObjectReader) -> ClientKeys? {
    let keys = ClientKeys.read(reader, because: "itsme knows exactly one key set of a client")
    keys?.checkSigning(reader)
    return keys
  }
}
