/// How the person must authenticate: with fingerprint or itsme code, or with the code only.
enum AuthenticationLevel: String, Sendable {
  case basic
  case advanced
}
