@testable import TestWorlds
import Flow
import Foundation
import ProviderKit
import Testing

import Registry

@Suite struct `Rules cite sections that the documentation has` {
  @Test func `cites no section of a text that users do not have`() {
    let catalog = Catalog(providers.map { $0.schema }).json.text()
    #expect(!catalog.contains("(§") && !catalog.contains(", §"))
  }

  /// The section titles of each document, as printed.
  static let titles: [String: Set<String>] = [
    // The guide's headings.
    "itsme® OpenID Connect documentation": [
      "1. Introduction", "2. Creating sandbox", "3. Integrating itsme services",
      "3.1. Checking itsme® OpenID Configuration", "3.2. Forming an authentication request",
      "3.3. Capturing an Authorization Code", "3.4. Supporting Universal Links and App Links mechanism",
      "3.5. Exchanging the authorisation code", "3.6. Managing Token Response", "3.7. Identifying the User",
      "3.8. Obtaining ID claims/User attibutes", "4. Appendixes", "4.1. Universal Links on iOS",
      "4.2. App Links on Android",
    ],
    // The headings of its pages, with the parameter or part that a table there has.
    "itsme® documentation": [
      "OpenID Connect Discovery", "Authorization Request", "Authorization Request, redirect_uri",
      "Authorization Request, acr_values", "User Data, ongoing_call",
      "Authorization Request, request", "Authorization Request, request_uri", "Authorization Request, claims",
      "Revoke Request", "Authorization Response", "Token Request", "UserInfo Request", "User Data",
      "User Data, picture", "User Data, Metadata", "JOSE, Creating your JWK Set URI", "JOSE, Signing",
      "JOSE, Encryption",
      "Deeplinks, Common issues", "Identification, Data Sharing: Authorization Request",
      "Confirmation, WYSIWYS template", "Confirmation: Authorization Request, sub", "Mapping the user",
      "CIBA, Request QR Code for User Discovery Flow", "CIBA, User Discovery Request",
      "CIBA, Authentication Request", "CIBA, Authentication Request, client_notification_token",
      "CIBA, Token Endpoint errors", "CIBA, PING callback", "CIBA, Token Confidentiality",
    ],
    // The headings of the guide.
    "Criipto Verify: App switching": [
      "Native apps", "App detection", "Swedish BankID", "Danish MitID", "Android notes", "Web apps",
      "Working with the test-version(s) of the MitID app", "Android caveat",
    ],
    // The pages of the vendor's documents, by their paths below verify/.
    "Criipto Verify documentation": [
      "getting-started/oidc-intro", "reference/errors", "reference/rate-limiting",
      "guides/best-security-practices",
      "guides/pushed-authorization-requests", "guides/sso", "guides/privatekey-jwt",
      "guides/work-with-metadata",
      "guides/prefilled-fields", "guides/choose-language", "snippets/login-methods",
      "snippets/oauth2-code-flow", "e-ids/danish-mitid",
      "e-ids/finnish-trust-network", "e-ids/swedish-bankid",
    ],
    // The headings of the guide that VideoID is documented in, and what of the vendors' own pages is public.
    "Signicat ReuseID step-up": [
      "About ReuseID step-up", "MobileID authentication", "Operation context", "Pre-operation context",
      "Post-operation context", "Signicat operation object", "eID provider options object",
      "Perform VideoID", "1. VideoID authorisation", "2. Start VideoID activity", "Error Handling",
    ],
    "eID API webhooks": ["Webhooks", "Validating the Webhook Notification"],
    "Signicat Assure API: third-party providers' SDKs": ["Web SDK Electronic ID"],
    // The headings of the guide, its questions to the reader left out.
    "BioID, Inter-App communication for iOS": [
      "Launching BioID app", "Parameters", "A.1 Get a Client ID", "A.2 User registration and enrollment",
      "B.1 Request a trial instance of BioID Web Service (BWS)", "B.2 Register a BWS client application",
      "B.3 User registration and enrollment", "B.4 Request BioID Web Service (BWS) Token",
      "B.5 Verify BWS Result",
    ],
    // The calls of the vendor's reference, one page each.
    "BioID, BWS Web API reference": [
      "Token", "Upload", "Verify", "Enroll", "Identify", "LivenessDetection", "Result", "IsEnrolled",
      "DeleteClass",
      "Status", "QualityCheck", "LiveDetection", "PhotoVerify", "Unified User Interface",
    ],
    "BioID Connect": ["OAuth 2.0"],
    // Pages of one section each.
    "VeridiumID documentation v3.7": ["Mobile Authentication", "Push Authentication", "QR Authentication"],
    "VeridiumID documentation v3.8.4": ["Push Authentication"],
    // Pages of the vendor's documentation beside the guide.
    "Signicat": ["Quick start: OAuth 2.0 client credentials", "Send encrypted and signed requests"],
    "Signicat Encap": ["SDK error codes", "REST API authentication"],
    "Signicat MobileID": [
      "Application configuration", "Authorization code flow", "CIBA flow with MobileID",
    ],
    "Signicat MobileID InApp": ["OIDC URL construction", "Backend finalise operation"],
    "Signicat ReuseID": ["Onboarding API", "Error codes"],
    "Signicat VideoID": ["Service details"],
    // Ours: headings below docs/.
    "Eidolon": ["Which scenario a transaction gets", "People"],
  ]

  /// The guides as files, for whoever has a folder of them and names it in `EIDOLON_GUIDES`.
  static let guides = [
    "itsme® OpenID Connect documentation": "itsme-openid-connect.md",
    "Criipto Verify: App switching": "criipto-app-switching.txt",
    "Signicat ReuseID step-up": "signicat-reuseid-step-up.txt",
    "BioID, Inter-App communication for iOS": "bioid-ios-inter-app.txt",
    "VeridiumID documentation v3.7": "veridium-mobile-authentication.txt",
  ]
  static let folder = ProcessInfo.processInfo.environment["EIDOLON_GUIDES"]

  @Test(.enabled(if: folder != nil, "EIDOLON_GUIDES names no folder"), arguments: guides)
  func `and the list of titles is that of the guide, where it is at hand`(title: String, file: String) throws
  {
    let url = URL(filePath: try #require(Self.folder)).appending(path: file)
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      line.drop { "# /".contains($0) }.trimmingCharacters(in: .whitespaces)
    }
    let known = Set(lines)
    let sections = try #require(Self.titles[title])
    // Of a guide of one page the list has its sisters too, which are pages of their own.
    let cited = Set(
      registry.flatMap { $0.rules }.map(\.documentation).filter { $0.title == title }.map(\.section))
    for section in title.contains("VeridiumID") ? sections.intersection(["Mobile Authentication"]) : sections
    {
      #expect(known.contains(section), "\(title): \(section)")
    }
    #expect(cited.isSubset(of: sections))
  }

  @Test func `by their titles as printed`() {
    for rule in registry.flatMap({ $0.rules }) {
      let known = Self.titles[rule.documentation.title]
      #expect(
        known?.contains(rule.documentation.section) == true, "\(rule.identifier): \(rule.documentation.text)")
    }
  }
}
