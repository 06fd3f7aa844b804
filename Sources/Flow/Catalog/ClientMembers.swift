import JSON

/// Descriptions of the client members that several providers have in common.
enum ClientMembers {
  private static let meanings: [String: String] = [
    "note": "For people; means nothing.",
    "name": "What people read of it: in the app, on pages.",
    "secret": "The client's secret, as text.",
    "jwks": "The client's public keys, as a key set.",
    "keys": "The keys of the set (RFC 7517).",
    "jwks_uri": "Where the client's key set is fetched.",
    "redirect_uris": "Where the browser may be sent back to.",
    "preset": "A named set of quirks; the catalog says which each has.",
    "quirks": "The provider's documented switches for this client; a story's own go before them.",
    "anything": "Only for \"*\": stands for every id that has no entry.",
  ]

  /// The schema of a client with a description of each such member that has none.
  static func described(_ schema: JSON) -> JSON {
    guard var members = schema.object else { return schema }
    if let properties = members["properties"]?.object {
      members["properties"] = .object(
        JSONObject(properties.map { (name: $0.name, value: described($0.value, $0.name)) }))
    }
    members["additionalProperties"] = members["additionalProperties"].map(described)
    return .object(members)
  }

  private static func described(_ schema: JSON, _ name: String) -> JSON {
    let schema = described(schema)
    guard let meaning = meanings[name], schema["description"] == nil else { return schema }
    return Flow.described(schema, meaning)
  }
}
