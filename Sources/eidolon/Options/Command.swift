enum Command: String, CaseIterable, Sendable {
  case serve, check, catalog, assertion
  case requestObject = "request-object"
  case decode, ctl, health, version, help
}
