enum Command: String, CaseIterable, Sendable {
  case serve, judge, check, catalog, assertion
  case requestObject = "request-object"
  case decode, ctl, mcp, health, version, help
}
