extension Command {
  var form: CommandForm {
    switch self {
    case .serve: .serve
    case .judge: .judge
    case .check:
      CommandForm(
        summary: "checks folders of scenarios and prints everything that is wrong with them",
        operands: "DIR…", operandCount: 1 ... .max, options: [.noDefaults],
        notes: [
          "The folders are laid over the built-in scenarios and over one another, in the order given, as \"serve\" does. "
            + "Exit status: 0 when all is well, 2 with problems."
        ])
    case .catalog:
      CommandForm(
        summary: "lists the words that scenarios may use: verbs, faults, defects, quirks, lifetimes",
        operands: "[PROVIDER]", operandCount: 0...1,
        options: [
          Option("json", "Prints JSON instead of text."),
          Option("schema", "scenario|world", "Prints the JSON Schema of that file instead, for editors."),
        ])
    case .assertion: .assertion
    case .requestObject: .requestObject
    case .decode: .decode
    case .ctl: .ctl
    case .mcp: .mcp
    case .health:
      CommandForm(
        summary: "asks a running server whether it is well",
        options: [
          Option(
            "url", "URL",
            "The server. Default: the first address of EIDOLON_LISTEN, else http://127.0.0.1:8080."
          )
        ],
        notes: [
          "For HEALTHCHECK in containers. Plain http only. Exit status: 0 when the server answers that it is well, else 1."
        ])
    case .version: CommandForm(summary: "prints the version")
    case .help:
      CommandForm(
        summary: "explains a command, or prints a page of the reference", operands: "[COMMAND|TOPIC]",
        operandCount: 0...1)
    }
  }
}
