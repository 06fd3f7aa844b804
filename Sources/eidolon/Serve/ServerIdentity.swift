import Crypto
import Flow
import Glibc

/// The certificate of https, and its authority.
struct ServerIdentity {
  let identity: TLSIdentity
  /// The authority to trust, as PEM; `nil` for a certificate of the user.
  let authority: String?
  /// The certificates of further hosts; `nil` for a certificate of the user.
  let hosts: HostCertificates?
  /// A line for the log about its origin.
  let remark: String
  /// True for a certificate of the user that no client accepts any more.
  var hasExpired = false

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
      hasExpired =
        (try? Certificate.list(pem: identity.certificateChain))?
        .contains { $0.hasExpired(at: Int(now.seconds)) } ?? false
      let advice = hasExpired ? ", which has expired: clients refuse it" : ""
      (authority, hosts, remark) = (nil, nil, "https shows \(certificate)\(advice)")
      return
    }
    let names = Self.names(options.names, labels: labels)
    let signer: CertificateAuthority
    if let folder {
      (signer, identity, remark) = try Self.keep(names, in: IdentityStore(folder: folder), now)
    } else {
      (signer, identity) = try Self.make(names, now)
      remark = "a certificate authority was made; it ends with the program"
    }
    authority = signer.identity.certificateChain
    hosts = HostCertificates(signer, beside: identity, now: { Int(WallClock.now.seconds) })
  }

  /// Returns what the folder has, or makes and stores it.
  private static func keep(
    _ names: [String], in store: IdentityStore, _ now: Instant
  ) throws(RunFailure) -> (CertificateAuthority, TLSIdentity, remark: String) {
    let cause: String
    switch try store.read(names, now: now) {
    case .usable(let authority, let identity):
      return (authority, identity, "https shows the certificate kept in \(store.folder)")
    case .unusable(let reason): cause = ": \(reason); trust its ca.pem again"
    case .absent: cause = ""
    }
    let (authority, identity) = try make(names, now)
    try store.write(identity, authority: authority.identity, names: names, made: now)
    return (authority, identity, "a certificate authority was made in \(store.folder)\(cause)")
  }

  /// The certificate's names: those of this machine, locally and between containers, and those that the user adds.
  ///
  /// Many clients reject a wildcard right below a top-level domain, and rustls the whole certificate, so the providers'
  /// hosts are named one by one: below `localhost`, and as containers' aliases. `HostCertificates` has the sandboxes'.
  static func names(_ further: [String], labels: [String]) -> [String] {
    var names = ["localhost"] + labels.map { "\($0).localhost" } + labels
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

  private static func make(
    _ names: [String], _ now: Instant
  ) throws(RunFailure) -> (CertificateAuthority, TLSIdentity) {
    do throws(TLSError) {
      var certified: [CertificateName] = []
      for name in names { certified.append(try CertificateName(name)) }
      let authority = try CertificateAuthority(
        names: certified, now: Int(now.seconds), days: IdentityStore.days)
      let leaf = try authority.leaf(now: Int(now.seconds), days: IdentityStore.days)
      return (authority, leaf)
    } catch {
      throw RunFailure("--tls-name: \(error)")
    }
  }
}

extension TLSOptions {
  /// The user's file that an error is about.
  func file(of error: TLSError) -> String? {
    if case .unreadableKey = error { key } else { certificate }
  }
}
