package import Flow
import ProviderKit

extension OpenIDProvider {
  /// The redirect URI, which is a registered one to the last character (OpenID Connect Core §3.1.2.1).
  ///
  /// Any other is refused on a page. The client that stands for any may have each that is safe.
  ///
  /// - Parameter isCompared: whether the vendor compares it at all; else another one is let in and reported.
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
    guard !client.isAnything else { return (uri, advice + Self.book.advice(.redirectUnchecked, uri)) }
    let rule: OpenIDRule =
      RedirectLocation.addsQuery(uri, to: registered) ? .redirectQuery : .redirectMismatch
    let seen = "\"\(uri)\"; registered are \(registered.joined(separator: ", "))"
    guard isCompared else { return (uri, advice + Self.book.advice(rule, seen)) }
    throw .page(
      Self.book[rule], seen, texts.redirectUnregistered ?? texts.redirectInvalid, as: texts.redirectError
    ).after(advice)
  }

  /// No registered one has a fragment; some vendors drop it, the others refuse it.
  private func withoutFragment(_ sent: String) -> (String, [Finding]) {
    guard Self.book.has(.redirectFragment), let fragment = sent.firstIndex(of: "#") else { return (sent, []) }
    return (String(sent[..<fragment]), Self.book.advice(.redirectFragment, sent))
  }
}
