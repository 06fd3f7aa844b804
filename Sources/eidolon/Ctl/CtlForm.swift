extension CommandForm {
  static let ctl = CommandForm(
    summary: "steers a running server through its control plane",
    operands: "ACTION [ARGUMENT]…", operandCount: 1 ... .max, options: CtlAction.common,
    readsEnvironment: true,
    variables: Set(CtlAction.common.map(\.name)),
    notes: [
      "\"eidolon ctl ACTION --help\" explains an action. Options come after it.",
      "Standard output has lines of values with tabs between, or JSON with --json; what went wrong is on standard "
        + "error.",
      "Exit status: 0 when it holds or is done, 1 when it does not hold, nothing came, rules were broken or addresses "
        + "clash, 2 when it was called wrongly, 4 when the server does not answer, 5 when it refuses.",
    ],
    actions: CtlAction.all.map { ($0.name, $0.form.summary) })
}
