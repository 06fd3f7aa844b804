import JSON
import Testing

@testable import Flow

@Suite struct `The catalog` {
  private let catalog = Catalog(Toy.schemas)

  @Test func `of a provider lists every word with its meaning and basis`() {
    #expect(
      catalog.text("itsme") == """
        ITSME: Toy itsme

          phone[].do: what the person does (* decides the request)
            open      documented  Opens the app
            approve*  documented  Confirms
            reject*   documented  Taps Reject; reason: tooLate, notMe
            cancel*   assumed     Cancels on the page

          faults[].at, expect: endpoints and events (* belongs to no transaction)
            authorize  documented  The authorization endpoint
            token      documented  The token endpoint
            userinfo   documented  The userinfo endpoint
            jwks*      observed    The key set

          tokens, with each one's defects
            id_token          documented  The id_token
              wrong_audience  documented  aud names another client
              expired         documented  exp is past
            userinfo          documented  The signed userinfo

          quirks, with their values ([default])
            address_format   [object] json_string  observed  How the address is sent
            escaped_slashes  [true] false          observed  Slashes are escaped

          presets: named sets of quirks, chosen by a client
            guide      documented  As the guide says
            realistic  observed    As captured; address_format=json_string escaped_slashes=false

          lifetimes, with their defaults
            code  3m      documented  How long a code can be exchanged
            app   2500ms  assumed     How long the app waits

          outcomes: how a transaction can end
            approved  documented  The person approved

          when: facts beside the request's parameters
            is.client  assumed  The client_id
            is.person  assumed  Whom the request names

          findings: what a relying party can do wrong
            itsme.code-reused  error    The code came twice (Guide, 3.4)
            itsme.no-state     warning  No state was sent (Guide, 3.1)

        """)
  }

  @Test func `of a provider leaves out what the provider lacks`() {
    #expect(
      catalog.text("bioid") == """
        BIOID: Toy BioID

          phone[].do: what the person does (* decides the request)
            approve*  documented  Shows the face

          faults[].at, expect: endpoints and events (* belongs to no transaction)
            authorize  documented  The start
            bws_token  documented  The token call

        """)
  }

  @Test func `begins with what all providers share`() throws {
    let text = try #require(catalog.text())
    #expect(
      text.hasPrefix(
        """
        EVERY PROVIDER

          faults[].do: what the server does wrong
            respond      status [headers] [body]    Answers with this status, headers and body instead; the endpoint's effect does not happen

        """))
    #expect(text.hasSuffix("\n" + (catalog.text("itsme") ?? "") + "\n" + (catalog.text("bioid") ?? "")))
  }

  @Test func `as JSON has the same words`() throws {
    let itsme = try #require(catalog.json["providers"]?["itsme"])
    #expect(itsme["title"] == "Toy itsme")
    #expect(
      itsme["verbs"]?[2] == [
        "name": "reject", "meaning": "Taps Reject", "basis": "documented", "final": true,
        "reasons": ["tooLate", "notMe"],
      ])
    #expect(
      itsme["endpoints"]?[3] == [
        "name": "jwks", "meaning": "The key set", "basis": "observed", "owned": false,
        "caller": "backend",
      ])
    #expect(itsme["tokens"]?[0]?["defects"]?[1]?["name"] == "expired")
    #expect(itsme["quirks"]?[1]?["values"] == [true, false])
    #expect(itsme["quirks"]?[1]?["default"] == true)
    #expect(itsme["presets"]?[1]?["quirks"] == ["address_format": "json_string", "escaped_slashes": false])
    #expect(itsme["lifetimes"]?[1]?["default"] == "2500ms")
    #expect(itsme["outcomes"]?[0]?["name"] == "approved")
    #expect(itsme["facts"]?[0]?["name"] == "is.client")
    #expect(itsme["findings"]?[1]?["specification"] == "RFC 6749 §10.12")
    #expect(catalog.json["faults"]?.array?.count == 10)
    #expect(catalog.json["conditions"]?.array?.count == 4)
    #expect(catalog.json["ids"]?.array?.count == 8)
    #expect(catalog.json["families"]?.array?.count == 11)
  }

  @Test func `knows no other provider`() {
    #expect(catalog.text("itsmee") == nil)
    #expect(catalog.providers == ["itsme", "bioid"])
  }
}
