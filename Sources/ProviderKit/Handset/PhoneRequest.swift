/// What the app on the phone shows of a transaction.
package struct PhoneRequest: Sendable {
  /// The app's name: `BankID app`.
  package var app: String
  /// The relying party's name.
  package var party: String
  /// Set if the provider distinguishes services of a client.
  package var service: String?
  /// A few words: `Login`.
  package var heading: String
  package var text: String?
  /// The data that the person agrees to share, each in a word or two.
  package var shared: [String] = []
  /// Whatever else the app shows, in order.
  package var particulars: [(name: String, value: String)] = []
  /// A sentence that says why the person cannot decide yet, and what to do about it.
  package var waiting: String?
  /// False while the provider does not know who logs in; the transaction's person is a guess then.
  package var isIdentified = true
  package var choices: [PhoneChoice] = []
  /// The launch link, or the text of the QR code, if the app needs one to show the request.
  package var launch: String?
  package var comingBack: PhoneReturn?

  /// True until the request is decided; the person cannot always decide yet.
  package var waits: Bool { !choices.isEmpty || waiting != nil }

  package init(app: String, party: String, heading: String) {
    (self.app, self.party, self.heading) = (app, party, heading)
  }
}

/// Something that the person can do with a request.
package struct PhoneChoice: Sendable, Hashable {
  /// As scenarios and the control plane name it.
  package var verb: String
  /// The provider's word for a failure.
  package var reason: String?
  package var label: String
  /// A sentence that says what happens then.
  package var meaning: String
  package var role: Role
  package var icon: Icon?

  package enum Role: String, Sendable, CaseIterable {
    case approve
    /// Declines the request.
    case refuse
    /// Shown apart from the others.
    case other
  }

  /// A single outline in a square of 24 by 24.
  package struct Icon: Sendable, Hashable {
    /// The accessible name.
    package let name: String
    /// An SVG path.
    package let outline: String

    package init(name: String, outline: String) { (self.name, self.outline) = (name, outline) }
  }

  package init(
    _ verb: String, reason: String? = nil, label: String, meaning: String, role: Role, icon: Icon? = nil
  ) {
    (self.verb, self.reason, self.label, self.meaning) = (verb, reason, label, meaning)
    (self.role, self.icon) = (role, icon)
  }
}

/// Where the app leads once the person has decided.
package struct PhoneReturn: Sendable, Hashable {
  /// The return link that the app was given.
  package let link: String?
  /// The link that the app opens; `nil` if the person switches back by hand.
  package let opens: String?
  /// A sentence that says what the app does.
  package let deed: String

  package init(link: String?, opens: String?, deed: String) {
    (self.link, self.opens, self.deed) = (link, opens, deed)
  }
}
