import DefaultScenarios
import EidolonTesting
import Flow
import HTTP
import ProviderKit
import Registry

/// A browser of a visitor: keeps cookies, follows redirects within the emulator.
final class DemoBrowser {
  let emulator: TestEmulator
  private var cookies: [String: String] = [:]
  private(set) var place = ""
  /// What it does, once, where it is sent back to a relying party.
  var wayBack: JudgeCase.WayBack?

  init(_ emulator: TestEmulator) { self.emulator = emulator }

  func open(_ method: HTTP.Method = .get, _ url: String, form: Form? = nil, headers: Headers = [:])
    -> TestAnswer
  {
    var answer = send(method, url, form, headers)
    for _ in 0..<12 {
      guard (300..<400).contains(answer.status), let location = answer.header("Location") else {
        return answer
      }
      turn(back: location)
      answer = send(.get, location, nil, headers)
    }
    return answer
  }

  private func turn(back location: String) {
    guard let way = wayBack, let query = location.firstRange(of: "/callback?")?.upperBound else { return }
    wayBack = nil
    switch way {
    case .inAnotherBrowser: cookies = [:]
    case .bareFirst: _ = send(.get, String(location[..<query].dropLast()))
    }
  }

  /// Sends one request and follows nothing.
  func send(_ method: HTTP.Method, _ url: String, _ form: Form? = nil, _ more: Headers = [:]) -> TestAnswer {
    let target = url.hasPrefix(TestEmulator.address) ? String(url.dropFirst(TestEmulator.address.count)) : url
    place = target
    var headers = more
    let sorted = cookies.sorted { $0.key < $1.key }
    headers.set("Cookie", sorted.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
    headers.set("Accept", "text/html")
    let answer = emulator.send(
      form.map { Request(method, target, headers: headers, form: $0) }
        ?? Request(method, target, headers: headers))
    for text in answer.response?.headers.values("Set-Cookie") ?? [] {
      let pair = text.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
      if pair.count == 2 { cookies[pair[0]] = pair[1] }
    }
    return answer
  }

  /// Where a page goes by itself.
  func refresh(_ page: String) -> String? {
    guard let start = page.firstRange(of: "http-equiv=\"refresh\" content=\"")?.upperBound,
      let url = page[start...].prefix(while: { $0 != "\"" }).firstRange(of: "url=")?.upperBound
    else { return nil }
    return String(page[url...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
  }
}

extension TestEmulator {
  /// With the world and stories that ship, in the strict mode.
  static func asShipped() throws -> TestEmulator {
    var settings = Sandbox.Settings()
    settings.isStrict = true
    let files = DefaultScenarios.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    return try TestEmulator(registry, files: Dictionary(uniqueKeysWithValues: files), settings: settings)
  }
}
