/// `eidolon health`: checks a running server, for a container's HEALTHCHECK.
enum HealthCommand {
  static func run(_ options: ParsedOptions, environment: [String: String]) throws(UsageFailure) -> Report {
    let address: HealthAddress
    if let url = options.first("url") {
      address = try HealthAddress(url: url)
    } else {
      let listen = environment["EIDOLON_LISTEN"].flatMap { $0.isEmpty ? nil : $0 }
      address = try HealthAddress(listen: listen)
    }
    do throws(RunFailure) {
      let answer = try Probe.get(address)
      guard answer.status == 200 else {
        return Report(
          errors: "\(address.authority) answered with status \(answer.status)\n", status: .failure)
      }
      return Report(output: "ok\n")
    } catch {
      return Report(errors: "\(address.authority): \(error.reason)\n", status: .failure)
    }
  }
}
