extension CommandForm {
  static let serve = CommandForm(
    summary: "runs the emulator",
    options: [
      Option(
        "listen", "HOST:PORT", isRepeatable: true,
        "Serves http there. HOST is an address, localhost or * (all interfaces). Default: 127.0.0.1:8080."),
      Option(
        "scenarios", "DIR", isRepeatable: true,
        "Lays a folder of scenarios over the built-in ones; it is read again when a file changes."),
      .noDefaults,
      Option(
        "tls", "HOST:PORT", isRepeatable: true,
        "Serves https there, with a certificate from a private authority that is made at start."),
      Option(
        "tls-name", "NAME", isRepeatable: true,
        "A further name or address for that certificate, which has localhost, the providers' and the sandboxes' hosts, "
          + "the host name and host.docker.internal. Names below it are served too."),
      Option("tls-cert", "FILE", "Serves https with this certificate (PEM, its chain behind it) instead."),
      Option("tls-key", "FILE", "The key of that certificate (PEM)."),
      Option(
        "serve-as", "HOST", isRepeatable: true,
        "Answers under this host name of a real service, such as bws.bioid.com, for clients whose host is fixed: with "
          + "the paths of its provider, and never with the control plane or its pages."),
      Option(
        "public-url", "URL", "Where browsers reach the emulator, when that differs from what backends use."),
      Option(
        "keys", "fresh|DIR",
        "Signs with new keys instead of the public test keys: made at every start, or kept in a folder (as is what "
          + "--tls makes)."),
      Option("seed", "N", "Makes identifiers and codes repeat from run to run."),
      Option("interactive", "Lets a human decide each login at the waiting page, where a scenario does not."),
      Option(
        "strict", "Drops the clients named \"*\" that let anything in, and refuses unknown people. For CI."),
      Option(
        "client", "PROVIDER:ID,NAME=VALUE,…", isRepeatable: true, separator: ";",
        "Adds a client without a file: itsme:ID,redirect=URL,jwks=URL,service=CODE, criipto:ID,secret=TEXT,redirect=URL, "
          + "videoid:NAME,token=TEXT: members of its entry in world.json that are texts, numbers or truth values. Redirect "
          + "may be repeated; without jwks the keys are the test keys; service is EIDOLON_LOGIN unless given."
      ),
      Option(
        "person", "KEY",
        "Who logs in where neither story nor request names a person, by key of the world. Default: anna."),
      Option(
        "trust-proxy", "CIDR", isRepeatable: true,
        "Believes the X-Forwarded headers of these peers, such as 10.0.0.0/8."),
      Option(
        "control", "HOST:PORT",
        "Serves the control plane there, over http even beside --tls, and nowhere else; health, ready and ca.pem stay on "
          + "every address."),
      Option(
        "control-token", "TOKEN", isRepeatable: true,
        "Answers control calls only with Authorization: Bearer TOKEN; pages ask for it once. Several count each by "
          + "itself for the limits below."),
      Option(
        "control-host", "NAME", isRepeatable: true,
        "A further host name under which control calls are answered, beside localhost, private addresses and names "
          + "without dots."),
      Option(
        "control-origin", "ORIGIN", isRepeatable: true,
        "Lets web pages of this origin, such as http://localhost:3000, call the control plane from a browser."
      ),
      Option(
        "peers", "HOST:PORT", isRepeatable: true,
        "Other replicas, or a name that has the addresses of all: report, findings, doctor, metrics and the list of "
          + "sandboxes then speak for them too. Asked over http with the first --control-token."),
      Option(
        "max-sandboxes", "N",
        "How many sandboxes there can be at once, of each token where there are several. Default: 5000."),
      Option(
        "max-streams", "N",
        "How many streams of events can be open at once, of each token where there are several. Default: 1000."
      ),
      Option("max-body", "BYTES", "The largest body of a request. Default: 1048576."),
      Option(
        "keep", "SIZE",
        "How much all sandboxes together keep to be looked at: exchanges and logins. The sandbox that was idle for the "
          + "longest time forgets first, its oldest first; pages and JSON say how many. Default: 128MB."),
      Option("journal-control", "Writes control calls into the journal too."),
      Option(
        "redact",
        "Masks secrets in the journal, and in all that pages and the control plane tell: client secrets, PINs, "
          + "credentials, cookies, the signatures of tokens. For what leaves the machine, such as artifacts of CI."
      ),
      Option("journal", "FILE", "Appends every exchange to a file as it happens, one JSON object a line."),
      Option(
        "fail-on", "note|warning|error|unseen", isRepeatable: true,
        "Exits with status 3 at the end when a relying party broke a rule of at least this severity, in any sandbox, "
          + "or did not do what a story expects, which is an error. With unseen also when nothing showed what it did "
          + "where a story says what is right, or when it never fetched what the story is about. JUnit reports fail from the same severity on. For CI."
      ),
      Option(
        "expect", "error|warn",
        "How grave it is that a relying party does not do what a story expects. Default: error."),
      Option(
        "report", "FILE", isRepeatable: true,
        "Writes the report of the whole run to a file at the end. Its name says the form: .xml (JUnit), .sarif, .json or "
          + ".html."),
      Option("log", "text|json", "The form of the log on standard error. Default: text."),
      Option(
        "fetch-ca", "FILE", "Trusts these authorities (PEM) when a client's key set is fetched over https."),
      Option("fetch-insecure", "Fetches key sets also from servers whose certificate nobody vouches for."),
    ],
    readsEnvironment: true)
}
