import Crypto
import Flow
import JSON
import ProviderKit
import Synchronization

extension Veridium {
  /// The profile of a person at a VeridiumID server (§1a).
  struct Profile: Sendable {
    let person: Person

    /// The user's external id, which may differ from the UPN (§4 11).
    var externalIdentifier: String { person.identifiers["veridium_profile"] ?? person.key }

    /// The user principal name: the e-mail address, or one made of the external id.
    var principal: String { person.email ?? "\(externalIdentifier)@example.test" }

    /// The identifier that GetStaticProfile gives and Authenticators takes; the same in every run.
    var identifier: String {
      SessionIdentifier.text(Array(Digest.sha256(Array("veridium/profile/\(person.key)".utf8)).prefix(16)))
    }
  }
}

extension World {
  /// The profile with an external id, which is a login name or an e-mail address (§1a).
  func profile(externalIdentifier: String) -> Veridium.Profile? {
    let people = people.values
    let exact = people.first { $0.identifiers["veridium_profile"] == externalIdentifier }
    return exact.map { Veridium.Profile(person: $0) } ?? profile(principal: externalIdentifier)
  }

  /// The profile with a UPN; upper and lower case are the same.
  func profile(principal: String) -> Veridium.Profile? {
    let wanted = principal.lowercased()
    return people.values.lazy.filter { $0.identifiers["veridium_profile"] != nil }
      .map { Veridium.Profile(person: $0) }.first { $0.principal.lowercased() == wanted }
  }

  /// The profile with an identifier.
  func profile(identifier: String) -> Veridium.Profile? {
    people.values.lazy.filter { $0.identifiers["veridium_profile"] != nil }
      .map { Veridium.Profile(person: $0) }.first { $0.identifier == identifier.lowercased() }
  }

  /// The profile that an app names: by external id, UPN or identifier.
  func profile(named name: String) -> Veridium.Profile? {
    profile(externalIdentifier: name) ?? profile(identifier: name)
  }
}

extension Veridium {
  /// Random UUIDs as sessions and aliases have them (RFC 9562 §5.4).
  enum SessionIdentifier {
    /// A UUID of a purpose of a transaction.
    static func make(_ environment: Environment, ordinal: Int, purpose: String) -> String {
      text(environment.bytes(16, ordinal: ordinal, purpose: purpose))
    }

    /// Sixteen bytes as a UUID of version 4.
    static func text(_ bytes: [UInt8]) -> String {
      let digits = Array("0123456789abcdef".utf8)
      var text: [UInt8] = []
      text.reserveCapacity(36)
      for (index, byte) in bytes.enumerated() {
        if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
        var byte = byte
        if index == 6 { byte = byte & 0x0F | 0x40 }
        if index == 8 { byte = byte & 0x3F | 0x80 }
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension Veridium {
  /// The profiles whose last failure may have locked them, each with the session that did; at most 1024.
  final class ProfileLocks: Sendable {
    private let sessions = Mutex<[String: String]>([:])

    /// What puts everything back that is kept now.
    func saved() -> Restoration {
      let saved = sessions.withLock { $0 }
      return { [weak self] in self?.sessions.withLock { $0 = saved } }
    }

    /// Notes the session that may lock a person's profile.
    func note(_ person: String, by session: String) {
      sessions.withLock { sessions in
        if sessions.count >= 1024 { sessions = [:] }
        sessions[person] = session
      }
    }

    /// The session that may have locked a person's profile.
    func session(of person: String) -> String? { sessions.withLock { $0[person] } }
  }
}

extension Veridium {
  /// Whether a person's profile is locked: by a session that failed so, for its time after that (§3).
  func isLocked(_ person: Person) -> Bool {
    guard let identifier = locks.session(of: person.key), let session = ledger.find(identifier) else {
      return false
    }
    let now = ledger.now
    guard case .failed(let at, .accountLocked) = session.phase(at: now) else { return false }
    return now < at + session.detail.switches[veridium: .lock]
  }

  /// Remembers a session that locks its profile, or is going to.
  func noteLock(of session: String) {
    guard let found = ledger.find(session) else { return }
    let locks = found.timeline.steps.contains {
      $0.verb == VeridiumVerb.fail.rawValue && $0.reason == FailureReason.accountLocked.rawValue
    }
    guard locks else { return }
    self.locks.note(found.person.key, by: session)
    // As long as the lock lasts, its session is known.
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
      let place = "veridium/device/\(profile.person.key)/\(number)"
      let identifier = SessionIdentifier.text(Array(Digest.sha256(Array(place.utf8)).prefix(16)))
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
