import ProviderKit
import Testing

@testable import eidolon

@Suite struct `The start-up text` {
  private static let itsme = ProviderSettings(
    title: "itsme", entry: "http://127.0.0.1:8080/itsme/oidc/.well-known/openid-configuration", values: [])

  @Test func `says where, how, and what to try`() {
    var text = StartUpText(http: ["http://127.0.0.1:8080"])
    text.openProviders = ["itsme"]
    text.providers = [Self.itsme]
    #expect(
      text.text == """
        Eidolon 0.1.0: an emulator. No real identity is behind it.

          Address     http://127.0.0.1:8080
          Mode        not strict: any client is let in (client "*" of itsme);
                      each leniency is reported in the log. In CI use --strict
                      people approve at once, unless a scenario, or a provider below, says otherwise
          itsme       http://127.0.0.1:8080/itsme/oidc/.well-known/openid-configuration
          Keys        public test keys, the same everywhere
          Start page  http://127.0.0.1:8080/
          Try         curl -s http://127.0.0.1:8080/itsme/oidc/.well-known/openid-configuration
          Stop        Ctrl+C


        """)
  }

  @Test func `sends to the control plane's own address whoever steers it`() {
    var text = StartUpText(http: ["http://127.0.0.1:8080"])
    text.control = "http://127.0.0.1:9090"
    text.providers = [
      ProviderSettings(
        title: "Criipto", entry: "http://127.0.0.1:8080/criipto", values: [],
        notes: ["curl http://127.0.0.1:8080/_eidolon/phone/open -d LINK"])
    ]
    let lines = text.text.split(separator: "\n")
    #expect(lines.contains("  Control     http://127.0.0.1:9090/_eidolon (http alone)"))
    #expect(lines.contains("              curl http://127.0.0.1:9090/_eidolon/phone/open -d LINK"))
    #expect(lines.contains("  Start page  http://127.0.0.1:9090/"))
  }

  @Test func `says how to trust https, what differs from the defaults, and warns of other machines`() {
    var text = StartUpText(http: ["http://localhost:8080"])
    text.https = ["https://localhost:8443"]
    text.hasOwnAuthority = true
    text.publicURL = "https://login.example.test"
    (text.isStrict, text.isInteractive) = (true, true)
    text.keys = "kept in keys"
    text.seed = 7
    text.exposed = ["0.0.0.0:8080", "[::]:8080"]
    #expect(
      text.text == """
        Eidolon 0.1.0: an emulator. No real identity is behind it.

          Address     http://localhost:8080
                      https://localhost:8443
                      https://login.example.test (for browsers)
          Trust       curl -so eidolon-ca.pem http://localhost:8080/_eidolon/ca.pem
                      curl --cacert eidolon-ca.pem https://localhost:8443/_eidolon/health
          Mode        strict: only registered clients and known people
                      interactive: a human decides at the waiting page
          Keys        kept in keys
          Seed        7: identifiers and codes repeat
          Start page  http://localhost:8080/
          Try         curl -s http://localhost:8080/_eidolon/health
          Stop        Ctrl+C

        WARNING: 0.0.0.0:8080, [::]:8080 can be reached from other machines, and there is no password:
        whoever reaches it can log in as anybody. Never put real clients or real data behind it.
        Nor is there a token: whoever reaches it can read and steer everything (--control-token).


        """)
  }

  @Test func `says of a provider what does not go by itself, unless a human decides`() {
    let note = "a session waits for its app: curl http://127.0.0.1:8080/veridium/sdk/authenticate"
    var text = StartUpText(http: ["http://127.0.0.1:8080"])
    text.providers = [
      ProviderSettings(
        title: "VeridiumID", entry: "http://127.0.0.1:8080/veridium/authenticator", values: [], notes: [note])
    ]
    #expect(
      text.text.contains(
        """
          VeridiumID  http://127.0.0.1:8080/veridium/authenticator
                      \(note)

        """))
    text.isInteractive = true
    #expect(!text.text.contains(note))
  }

  @Test func `warns beyond loopback of the missing token, and only where it is missing`() {
    var text = StartUpText(http: ["http://localhost:8080"])
    #expect(!text.text.contains("--control-token"))
    text.exposed = ["0.0.0.0:8080"]
    #expect(text.text.contains("--control-token"))
    text.hasToken = true
    #expect(text.text.contains("WARNING") && !text.text.contains("--control-token"))
  }

  @Test func `says below a provider what does not happen there by itself`() {
    var text = StartUpText(http: ["http://127.0.0.1:8080"])
    text.providers = [ProviderSettings(title: "Bank", entry: "ENTRY", values: [], notes: ["first", "then"])]
    #expect(text.text.contains("  Bank        ENTRY\n              first\n              then\n  Keys"))
  }

  @Test func `warns loudly of the real services that it passes for`() {
    var text = StartUpText(http: ["http://localhost:8080"])
    #expect(!text.text.contains("passes for"))
    text.servedHosts = ["bws.bioid.com", "shop.criipto.id"]
    #expect(
      text.text.hasSuffix(
        """
        WARNING: the emulator passes for bws.bioid.com, shop.criipto.id (--serve-as).
        Whoever resolves such a name to this machine reaches it and not the real service, where anybody logs in as anybody.


        """))
  }

  @Test func `does not speak of an open mode where no client is open`() {
    let text = StartUpText(http: ["http://127.0.0.1:8080"]).text
    #expect(
      text.contains("  Mode        registered clients only; a person who is not known logs in anyway\n"))
  }

  @Test func `names loopback for all interfaces, and each address once`() {
    let addresses = BoundAddresses(endpoints: [
      ListenAddress(host: "0.0.0.0", port: 80), ListenAddress(host: "::", port: 80),
      ListenAddress(host: "::1", port: 81),
      ListenAddress(host: "127.0.0.2", port: 82), ListenAddress(host: "192.168.0.7", port: 83),
    ])
    #expect(
      addresses.urls("http") == [
        "http://localhost:80", "http://[::1]:81", "http://127.0.0.2:82", "http://192.168.0.7:83",
      ])
    #expect(addresses.exposed == ["0.0.0.0:80", "[::]:80", "192.168.0.7:83"])
  }
}
