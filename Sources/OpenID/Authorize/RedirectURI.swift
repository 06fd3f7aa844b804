package import Flow
import ProviderKit

extension OpenIDProvider {
  /// The redirect URI, which must equal a registered one exactly (OpenID Connect Core §3.1.2.1).
  ///
  /// Any other is refused on a page. A client that stands for any id may use every safe one.
  ///
  /// - Parameter isCompared: true if the vendor compares it at all; else another one is accepted and reported.
  package func redirectURI(
    _ sent: String?, among registered: [String], of client: RelyingParty, isCompared: Bool = true
  ) throws(OpenIDRefusal) -> (uri: String, findings: [Finding]) {
    let texts = Self.profile.texts
    guard let sent, !sent.isEmpty else {
      throw .page(Self.book[.redirectMissing], "", texts.redirectMissing, as: texts.redirectError)
    }
    if registered.contains(sent) { return (sent, []) }
    let (uri, advice) = withoutFragment(sent)
    if registered.contains(uri) { return (uri, advice) }
    guard RedirectLocation.isSafe(uri) else {
      throw .page(Self.book[.redirectUnsafe], uri, texts.redirectInvalid, as: texts.redirectError)
    }
    guard !client.isWildcard else { return (uri, advice + Self.book.advice(.redirectUnchecked, uri)) }
    let rule: OpenIDRule =
      RedirectLocation.addsQuery(uri, to: registered) ? .redirectQuery : .redirectMismatch
    let seen = "\"\(uri)\"; registered are \(registered.joined(separator: ", "))"
    guard isCompared else { return (uri, advice + Self.book.advice(rule, seen)) }
    throw .page(
      Self.book[rule], seen, texts.redirectUnregistered ?? texts.redirectInvalid, as: texts.redirectError
    ).after(advice)
  }

  /// A registered URI has no fragment; some vendors drop it, the others refuse it.
  private func withoutFragment(_ sent: String) -> (String, [Finding]) {
    guard Self.book.has(.redirectFragment), let fragment = sent.firstIndex(of: "#") else { return (sent, []) }
    return (String(sent[..<fragment]), Self.book.advice(.redirectFragment, sent))
  }
}
