import Crypto
import Flow
import Glibc

/// The certificate of https, and its authority.
struct ServerIdentity {
  let identity: TLSIdentity
  /// The authority to trust, as PEM; `nil` for a certificate of the user's own.
  let authority: String?
  /// A line for the log about its origin.
  let remark: String

  /// Reads the user's certificate, reuses a stored one, or makes one.
  ///
  /// - Parameters:
  ///   - folder: stores what is made; `nil` keeps it in memory.
  ///   - labels: the providers' names, for virtual hosts below `localhost`.
  init(_ options: TLSOptions, folder: String?, labels: [String], now: Instant = WallClock.now)
    throws(RunFailure)
  {
    if let certificate = options.certificate, let key = options.key {
      do throws(FileError) {
        identity = TLSIdentity(
          certificateChain: try File.readText(certificate), privateKey: try File.readText(key))
      } catch { throw RunFailure("\(error)") }
      (authority, remark) = (nil, "https shows \(certificate)")
      return
    }
    let names = Self.names(options.names, labels: labels)
    guard let folder else {
      (identity, authority) = try Self.make(names, now)
      remark = "a certificate authority was made; it ends with the program"
      return
    }
    let store = IdentityStore(folder: folder)
    switch try store.read(names, now: now) {
    case .usable(let stored):
      (identity, authority) = (stored.identity, stored.authority)
      remark = "https shows the certificate kept in \(folder)"
    case .unusable(let reason):
      (identity, authority) = try Self.make(names, now)
      try store.write(identity, authority: authority ?? "", names: names, made: now)
      remark = "a certificate authority was made in \(folder): \(reason); trust its ca.pem again"
    case .absent:
      (identity, authority) = try Self.make(names, now)
      try store.write(identity, authority: authority ?? "", names: names, made: now)
      remark = "a certificate authority was made in \(folder)"
    }
  }

  /// The names of the certificate: those of this machine for itself and for containers, and those that the user adds.
  ///
  /// Many clients reject a wildcard right below a top-level domain, so the providers' virtual hosts are named as well.
  static func names(_ further: [String], labels: [String]) -> [String] {
    var names = ["localhost", "*.localhost"] + labels.map { "\($0).localhost" }
    names += [hostName, "host.docker.internal", "127.0.0.1", "::1"].compactMap { $0 } + further
    var seen: Set<String> = []
    return names.filter { seen.insert($0.lowercased()).inserted }
  }

  private static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // A machine may have a name that no certificate can hold.
    return (try? CertificateName(text)) == nil ? nil : text
  }

  private static func make(_ names: [String], _ now: Instant) throws(RunFailure) -> (TLSIdentity, String?) {
    do throws(TLSError) {
      var certified: [CertificateName] = []
      for name in names { certified.append(try CertificateName(name)) }
      let authority = try CertificateAuthority(
        names: certified, now: Int(now.seconds), days: IdentityStore.days)
      let leaf = try authority.leaf(now: Int(now.seconds), days: IdentityStore.days)
      return (leaf, authority.identity.certificateChain)
    } catch {
      throw RunFailure("--tls-name: \(error)")
    }
  }
}
