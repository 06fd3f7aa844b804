import Flow
import HTTP
import JOSE

extension KeySetCache.Entry {
  /// A key set is kept for thirty minutes, or longer by `Cache-Control: max-age` up to a day (contract itsme §1.2).
  private static let shortest: Duration = .seconds(30 * 60)
  private static let longest: Duration = .seconds(24 * 60 * 60)
  /// A failure is kept long enough for the call that needed the set, but a repaired set is soon found.
  private static let failure: Duration = .seconds(1)

  init(_ result: Result<FetchedDocument, FetchError>, at now: Instant) {
    switch result {
    case .failure(let error):
      let advice =
        if case .untrusted = error {
          "; start eidolon with --fetch-ca FILE (its authority as PEM) or --fetch-insecure"
        } else { "" }
      self = .failed("\(error)\(advice)", until: now + Self.failure)
    case .success(let document):
      guard document.status.code == 200 else {
        self = .failed("it was answered with \(document.status)", until: now + Self.failure)
        return
      }
      do throws(JWKSetError) {
        self = .keys(try JWKSet(parsing: document.body), until: now + Self.lifetime(document.headers))
      } catch {
        self = .failed("\(error)", until: now + Self.failure)
      }
    }
  }

  private static func lifetime(_ headers: Headers) -> Duration {
    let directives = headers.values("Cache-Control").flatMap { $0.split(separator: ",") }
    for directive in directives {
      let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].filter { $0 != " " }.lowercased()
      guard name == "max-age", parts.count == 2,
        let seconds = Int64(parts[1].filter { $0 != " " && $0 != "\"" })
      else { continue }
      return min(longest, max(shortest, .seconds(seconds)))
    }
    return shortest
  }
}
