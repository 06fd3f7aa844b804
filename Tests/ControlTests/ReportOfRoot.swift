import EidolonTesting
import ProviderKit
import Registry

@testable import Control

extension RunReport {
  /// The root by itself, as if `--fail-on` were not given.
  init(ofRoot emulator: TestEmulator) {
    self.init(
      of: RunRecords(of: emulator.sandbox, emulator.application.providers, at: emulator.clock.now), registry,
      at: emulator.clock.now,
      failing: emulator.state.failure(of: emulator.sandbox.settings))
  }
}
