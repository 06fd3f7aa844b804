extension JSON {
  /// This value changed as the patch says (JSON Merge Patch, RFC 7396, section 2).
  ///
  /// Members of the patch replace or add members, null removes them, objects go deeper; a patch that is no object
  /// replaces everything.
  public func merging(_ patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var merged = object ?? JSONObject()
    for (name, change) in changes {
      merged[name] = change == .null ? nil : (merged[name] ?? .null).merging(change)
    }
    return .object(merged)
  }
}
