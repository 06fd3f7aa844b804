/// What the app on the person's phone shows of a transaction.
package struct PhoneRequest: Sendable {
  /// The app's name for people: `BankID app`.
  package var app: String
  /// Who asks: the relying party's name.
  package var party: String
  /// The service, where the provider tells services of one client apart.
  package var service: String?
  /// What is asked, in a few words: `Login`.
  package var heading: String
  /// The text that the person confirms.
  package var text: String?
  /// The data that the person agrees to share, each in a word or two.
  package var shared: [String] = []
  /// What else the app shows, in order.
  package var particulars: [(name: String, value: String)] = []
  /// Why the person cannot decide yet, in a sentence, and what to do about it.
  package var waiting: String?
  /// What the person can do now.
  package var choices: [PhoneChoice] = []
  /// What brings the request to the app, where it has to be opened or scanned: a launch link or the text of a QR code.
  package var launch: String?
  /// Where the app leads when the person has decided.
  package var comingBack: PhoneReturn?

  /// A request of an app, without anything to do.
  package init(app: String, party: String, heading: String) {
    (self.app, self.party, self.heading) = (app, party, heading)
  }
}

/// Something that the person can do with a request now.
package struct PhoneChoice: Sendable, Hashable {
  /// The verb, as scenarios and the control plane name it.
  package var verb: String
  /// The provider's own failure word that goes with it.
  package var reason: String?
  /// What the button says.
  package var label: String
  /// What happens then, in a sentence.
  package var meaning: String
  /// How the button looks.
  package var role: Role
  /// The picture on it.
  package var icon: Icon?

  /// How a choice is offered.
  package enum Role: String, Sendable, CaseIterable {
    /// What most people do.
    case approve
    /// What a person does who does not want it.
    case refuse
    /// What else may happen; offered apart from the others.
    case other
  }

  /// A picture of one outline in a square of 24 by 24.
  package struct Icon: Sendable, Hashable {
    /// The name for people who do not see it.
    package let name: String
    /// The path of an SVG picture.
    package let outline: String

    /// A picture with a name.
    package init(name: String, outline: String) { (self.name, self.outline) = (name, outline) }
  }

  /// A choice with its words.
  package init(
    _ verb: String, reason: String? = nil, label: String, meaning: String, role: Role, icon: Icon? = nil
  ) {
    (self.verb, self.reason, self.label, self.meaning) = (verb, reason, label, meaning)
    (self.role, self.icon) = (role, icon)
  }
}

/// Where an app leads when the person has decided.
package struct PhoneReturn: Sendable, Hashable {
  /// The link that it was given; `nil` when it was given none.
  package let link: String?
  /// The link that it opens; `nil` when the person goes back by hand.
  package let opens: String?
  /// What it does, in a sentence.
  package let deed: String

  /// A way back.
  package init(link: String?, opens: String?, deed: String) {
    (self.link, self.opens, self.deed) = (link, opens, deed)
  }
}
