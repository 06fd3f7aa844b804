@testable import TestWorlds
import FictionalBank
import ProviderKit
import Registry

/// The providers that the tests of this folder walk: those of the registry, and one more that shows what a new one takes.
let providers: [any Provider.Type] = registry + [fictionalBank]
