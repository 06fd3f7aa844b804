import HTTP

/// The sandbox that a request addresses: by `/~NAME` at the start of its path, else by the first label of its host before
/// `--`; without either it is the root.
///
/// Read from the request as sent, and normalised only as far as a proxy can do too, because one that routes by name
/// must find the same name (`deploy/`). So the tilde may be escaped and follow several slashes, but the name may have
/// no escapes, and dot segments stay as they are.
enum SandboxAddress: Equatable {
  case root
  case path(String)
  case host(String)
  /// A name with escapes in it, decoded: a proxy and the emulator could read it as different sandboxes.
  case escaped(String)

  init(_ request: borrowing Request) {
    if let name = request.target.behindTilde {
      let text = (try? PercentCoding.decode(name.span)) ?? String(decoding: name, as: UTF8.self)
      self = name.contains(UInt8(ascii: "%")) ? .escaped(text) : .path(text)
    } else if let name = request.authorityBytes.flatMap(Self.name(inHost:)) {
      self = .host(name)
    } else {
      self = .root
    }
  }

  /// The part before the first `--` of the first label, if something follows it; hosts are case-insensitive.
  private static func name(inHost authority: ArraySlice<UInt8>) -> String? {
    let label = authority.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":") }
    guard label.first != UInt8(ascii: "-"), let mark = label.firstRange(of: "--"),
      mark.upperBound < label.endIndex
    else { return nil }
    return String(decoding: label[..<mark.lowerBound], as: UTF8.self).lowercased()
  }
}
