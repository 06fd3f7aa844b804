import Glibc
import HTTP
import JSON
import ProviderKit

/// Makes control calls to a sandbox in the process, without a socket.
struct ControlClient: Sendable {
  private let emulator: Emulator
  /// The sandbox's base URL.
  let url: String
  private let authority: String
  private let prefix: String

  /// Another sandbox of the same emulator; an empty name is the root.
  init(_ other: ControlClient, of sandbox: String) {
    self.init(other.emulator, url: "http://\(other.authority)", sandbox: sandbox)
  }

  init(_ emulator: Emulator, url: String, sandbox: String) {
    self.emulator = emulator
    prefix = sandbox.isEmpty ? "" : "/~\(sandbox)"
    self.url = url + prefix
    authority = String(url.drop { $0 != "/" }.drop { $0 == "/" })
  }

  @discardableResult
  func call(_ method: HTTP.Method, _ path: String, _ body: JSON? = nil) throws(EidolonFailure) -> JSON {
    let request = Request(
      method, "\(prefix)/_eidolon/\(path)", headers: ["Host": authority, "Content-Type": "application/json"],
      body: body?.bytes() ?? [])
    let peer = Peer(address: "127.0.0.1", isSecure: false, localPort: 0)
    let response = follow(emulator.respond(to: request, from: peer))
    let json = (try? JSON(parsing: response.body)) ?? .null
    guard response.status.code < 400 else { throw EidolonFailure(json) }
    return json
  }

  private func follow(_ reply: Reply) -> Response {
    switch reply {
    case .send(let response, _): response
    case .work(let work): follow(work())
    case .hold(let hold): follow(Self.afterAWhile(hold))
    // None of the calls made here fetches or streams.
    case .gather(let gather): follow(gather.then([]))
    case .fetch(let fetch): follow(fetch.then(.failure(.notConnected("the control plane fetches nothing"))))
    case .stream(let stream): stream.response
    }
  }

  /// The clock is moved once those who are held until a moment on the way have been answered.
  private static func afterAWhile(_ hold: Hold) -> Reply {
    usleep(1_000)
    return hold.then()
  }
}
