import HTTP
import Testing

@Suite struct `A router` {
  private static let routes: [(name: String, method: Method, pattern: String, servesHead: Bool)] = [
    ("root", .get, "/", true),
    ("description", .get, "/itsme/oidc/token", true),
    ("token", .post, "/itsme/oidc/token", true),
    ("userinfo", .post, "/itsme/oidc/userinfo", true),
    ("collect", .get, "/collect/{id}", true),
    ("all", .get, "/collect/all", true),
    ("touch", .post, "/collect/{id}", true),
    ("remove", .delete, "/collect/{id}/steps/{other}", true),
    ("look", .head, "/collect/{id}/steps/{other}", true),
    ("folder", .get, "/folder/", true),
    ("cancel", .get, "/orders/{id}/cancel", false),
    ("log out", .get, "/logout", false),
    ("purge", "PURGE", "/cache", true),
  ]

  private let router: Router

  init() throws {
    router = try Router(
      Self.routes.map { try Route($0.method, PathPattern($0.pattern), servesHead: $0.servesHead) })
  }

  /// The name of the route and its parameters, or the status and `Allow`, as text.
  private func answer(_ method: Method, _ path: String) -> String {
    switch router.match(method, Request(method, path).target) {
    case .found(let number, let parameters):
      [Self.routes[number].name, parameters["id"], parameters["other"]].compactMap(\.self)
        .joined(separator: " ")
    case .notFound: "404"
    case .methodNotAllowed(let methods): "405 \(methods.map(\.text).joined(separator: ", "))"
    }
  }

  @Test(
    arguments: [
      (.get, "/", "root"), (.get, "/itsme/oidc/token", "description"),
      (.post, "/itsme/oidc/token?x", "token"),
      (.get, "/collect/7", "collect 7"), (.get, "/collect/all", "all"), (.post, "/collect/all", "touch all"),
      (.get, "/collect/a%2Fb%20c", "collect a/b c"), (.delete, "/collect/7/steps/8", "remove 7 8"),
      (.get, "/folder/", "folder"), ("PURGE", "/cache", "purge"), (.get, "/collect/..", "collect .."),
    ] as [(Method, String, String)]) func `finds the route and its parameters`(
      method: Method, path: String, expected: String
    )
  {
    #expect(answer(method, path) == expected)
  }

  @Test(arguments: [
    "/itsme", "/itsme/oidc/token/", "/Itsme/oidc/token", "/itsme%2Foidc/token", "/collect", "/collect/",
    "/collect/7/steps", "/folder", "/collect/7/steps/", "/x", "/itsme/oidc/../oidc/token", "/collect/7/",
  ]) func `answers 404 where no pattern fits`(path: String) {
    #expect(answer(.get, path) == "404")
  }

  @Test func `takes repeated slashes as one and escapes as what they stand for`() {
    #expect(answer(.post, "//itsme///oidc/token") == "token")
    #expect(answer(.post, "/%69tsme/oidc/token") == "token")
    #expect(answer(.get, "//") == "root")
    #expect(answer(.get, "/collect//7") == "collect 7")
  }

  @Test(
    arguments: [
      (.put, "/itsme/oidc/token", "405 GET, HEAD, POST"), (.get, "/itsme/oidc/userinfo", "405 POST"),
      (.delete, "/collect/all", "405 GET, HEAD, POST"), (.get, "/collect/7/steps/8", "405 HEAD, DELETE"),
      (.get, "/cache", "405 PURGE"), ("get", "/", "405 GET, HEAD"), (.options, "/", "405 GET, HEAD"),
    ] as [(Method, String, String)])
  func `answers 405 with all methods of the path (RFC 9110 §15.5.6)`(
    method: Method, path: String, expected: String
  ) {
    #expect(answer(method, path) == expected)
  }

  @Test func `serves HEAD by GET, unless HEAD has a route (RFC 9110 §9.3.2)`() {
    #expect(answer(.head, "/itsme/oidc/token") == "description")
    #expect(answer(.head, "/collect/7") == "collect 7")
    #expect(answer(.head, "/collect/7/steps/8") == "look 7 8")
    #expect(answer(.head, "/itsme/oidc/userinfo") == "405 POST")
  }

  @Test func `refuses HEAD where GET has an effect (RFC 9110 §9.2.1)`() {
    #expect(answer(.head, "/orders/7/cancel") == "405 GET")
    #expect(answer(.post, "/orders/7/cancel") == "405 GET")
    #expect(answer(.head, "/logout") == "405 GET")
  }

  @Test func `lists all methods for the asterisk of OPTIONS`() throws {
    let star = try #require(parsed("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"))
    guard case .methodNotAllowed(let methods) = router.match(star.method, star.target) else {
      Issue.record("not refused")
      return
    }
    #expect(methods == [.get, .head, .post, .delete, "PURGE"])
  }

  @Test func `makes an answer with Allow`() {
    let response = Response.methodNotAllowed(allow: [.get, .head])
    #expect(response.status == 405)
    #expect(response.headers["Allow"] == "GET, HEAD")
    #expect(Response.notFound.status == 404)
  }
}

@Suite struct `A list of routes` {
  private func problem(_ routes: (Method, String)...) -> RouteProblem? {
    do throws(RouteProblem) {
      var list: [Route] = []
      for (method, pattern) in routes { list.append(Route(method, try PathPattern(pattern))) }
      _ = try Router(list)
      return nil
    } catch { return error }
  }

  @Test(arguments: [
    ("/a", "/a"), ("/{x}", "/{y}"), ("/a/{x}", "/{y}/b"), ("/a/{x}/c", "/a/{y}/c"),
    ("/{x}/b/{y}", "/a/{z}/c"),
  ]) func `with two routes for one path, neither more special, is an error`(one: String, other: String) {
    #expect(problem((.get, one), (.get, other)) == .overlap(.get, one, other))
    #expect(problem((.get, other), (.get, one)) == .overlap(.get, other, one))
  }

  @Test(arguments: [
    ("/a", "/b"), ("/a", "/a/"), ("/a", "/{x}"), ("/a/{x}", "/{y}/{z}"), ("/a/b", "/{y}/{z}"),
    ("/{x}", "/{x}/b"),
    ("/a/{x}", "/b/{x}"), ("/a/{x}", "/a/"), ("/a/{x}/", "/a/{x}/b"),
  ]) func `with one route more special, or paths apart, is fine`(one: String, other: String) {
    #expect(problem((.get, one), (.get, other)) == nil)
    #expect(problem((.get, other), (.get, one)) == nil)
  }

  @Test func `with one path twice for one method is an error, whatever stands between`() {
    #expect(
      problem((.get, "/a"), (.post, "/a"), (.get, "/{x}"), (.post, "/a")) == .overlap(.post, "/a", "/a"))
  }

  @Test func `may have one path for several methods`() {
    #expect(problem((.get, "/a"), (.post, "/a"), (.head, "/a")) == nil)
  }

  @Test(arguments: [
    "", "a", "//a", "/a//b", "/a{x}", "/{x}b", "/{}", "/{", "/}", "/{x}{y}", "/{x}/{x}", "/{{x}}",
  ])
  func `with a malformed pattern is an error`(pattern: String) {
    guard case .malformedPattern(pattern, _) = problem((.get, pattern)) else {
      Issue.record("\(pattern) was taken")
      return
    }
  }

  @Test func `tells its errors as sentences`() {
    #expect(
      problem((.get, "/{x}"), (.get, "/{y}"))?.description
        == "routes GET /{x} and GET /{y} fit the same paths")
    #expect(problem((.get, "a"))?.description == "route a: begins without a slash")
  }
}
