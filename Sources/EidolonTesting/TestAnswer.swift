package import HTTP
package import JSON
import ProviderKit

package struct TestAnswer: Sendable {
  /// `nil` while the answer is held.
  package let response: Response?
  /// How it would be sent.
  package let transmission: Transmission
  /// Resumes a held answer, as the server does when the transaction changes or time is up.
  package let resume: (@Sendable () -> TestAnswer)?
  /// What wakes a held answer.
  package let waiter: Waiter?
  /// The longest that the server would hold the answer.
  package let atMost: Duration?
  private let stream: ResponseStream?

  init(response: Response, transmission: Transmission) {
    (self.response, self.transmission) = (response, transmission)
    (resume, waiter, atMost, stream) = (nil, nil, nil, nil)
  }

  init(held resume: @escaping @Sendable () -> TestAnswer, of hold: Hold) {
    (response, transmission) = (nil, Transmission())
    (self.resume, waiter, atMost, stream) = (resume, hold.waiter, hold.atMost, nil)
  }

  init(stream: ResponseStream) {
    (response, transmission) = (stream.response, Transmission())
    (resume, waiter, atMost, self.stream) = (nil, nil, nil, stream)
  }

  /// A streamed answer, from its beginning; `nil` for other answers.
  package var events: TestStream? { stream.map(TestStream.init) }

  package var isHeld: Bool { resume != nil }

  /// 0 while the answer is held.
  package var status: Int { response?.status.code ?? 0 }

  package func header(_ name: String) -> String? { response?.headers[name] }

  package var text: String { String(decoding: response?.body ?? [], as: UTF8.self) }

  /// The body as JSON, `null` when it is none.
  package var json: JSON { (try? JSON(parsing: response?.body ?? [])) ?? .null }

  /// The query parameters of `Location`.
  package var locationQuery: Form {
    let location = header("Location") ?? ""
    guard let question = location.firstIndex(of: "?") else { return Form() }
    return (try? Form(parsing: String(location[location.index(after: question)...]))) ?? Form()
  }

  /// The ids of the rules that the request broke.
  package var findings: [String] {
    (header("Eidolon-Finding") ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
  }

  /// The value of an attribute that follows a text on a page.
  package func value(after marker: String, upTo end: Character = "\"") -> String? {
    guard let range = text.firstRange(of: marker) else { return nil }
    return String(text[range.upperBound...].prefix { $0 != end })
  }

  /// The transaction that a page's forms name, empty where there is none.
  package var transaction: String { value(after: "name=\"transaction\" value=\"") ?? "" }
}

extension Form {
  /// The parameters of a test's request in the order of their names, with its changes; `nil` takes one out.
  package init(_ parameters: [String: String], changing changes: [String: String?]) {
    self.init()
    let all = parameters.mapValues { Optional($0) }.merging(changes) { $1 }
    for (name, value) in all.sorted(by: { $0.key < $1.key }) {
      if let value { append(name, value) }
    }
  }
}
