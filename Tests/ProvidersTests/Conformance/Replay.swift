import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit

/// The requests of a run, sent once more: the same bytes at the same times.
struct Replay {
  let entries: [Journal.Entry]

  /// What an emulator received from clients so far.
  init(of emulator: TestEmulator) {
    entries = emulator.sandbox.journal.entries().filter {
      !$0.provider.isEmpty && $0.exchange.direction == .incoming
    }
  }

  /// Sends requests to an emulator and tells what each was answered.
  func send(_ range: Range<Int>, to emulator: TestEmulator) -> [Said] {
    entries[range].map { entry in
      let clock = emulator.sandbox.environment.clock
      if clock.now < entry.at {
        clock.advance(by: entry.at - clock.now)
        emulator.application.sweep()
        emulator.sandbox.clockMoved()
      }
      let answer = emulator.send(entry.exchange.request)
      return Said(answer.response, to: entry.exchange.request, emulator)
    }
  }

  /// What was answered in the run itself.
  func said(_ emulator: TestEmulator) -> [Said] {
    entries.map { Said($0.exchange.response, to: $0.exchange.request, emulator) }
  }

  /// An answer without what no seed makes equal: the padding of an encryption.
  struct Said: Equatable, CustomStringConvertible {
    let status: Int
    let location: String
    let body: String
    let tokens: String

    init(_ response: Response?, to request: Request, _ emulator: TestEmulator) {
      status = response?.status.code ?? 0
      location = response?.headers["Location"] ?? ""
      guard let response else {
        (body, tokens) = ("", "")
        return
      }
      let exchange = RecordedExchange(request: Request(.get, "/"), response: response)
      tokens = TokenContents.of(exchange, openedWith: emulator.sandbox.keys).text()
      let text = String(decoding: response.body, as: UTF8.self)
      body = tokens.contains("\"encryption\"") ? "encrypted" : text
    }

    var description: String { "\(status) \(location) \(body.prefix(300)) \(tokens.prefix(300))" }
  }
}
