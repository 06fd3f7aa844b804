import Testing

@testable import Flow

/// The people of a world: each mistake with the lines that it gives, to the letter.
@Suite struct `Loader errors, people` {
  @Test(arguments: mistakes) func `are worded to the letter`(mistake: Mistake) {
    #expect(Toy.problems([mistake.path: mistake.text]) == mistake.lines)
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "people that are a list", at: "world.json", #"{"people": []}"#,
      gives: #"""
        scenarios/world.json:1:12: people: expected an object, found an array
        """#),
    Mistake(
      "a person who is a name", at: "world.json", #"{"people": {"eve": "Eve"}}"#,
      gives: #"""
        scenarios/world.json:1:20: people.eve: expected an object, found a string
        """#),
    Mistake(
      "a key that cannot be asked for", at: "world.json", #"{"people": {"Eve Doe": {}}}"#,
      gives: #"""
        scenarios/world.json:1:13: people: a person's key has small letters, digits, "-" and "_" only, found "Eve Doe"
        """#),
    Mistake(
      "unknown member", at: "world.json", #"{"people": {"eve": {"givenname": "Eve"}}}"#,
      gives: #"""
        scenarios/world.json:1:21: people.eve: unknown member "givenname"; did you mean "given_name"?
        """#),
    Mistake(
      "null for nothing", at: "world.json", #"{"people": {"eve": {"given_name": null}}}"#,
      gives: #"""
        scenarios/world.json:1:35: people.eve.given_name: expected a string, found null
        """#),
    Mistake(
      "empty text", at: "world.json", #"{"people": {"eve": {"email": ""}}}"#,
      gives: #"""
        scenarios/world.json:1:30: people.eve.email: an empty text says nothing; leave the member out
        """#),
    Mistake(
      "birthdate in another order", at: "world.json", #"{"people": {"eve": {"birthdate": "14-07-1990"}}}"#,
      gives: #"""
        scenarios/world.json:1:34: people.eve.birthdate: expected a date such as "1990-07-14" or {"turns": 18}, found "14-07-1990"
        """#),
    Mistake(
      "birthdate that does not exist", at: "world.json", #"{"people": {"eve": {"birthdate": "1990-02-30"}}}"#,
      gives: #"""
        scenarios/world.json:1:34: people.eve.birthdate: expected a date such as "1990-07-14" or {"turns": 18}, found "1990-02-30"
        """#),
    Mistake(
      "birthdate as a number", at: "world.json", #"{"people": {"eve": {"birthdate": 1990}}}"#,
      gives: #"""
        scenarios/world.json:1:34: people.eve.birthdate: expected a date such as "1990-07-14" or {"turns": 18}, found 1990
        """#),
    Mistake(
      "an age missing", at: "world.json", #"{"people": {"eve": {"birthdate": {"in_days": 1}}}}"#,
      gives: #"""
        scenarios/world.json:1:34: people.eve.birthdate: the member "turns" is missing
        """#),
    Mistake(
      "an age that nobody reaches", at: "world.json", #"{"people": {"eve": {"birthdate": {"turns": 151}}}}"#,
      gives: #"""
        scenarios/world.json:1:44: people.eve.birthdate.turns: expected a whole number from 0 to 150, found 151
        """#),
    Mistake(
      "unknown member of an age", at: "world.json",
      #"{"people": {"eve": {"birthdate": {"turns": 18, "on": "today"}}}}"#,
      gives: #"""
        scenarios/world.json:1:48: people.eve.birthdate: unknown member "on"
        """#),
    Mistake(
      "phone number without country", at: "world.json",
      #"{"people": {"eve": {"phone_number": "0470000003"}}}"#,
      gives: #"""
        scenarios/world.json:1:37: people.eve.phone_number: expected a phone number such as "+32 470000001", found "0470000003"
        """#),
    Mistake(
      "country in words", at: "world.json", #"{"people": {"eve": {"address": {"country": "Belgium"}}}}"#,
      gives: #"""
        scenarios/world.json:1:44: people.eve.address.country: expected a country code of two capital letters, such as "BE", found "Belgium"
        """#),
    Mistake(
      "unknown member of an address", at: "world.json",
      #"{"people": {"eve": {"address": {"city": "Tongeren"}}}}"#,
      gives: #"""
        scenarios/world.json:1:33: people.eve.address: unknown member "city"
        """#),
    Mistake(
      "unknown member of a birthplace", at: "world.json",
      #"{"people": {"eve": {"place_of_birth": {"locality": "Tongeren"}}}}"#,
      gives: #"""
        scenarios/world.json:1:40: people.eve.place_of_birth: unknown member "locality"
        """#),
    Mistake(
      "nationality in small letters", at: "world.json", #"{"people": {"eve": {"nationality": "be"}}}"#,
      gives: #"""
        scenarios/world.json:1:36: people.eve.nationality: expected a country code of two capital letters, such as "BE", found "be"
        """#),
    Mistake(
      "nationalities of which one is wrong", at: "world.json",
      #"{"people": {"eve": {"nationalities": ["BE", "Sweden"]}}}"#,
      gives: #"""
        scenarios/world.json:1:45: people.eve.nationalities[1]: expected a country code of two capital letters, such as "BE", found "Sweden"
        """#),
    Mistake(
      "nationality and nationalities", at: "world.json",
      #"{"people": {"eve": {"nationality": "BE", "nationalities": ["SE"]}}}"#,
      gives: #"""
        scenarios/world.json:1:42: people.eve: give "nationality" or "nationalities", not both
        """#),
    Mistake(
      "an account that never was", at: "world.json", #"{"people": {"eve": {"account": 0}}}"#,
      gives: #"""
        scenarios/world.json:1:32: people.eve.account: expected a whole number of at least 1, found 0
        """#),
    Mistake(
      "unknown identifier", at: "world.json",
      #"{"people": {"eve": {"ids": {"se_personummer": "189001019802"}}}}"#,
      gives: #"""
        scenarios/world.json:1:29: people.eve.ids: unknown member "se_personummer"; did you mean "se_personnummer"?
        """#),
    Mistake(
      "Belgian number too short", at: "world.json",
      #"{"people": {"eve": {"ids": {"be_national_number": "700101-999"}}}}"#,
      gives: #"""
        scenarios/world.json:1:51: people.eve.ids.be_national_number: a Belgian national number has 11 digits, such as 70.01.01-999.60; found "700101-999"
        """#),
    Mistake(
      "Belgian number with wrong check digits", at: "world.json",
      #"{"people": {"eve": {"ids": {"be_national_number": "70.01.01-999.98"}}}}"#,
      gives: #"""
        scenarios/world.json:1:51: people.eve.ids.be_national_number: the check digits of this Belgian national number are 60, or 89 for someone born from 2000 on, not 98
        """#),
    Mistake(
      "Swedish number without century", at: "world.json",
      #"{"people": {"eve": {"ids": {"se_personnummer": "9001019802"}}}}"#,
      gives: #"""
        scenarios/world.json:1:48: people.eve.ids.se_personnummer: a Swedish personal number has 12 digits, such as 189001019802; found "9001019802"
        """#),
    Mistake(
      "Swedish number with a wrong check digit", at: "world.json",
      #"{"people": {"eve": {"ids": {"se_personnummer": "189001019803"}}}}"#,
      gives: #"""
        scenarios/world.json:1:48: people.eve.ids.se_personnummer: the check digit of this Swedish personal number is 2, not 3
        """#),
    Mistake(
      "Swedish number without a date", at: "world.json",
      #"{"people": {"eve": {"ids": {"se_personnummer": "189002319802"}}}}"#,
      gives: #"""
        scenarios/world.json:1:48: people.eve.ids.se_personnummer: this Swedish personal number holds no date
        """#),
    Mistake(
      "Swedish coordination number without 60", at: "world.json",
      #"{"people": {"eve": {"ids": {"se_samordningsnummer": "189001019802"}}}}"#,
      gives: #"""
        scenarios/world.json:1:53: people.eve.ids.se_samordningsnummer: this Swedish coordination number holds no date; its day has 60 added
        """#),
    Mistake(
      "Danish number with letters", at: "world.json",
      #"{"people": {"eve": {"ids": {"dk_cpr": "140790-ABCD"}}}}"#,
      gives: #"""
        scenarios/world.json:1:39: people.eve.ids.dk_cpr: a Danish CPR number has 10 digits, such as 010170-0000; found "140790-ABCD"
        """#),
    Mistake(
      "Danish number without a date", at: "world.json",
      #"{"people": {"eve": {"ids": {"dk_cpr": "320790-9996"}}}}"#,
      gives: #"""
        scenarios/world.json:1:39: people.eve.ids.dk_cpr: this Danish CPR number holds no date; it begins DDMMYY
        """#),
    Mistake(
      "document without a type", at: "world.json", #"{"people": {"eve": {"documents": [{"number": "1"}]}}}"#,
      gives: #"""
        scenarios/world.json:1:35: people.eve.documents[0]: the member "type" is missing
        """#),
    Mistake(
      "unknown member of a document", at: "world.json",
      #"{"people": {"eve": {"documents": [{"type": "passport", "no": "1"}]}}}"#,
      gives: #"""
        scenarios/world.json:1:56: people.eve.documents[0]: unknown member "no"
        """#),
    Mistake(
      "Belgian card with wrong check digits", at: "world.json",
      #"{"people": {"eve": {"documents": [{"type": "eid", "country": "BE", "number": "591-0000001-07"}]}}}"#,
      gives: #"""
        scenarios/world.json:1:78: people.eve.documents[0].number: the check digits of this Belgian card number are 06, not 07
        """#),
    Mistake(
      "Belgian card too short", at: "world.json",
      #"{"people": {"eve": {"documents": [{"type": "eid", "country": "BE", "number": "591-0000001"}]}}}"#,
      gives: #"""
        scenarios/world.json:1:78: people.eve.documents[0].number: a Belgian card number has 12 digits, such as 591-0000001-06; found "591-0000001"
        """#),
    Mistake(
      "document that ends before it begins", at: "world.json",
      #"{"people": {"eve": {"documents": [{"type": "passport", "valid_from": "2026-01-01", "valid_to": "2025-12-31"}]}}}"#,
      gives: #"""
        scenarios/world.json:1:96: people.eve.documents[0].valid_to: the document ends before it begins, on 2026-01-01
        """#),
    Mistake(
      "document with an instant for a date", at: "world.json",
      #"{"people": {"eve": {"documents": [{"type": "passport", "valid_to": "2025-12-31T00:00:00Z"}]}}}"#,
      gives: #"""
        scenarios/world.json:1:68: people.eve.documents[0].valid_to: expected a date such as "1990-07-14", found "2025-12-31T00:00:00Z"
        """#),
    Mistake(
      "device that is a word", at: "world.json", #"{"people": {"eve": {"device": "Android"}}}"#,
      gives: #"""
        scenarios/world.json:1:31: people.eve.device: expected an object, found a string
        """#),
    Mistake(
      "the phone number of another", at: "world.json",
      #"{"people": {"eve": {"phone_number": "32+470000002"}}}"#,
      gives: #"""
        scenarios/world.json:1:37: people.eve.phone_number: bob has the same phone number
        """#),
    Mistake(
      "the identifier of another", at: "world.json",
      #"{"people": {"eve": {"ids": {"bcid": "bws.12.4711"}}}}"#,
      gives: #"""
        scenarios/world.json:1:37: people.eve.ids.bcid: anna has the same identifier
        """#),
  ]
}
