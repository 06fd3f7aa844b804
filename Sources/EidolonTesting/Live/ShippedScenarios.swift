import DefaultScenarios
import Flow

let shippedScenarios = ScenarioLayer(
  name: "built-in",
  files: DefaultScenarios.files.map { ScenarioLayer.File(path: $0.path, bytes: $0.bytes) })
