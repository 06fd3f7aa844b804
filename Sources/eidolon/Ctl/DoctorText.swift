import Flow
import JSON

/// The doctor's report, for people.
enum DoctorText {
  static func text(_ report: JSON) -> String {
    var lines = ["\((report["requests"]?.integer ?? 0).counted("request was", "requests were")) looked at."]
    for address in report["addresses"]?.array ?? [] {
      let users = words(address["used_by"]).joined(separator: " and ")
      let clients = words(address["clients"])
      lines.append(
        "\(address["provider"]?.string ?? "")\t\(address["address"]?.string ?? "")\tby \(users)"
          + (clients.isEmpty ? "" : "\tof \(clients.joined(separator: ", "))"))
    }
    for issuer in report["issuers"]?.array ?? [] {
      lines.append(
        "\(issuer["provider"]?.string ?? "")\tissuer \(issuer["issuer"]?.string ?? "")\t"
          + (issuer["id_tokens"]?.integer ?? 0).counted("ID token"))
    }
    let clashes = report["clashes"]?.array ?? []
    if clashes.isEmpty { lines.append("Nothing clashes.") }
    for clash in clashes {
      lines += ["", "\(clash["kind"]?.string ?? ""): \(clash["message"]?.string ?? "")"]
      let sandboxes = words(clash["sandboxes"])
      if !sandboxes.isEmpty { lines.append("  in sandbox \(sandboxes.joined(separator: ", "))") }
      for setting in clash["set"]?.array ?? [] {
        lines.append(
          "  set \(setting["at"]?.string ?? ""): \(setting["name"]?.string ?? "") \(setting["value"]?.string ?? "")"
        )
      }
    }
    for missing in report["replicas"]?["missing"]?.array ?? [] {
      lines.append(
        "replica \(missing["address"]?.string ?? "") could not be asked: \(missing["reason"]?.string ?? "")")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ list: JSON?) -> [String] { (list?.array ?? []).compactMap(\.string) }
}
