/// What the app on the person's phone shows of a transaction.
public struct PhoneRequest: Sendable {
  /// The app's name for people: `BankID app`.
  public var app: String
  /// Who asks: the relying party's name.
  public var party: String
  /// The service, where the provider tells services of one client apart.
  public var service: String?
  /// What is asked, in a few words: `Login`.
  public var heading: String
  /// The text that the person confirms.
  public var text: String?
  /// The data that the person agrees to share, each in a word or two.
  public var shared: [String] = []
  /// What else the app shows, in order.
  public var particulars: [(name: String, value: String)] = []
  /// Why the person cannot decide yet, in a sentence, and what to do about it.
  public var waiting: String?
  /// What the person can do now.
  public var choices: [PhoneChoice] = []
  /// What brings the request to the app, where it has to be opened or scanned: a launch link or the text of a QR code.
  public var launch: String?
  /// Where the app leads when the person has decided.
  public var comingBack: PhoneReturn?

  /// A request of an app, without anything to do.
  public init(app: String, party: String, heading: String) {
    (self.app, self.party, self.heading) = (app, party, heading)
  }
}

/// Something that the person can do with a request now.
public struct PhoneChoice: Sendable, Hashable {
  /// The verb, as scenarios and the control plane name it.
  public var verb: String
  /// The provider's own failure word that goes with it.
  public var reason: String?
  /// What the button says.
  public var label: String
  /// What happens then, in a sentence.
  public var meaning: String
  /// How the button looks.
  public var role: Role
  /// The picture on it.
  public var icon: Icon?

  /// How a choice is offered.
  public enum Role: String, Sendable, CaseIterable {
    /// What most people do.
    case approve
    /// What a person does who does not want it.
    case refuse
    /// What else may happen; offered apart from the others.
    case other
  }

  /// A picture of one outline in a square of 24 by 24.
  public struct Icon: Sendable, Hashable {
    /// The name for people who do not see it.
    public let name: String
    /// The path of an SVG picture.
    public let outline: String

    /// A picture with a name.
    public init(name: String, outline: String) { (self.name, self.outline) = (name, outline) }
  }

  /// A choice with its words.
  public init(
    _ verb: String, reason: String? = nil, label: String, meaning: String, role: Role, icon: Icon? = nil
  ) {
    (self.verb, self.reason, self.label, self.meaning) = (verb, reason, label, meaning)
    (self.role, self.icon) = (role, icon)
  }
}

/// Where an app leads when the person has decided.
public struct PhoneReturn: Sendable, Hashable {
  /// The link that it was given; `nil` when it was given none.
  public let link: String?
  /// The link that it opens; `nil` when the person goes back by hand.
  public let opens: String?
  /// What it does, in a sentence.
  public let deed: String

  /// A way back.
  public init(link: String?, opens: String?, deed: String) {
    (self.link, self.opens, self.deed) = (link, opens, deed)
  }
}
