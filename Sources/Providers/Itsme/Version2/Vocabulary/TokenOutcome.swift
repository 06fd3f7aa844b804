import Flow

/// What happens to a login's tokens, besides the outcomes of every version.
enum TokenOutcome: String, CaseIterable {
  case pictureRead = "picture_read"
  case revoked

  var term: Term {
    switch self {
    case .pictureRead:
      Term(rawValue, "The client fetched the picture, and has not read userinfo", .documented)
    case .revoked: Term(rawValue, "The client revoked a token", .documented)
    }
  }
}
