package import Flow
import ProviderKit

// Why the scenario's defect has no effect in a login, which is then not judged by it.

extension OpenIDProvider {
  /// Notes why what the scenario changes in a token, or in the callback, has no effect; nothing if it changes none.
  ///
  /// - Parameter place: the token that cannot have it, if another one may.
  func noteUnchanged(
    _ token: String, _ reason: String, of login: Transaction<Login>, in place: String = ""
  ) {
    guard let change = login.decision.scenario?.tokens[token] else { return }
    let what = change.defect.map { "the defect \($0)" } ?? "the story"
    noteObstacle("\(what) changes nothing in the \(token): \(reason)", of: login, in: place)
  }

  /// Notes and logs why the scenario's defect has no effect in this login.
  ///
  /// - Parameter place: the token that cannot have it, if another one may.
  package func noteObstacle(_ obstacle: String, of login: Transaction<Login>, in place: String = "") {
    let isNew = logins.update(login.identifier) { $0.note(obstacle: obstacle, in: place) }
    guard isNew == true else { return }
    sandbox.log.write(
      LogEvent(.warning, provider: Self.slug, obstacle, transaction: login.identifier))
  }
}
