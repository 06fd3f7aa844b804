extension JSON {
  /// This value with the patch applied (JSON Merge Patch, RFC 7396, section 2).
  ///
  /// Members of the patch replace or add members, null removes them, objects are merged recursively; a patch
  /// that is not an object replaces everything.
  public func merging(_ patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var merged = object ?? JSONObject()
    for (name, change) in changes {
      merged[name] = change == .null ? nil : (merged[name] ?? .null).merging(change)
    }
    return .object(merged)
  }
}
