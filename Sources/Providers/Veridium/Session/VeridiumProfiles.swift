import Crypto
import Flow
import JSON
import ProviderKit

extension Veridium {
  /// The profile of a person at a VeridiumID server (§1a).
  struct Profile: Sendable {
    let person: Person

    /// The user's external id, which may differ from the UPN (§4 11).
    var externalIdentifier: String { person.identifiers["veridium_profile"] ?? person.key }

    /// The user principal name: the e-mail address, or one derived from the external id.
    var principal: String {
      person.email
        ?? (externalIdentifier.contains("@") ? externalIdentifier : externalIdentifier + Self.domain)
    }

    /// The external id from which a UPN is derived; any other name is taken as the external id.
    static func externalIdentifier(ofPrincipal name: String) -> String {
      name.hasSuffix(domain) && name.count > domain.count ? String(name.dropLast(domain.count)) : name
    }

    private static let domain = "@example.test"

    /// True if a friend or an app may use this name for the profile.
    func isNamed(_ name: String) -> Bool {
      externalIdentifier == name || principal.lowercased() == name.lowercased()
        || identifier == name.lowercased()
    }

    /// The identifier from GetStaticProfile that Authenticators takes; the same in every run.
    var identifier: String {
      Veridium.fixedUUID("veridium/profile/\(person.key)")
    }
  }

  /// The UUID of a text, the same in every run.
  private static func fixedUUID(_ text: String) -> String { UUIDText(Digest.sha256(Array(text.utf8))).text }

  func uuid(_ ordinal: Int, _ purpose: String) -> String {
    UUIDText(sandbox.environment.bytes(16, ordinal: ordinal, purpose: purpose)).text
  }
}

extension World {
  /// The profile with an external id, which is a login name or an e-mail address (§1a).
  func profile(externalIdentifier: String) -> Veridium.Profile? {
    profile { $0.externalIdentifier == externalIdentifier } ?? profile(principal: externalIdentifier)
  }

  /// The profile with a UPN, ignoring case.
  func profile(principal: String) -> Veridium.Profile? {
    let wanted = principal.lowercased()
    return profile { $0.principal.lowercased() == wanted }
  }

  func profile(identifier: String) -> Veridium.Profile? {
    let wanted = identifier.lowercased()
    return profile { $0.identifier == wanted }
  }

  /// The profile that an app names by external id, UPN or identifier.
  func profile(named name: String) -> Veridium.Profile? {
    profile(externalIdentifier: name) ?? profile(identifier: name)
  }

  /// Of several matching profiles, the first by the person's key.
  private func profile(where matches: (Veridium.Profile) -> Bool) -> Veridium.Profile? {
    people.values.filter { $0.identifiers["veridium_profile"] != nil }.map { Veridium.Profile(person: $0) }
      .filter(matches).min { $0.person.key < $1.person.key }
  }
}

extension Veridium {
  /// The profiles that a failure may lock, each with the sessions that may fail so; at most 1024 profiles.
  final class ProfileLocks: Sendable {
    let state = Kept<[String: [String]]>([:])

    /// Beyond it the oldest session of a profile is forgotten.
    static let sessionLimit = 64

    /// Notes the session that may lock a person's profile.
    func note(_ person: String, by session: String) {
      state.withLock { sessions in
        if sessions.count >= 1024 { sessions = [:] }
        var own = sessions[person] ?? []
        own.removeAll { $0 == session }
        sessions[person] = own.suffix(Self.sessionLimit - 1) + [session]
      }
    }

    func forget() { state.withLock { $0 = [:] } }

    func sessions(of person: String) -> [String] { state.withLock { $0[person] ?? [] } }
  }
}

extension Veridium {
  /// True for some time after a session failed in a way that locks its person's profile (§3).
  func isLocked(_ person: Person, at now: Instant) -> Bool {
    locks.sessions(of: person.key).contains { identifier in
      guard let session = ledger.find(identifier),
        case .failed(let at, .accountLocked) = session.phase(at: now)
      else { return false }
      return now < at + session.detail.switches[veridium: .lock]
    }
  }

  /// Remembers a session that locks its profile, or will lock it.
  func noteLock(of session: String) {
    guard let found = ledger.find(session) else { return }
    let willLock = found.timeline.steps.contains {
      $0.verb == VeridiumVerb.fail.rawValue && $0.reason == FailureReason.accountLocked.rawValue
    }
    guard willLock else { return }
    locks.note(found.person.key, by: session)
    // The session is remembered as long as its lock lasts.
    ledger.update(session) { session in
      session.ends = max(
        session.ends, session.timeline.deadline + session.detail.switches[veridium: .lock])
    }
  }

  /// The devices of a profile: only "list" and `type` are documented (§1a).
  func devices(of profile: Profile, _ switches: Switches) -> [JSON] {
    let name =
      profile.person.device?["deviceLabel"]?.string
      ?? "\(profile.person.givenName ?? profile.person.key)'s phone"
    let device = { (number: Int, type: String, name: String) -> JSON in
      let identifier = Veridium.fixedUUID("veridium/device/\(profile.person.key)/\(number)")
      return ["id": .string(identifier), "type": .string(type), "name": .string(name), "status": "ACTIVE"]
    }
    switch switches[veridium: .authenticators].word {
    case "none": return []
    case "several":
      return [
        device(1, "PUSH", name), device(2, "TOTP", "One-time codes"), device(3, "FIDO", "Security key"),
      ]
    default: return [device(1, "PUSH", name)]
    }
  }
}
