import HTTP
import JSON
import ProviderKit

/// A relying party as visitors see it.
///
/// None of them exists.
struct DemoPlace: Sendable {
  let slug: String
  let name: String
  /// Follows "the": `bank`.
  let kind: String
  /// The headline before anybody is logged in.
  let headline: String
  let text: String
  /// A mark in a square of 24 by 24, as an SVG path.
  let outline: String
  /// What a person sees who is logged in.
  let inside: Inside

  struct Inside: Sendable {
    let title: String
    let rows: [(String, String)]
    /// The minimum age; `nil` if it does not matter.
    var minimumAge: Int?
  }

  static let all: [DemoPlace] = [bank, taxOffice, shop, hospital]

  static let bank = DemoPlace(
    slug: "bank", name: "Nordhamn Bank", kind: "bank", headline: "Your money, where you left it",
    text: "Log in to see your accounts, pay bills and sign transfers.",
    outline: "M12 2 2 8v2h20V8zM4 12v7h3v-7zm6.5 0v7h3v-7zM17 12v7h3v-7zM2 20v2h20v-2z",
    inside: Inside(
      title: "Your accounts",
      rows: [
        ("Everyday account", "24 310.50 SEK"), ("Savings", "118 000.00 SEK"),
        ("Credit card", "−1 262.00 SEK"),
      ]))

  static let taxOffice = DemoPlace(
    slug: "tax", name: "Fiktivby Tax Office", kind: "tax office",
    headline: "Your assessment for last year is ready",
    text: "Log in to read it, to correct it, and to see your refund.",
    outline: "M5 2h10l4 4v16H5zm9 1.5V7h3.5zM8 10v2h8v-2zm0 4v2h8v-2zm0 4v2h5v-2z",
    inside: Inside(
      title: "Your tax assessment",
      rows: [("Income", "412 300 DKK"), ("Tax paid", "138 204 DKK"), ("Tax refund", "2 314 DKK")]))

  static let shop = DemoPlace(
    slug: "shop", name: "De Verzonnen Wijnhandel", kind: "wine shop",
    headline: "Six bottles, and one question",
    text: "We sell to adults only. Log in, and your eID tells us how old you are.",
    outline: "M10 2h4v6l3 4v10H7V12l3-4zm-1 12v5h6v-5z",
    inside: Inside(
      title: "Your order",
      rows: [("Six bottles of red", "62.40 EUR"), ("Delivery", "tomorrow, show your eID")],
      minimumAge: 18))

  static let hospital = DemoPlace(
    slug: "hospital", name: "Saint Fabula Hospital", kind: "hospital",
    headline: "Your appointments and results",
    text: "What is in here is nobody's business but yours: log in with your face or your phone.",
    outline: "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z",
    inside: Inside(
      title: "Your appointments and results",
      rows: [("Cardiology, room 214", "Thursday, 9:40"), ("Blood test", "nothing unusual")]))

  var mark: HTML {
    "<svg class=\"place-mark\" viewBox=\"0 0 24 24\" width=\"32\" height=\"32\" aria-hidden=\"true\"><path d=\"\(outline)\"/></svg>"
  }

  // MARK: After the login

  /// What the person sees, depending on what the relying party learned.
  func welcome(_ claims: JSONObject, on today: String) -> HTML {
    let rows = inside.rows.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>\n" as HTML }
    return """
      <h2>\(inside.title)</h2>
      \(inside.minimumAge.map { age($0, claims, on: today) })
      <dl class="inside">
      \(rows)</dl>
      """
  }

  private func age(_ minimum: Int, _ claims: JSONObject, on today: String) -> HTML {
    guard let birth = claims["birthdate"]?.string, let age = Self.years(from: birth, to: today) else {
      return "<p>The eID does not say how old you are: show a card when we deliver.</p>"
    }
    return age >= minimum
      ? "<p><span class=\"badge good\">old enough</span> You are \(age), so your eID tells us.</p>"
      : "<p><span class=\"badge error\">too young</span> You are \(age). You are logged in, and we sell you no wine.</p>"
  }

  /// Whole years between two days such as `2008-02-29`; `nil` if one of them is invalid.
  static func years(from birth: String, to today: String) -> Int? {
    let parse = { (text: String) -> (year: Int, rest: Substring)? in
      guard text.count >= 10, let year = Int(text.prefix(4)) else { return nil }
      return (year, text.dropFirst(4).prefix(6))
    }
    guard let born = parse(birth), let now = parse(today) else { return nil }
    return now.year - born.year - (now.rest < born.rest ? 1 : 0)
  }
}
