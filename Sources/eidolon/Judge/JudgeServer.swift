import Control
import Flow
import ProviderKit
import Server

/// An emulator that lives as long as a campaign, in the same process.
final class JudgeServer {
  let url: String
  private let server: RunningServer
  private let emulator: Emulator

  /// Serves where the relying party is configured to find it.
  init(_ options: ParsedOptions) throws(CtlFailure) {
    let text = options.first("listen")?.text ?? "127.0.0.1:8080"
    guard let address = ListenAddress(text) else {
      throw .usage("--listen \(text) is no HOST:PORT, such as 127.0.0.1:8080")
    }
    let source = LibrarySource(
      hasDefaults: !options.isOn("no-defaults"), folders: options.all("scenarios").map(\.text), clients: [],
      person: nil)
    let loaded: LibrarySource.Loaded
    do throws(LoadFailure) { loaded = try source.load() } catch { throw .usage(error.text) }
    let state = ControlState(version: Control.version)
    do throws(RunFailure) {
      emulator = try Composition(loaded: loaded, state: state).emulator()
    } catch { throw .usage(error.reason) }
    do {
      server = try Server.start(emulator, on: [address])
    } catch {
      throw .usage(
        "cannot listen: \(error). If an emulator runs there, judge through it with --url http://\(text)")
    }
    state.becomeReady()
    url = BoundAddresses(endpoints: server.endpoints).urls("http").first ?? "http://\(text)"
  }

  func stop() { server.stop(grace: .seconds(1)) }
}
