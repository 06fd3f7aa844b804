import Control
import Flow
import ProviderKit
import Server

/// An emulator that lives as long as a campaign, in the same process, where the relying party is configured to find it.
struct JudgeServer {
  /// Its control plane.
  let remote: RemoteControl
  private let running: RunningEmulator
  private let log: LogWriter?

  /// - Parameter isLogged: whether it writes a log as `serve` does, beside what the campaign prints.
  init(_ options: ServeOptions, isLogged: Bool, patience: Duration) throws(CtlFailure) {
    log =
      isLogged ? LogWriter(options.log, isColoured: options.log == .text && Output.isErrorColoured) : nil
    let loaded: LibrarySource.Loaded
    do throws(LoadFailure) { loaded = try LibrarySource(options).load() } catch { throw .usage(error.text) }
    do throws(RunFailure) {
      var running = try RunningEmulator(options, loaded, log: log ?? NoLog())
      try running.becomeReady()
      self.running = running
    } catch {
      throw .usage("\(error.reason). If an emulator runs already, judge through it with --url URL")
    }
    remote = RemoteControl(
      running.http.urls("http")[0], token: options.settings.control.token, timeout: patience)
  }

  func stop() {
    running.server.stop(grace: .seconds(1))
    log?.flush()
  }
}
