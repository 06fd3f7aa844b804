import Crypto
import Flow

/// Keeps generated certificates in a folder: `ca.pem`, `tls.pem`, and their keys `ca-key.pem` and `tls-key.pem`.
///
/// The authority's key signs the certificates of sandboxes' hosts; its certificate is constrained to the names of
/// `tls.pem` and those below them.
struct IdentityStore {
  let folder: String

  /// The validity of certificates in days, short enough for every browser and client.
  static let days = 90
  /// A certificate is replaced this long before it expires, so that it does not expire during a run.
  private static let margin: Duration = .seconds(2 * 86_400)

  enum Content {
    case absent
    /// A certificate for these names that stays valid for a while.
    case usable(CertificateAuthority, TLSIdentity)
    /// A certificate that must be replaced, and why.
    case unusable(String)
  }

  private var certificate: String { "\(folder)/tls.pem" }
  private var key: String { "\(folder)/tls-key.pem" }
  private var authority: String { "\(folder)/ca.pem" }
  private var authorityKey: String { "\(folder)/ca-key.pem" }

  /// - Throws: if the files were not made by this program.
  func read(_ names: [String], now: Instant) throws(RunFailure) -> Content {
    guard File.exists(certificate) else { return .absent }
    do throws(FileError) {
      let text = try File.readText(certificate)
      guard let note = Note(text) else {
        throw FileError(
          certificate, "was not made by eidolon and stays as it is; serve it with --tls-cert and --tls-key")
      }
      let missing = names.filter { !note.names.contains($0.lowercased()) }
      if !missing.isEmpty {
        return .unusable("the one that was kept lacks \(missing.joined(separator: ", "))")
      }
      guard now + Self.margin < note.end else { return .unusable("the one that was kept has run out") }
      guard File.exists(authorityKey) else { return .unusable("the key of the one that was kept is missing") }
      let stored = TLSIdentity(
        certificateChain: try File.readText(authority), privateKey: try File.readText(authorityKey))
      let names = note.names.sorted().compactMap { try? CertificateName($0) }
      return .usable(
        CertificateAuthority(stored: stored, names: names),
        TLSIdentity(certificateChain: text, privateKey: try File.readText(key)))
    } catch {
      throw RunFailure("\(error)")
    }
  }

  func write(
    _ identity: TLSIdentity, authority signer: TLSIdentity, names: [String], made: Instant
  ) throws(RunFailure) {
    do throws(FileError) {
      try File.makeFolder(folder)
      try File.writeSecret(signer.certificateChain, to: authority)
      try File.writeSecret(signer.privateKey, to: authorityKey)
      try File.writeSecret(identity.privateKey, to: key)
      // Last, because its presence means that the others are there.
      let note = Note(names: names, end: made + .seconds(Self.days * 86_400))
      try File.writeSecret(note.text + identity.certificateChain, to: certificate)
    } catch {
      throw RunFailure("\(error)")
    }
  }

  /// Explanatory text before the certificate, which PEM allows (RFC 7468 §2).
  private struct Note {
    let names: Set<String>
    let end: Instant

    init(names: [String], end: Instant) {
      (self.names, self.end) = (Set(names.map { $0.lowercased() }), end)
    }

    var text: String {
      "Made by eidolon\nNames: \(names.sorted().joined(separator: " "))\nUntil: \(end.text)\n"
    }

    init?(_ text: String) {
      let lines = text.split(separator: "\n", maxSplits: 3)
      guard lines.count == 4, lines[0] == "Made by eidolon", lines[1].hasPrefix("Names: "),
        lines[2].hasPrefix("Until: "), let end = Instant(String(lines[2].dropFirst(7)))
      else { return nil }
      self.init(names: lines[1].dropFirst(7).split(separator: " ").map(String.init), end: end)
    }
  }
}
