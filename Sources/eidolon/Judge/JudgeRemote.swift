import Flow
import HTTP
import JSON
import Server

/// A campaign on a running emulator, through its control plane.
struct JudgeRemote {
  /// The sandbox's URL, without a slash at the end.
  let url: String
  private let headers: Headers
  private let caller: Caller

  init(_ url: String, token: String?, authorities: String?) {
    var url = url
    while url.hasSuffix("/") { url.removeLast() }
    self.url = url
    var headers: Headers = ["Content-Type": "application/json"]
    if let token { headers.set("Authorization", "Bearer \(token)") }
    self.headers = headers
    caller = Caller(OutgoingOptions(authorities: authorities))
  }

  /// The answer's body, as it came.
  func bytes(
    _ method: HTTP.Method, _ path: String, _ body: JSON? = nil
  ) throws(JudgeFailure) -> [UInt8] {
    let document: FetchedDocument
    do throws(FetchError) {
      document = try caller.call(
        method, "\(url)/_eidolon/\(path)", headers: headers, body: body?.bytes() ?? [], timeout: .seconds(70))
    } catch { throw .unreachable("\(url): \(error)") }
    guard document.status.code < 300 else {
      let problem = (try? JSONParser.parse(document.body))?.json
      throw .refused(problem?["detail"]?.string ?? "the emulator answered \(document.status.code)")
    }
    return document.body
  }

  func call(_ method: HTTP.Method, _ path: String, _ body: JSON? = nil) throws(JudgeFailure) -> JSON {
    let bytes = try bytes(method, path, body)
    return (try? JSONParser.parse(bytes))?.json ?? .null
  }
}

/// Why there is no campaign.
enum JudgeFailure: Error, Equatable {
  case unreachable(String)
  case refused(String)
  case file(String)

  var text: String {
    switch self {
    case .unreachable(let text), .refused(let text), .file(let text): text
    }
  }
}
