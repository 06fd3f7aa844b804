import DefaultScenarios
import Flow

/// The people, clients and stories that ship with the program.
let shippedScenarios = ScenarioLayer(
  name: "built-in",
  files: DefaultScenarios.files.map { ScenarioLayer.File(path: $0.path, bytes: $0.bytes) })
