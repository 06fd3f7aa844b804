/// Who asked for a campaign; instructions are worded accordingly.
package enum Asker: String, Sendable, Hashable, CaseIterable {
  /// `eidolon judge`: instructions name options.
  case command
  /// The page: instructions name fields.
  case page
  /// A program that posts an order: instructions name its members.
  case program
}

extension Asker {
  /// How to name an address that only a logged-in browser can open.
  func profile(_ which: String) -> String {
    let address = "\(which) address that only somebody who is logged in can open"
    return switch self {
    case .command: "name \(address) with --profile-url URL"
    case .page: "fill in \(address), and press Judge again"
    case .program: "name \(address) as profile_url"
    }
  }

  var theProfile: String {
    switch self {
    case .command: "--profile-url"
    case .page: "the address that only somebody who is logged in can open"
    case .program: "profile_url"
    }
  }

  /// How to say what distinguishes logged in from not logged in.
  var marks: String {
    switch self {
    case .command: "say what to look at with --in and --out, such as --in text=Welcome"
    case .page: "say under More what somebody sees who is logged in, such as text=Welcome"
    case .program: "say what to look at with in and out, such as \"in\": [\"text=Welcome\"]"
    }
  }

  /// The marks that the order gives, with the name that they have there.
  func marks(_ marks: [Predicate], ofLoggedIn isIn: Bool) -> String {
    let name =
      switch self {
      case .command: isIn ? "--in" : "--out"
      case .page: "what is said under More of somebody who is \(isIn ? "" : "not ")logged in"
      case .program: isIn ? "in" : "out"
      }
    return "\(name) (\(marks.map(\.text).joined(separator: ", ")))"
  }

  /// How to mend marks that fit others too.
  static func marks(ofOnly whom: String) -> String {
    "give marks that fit only somebody who is \(whom), or none: the judge learns them then"
  }

  var second: String {
    switch self {
    case .command: "say with --second PROVIDER=URL where the relying party begins one"
    case .page: "choose a second provider, and say where the relying party begins a login there"
    case .program: "say as second, PROVIDER=URL, where the relying party begins one"
    }
  }

  /// What makes the judge play the browser.
  var start: String {
    switch self {
    case .command: "--start-url"
    case .page: "the address where a browser begins to log in"
    case .program: "start_url"
    }
  }

  func host(_ name: String) -> String {
    switch self {
    case .command: "name it with --host \(name)"
    case .page: "add \(name) to the further hosts under More, and press Judge again"
    case .program: "name it in hosts: \"\(name)\""
    }
  }

  var script: String {
    switch self {
    case .command: "A relying party that needs script is driven by --command"
    case .page:
      "A relying party that needs script is driven by a test of yours, from a terminal; /docs/judge tells how"
    case .program: "A relying party that needs script is driven by a test of yours: way, \"command\""
    }
  }

  static let busy = "wait until it answers again, or lift its limit on logins, and judge again"

  var resume: String {
    switch self {
    case .command: "restart it, and go on with --resume"
    case .page: "restart it, and press Again beside the cases that were not run"
    case .program: "restart it, and go on with resume"
    }
  }
}
