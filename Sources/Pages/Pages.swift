// What people look at.
//
//   Pages            all pages as one desk
//   Start/           what runs here, and what to paste into a client
//   Lists/           what long lists share: filters in the address, pages of a hundred
//   Logins/          every login, one line each
//   Traffic/         every exchange, one line each, and one by itself
//   Timeline/        the pages of transactions: what happened, as a drawing and message by message
//   Phone/           the fake handset
//   Report/          the report of a run about the relying party
//   World/           people, clients, stories, queue and clock of the sandbox, as forms
//   Judge/           campaigns against a relying party
//   Docs/            the reference

package import Frame
package import ProviderKit

/// The pages of a sandbox, and the styles and scripts of all pages.
package enum Pages {
  /// - Parameter demonstrations: where the start page leads to.
  package static func desk(
    _ rules: Sandbox.Settings.Control, _ access: ControlAccess, demonstrations: [DemonstrationLink]
  ) -> Desk {
    var endpoints: [Endpoint<Site>] = rules.token == nil ? [] : [.tokenForm]
    endpoints += [PageAssets.endpoint]
    endpoints.append(.page("start", "/", isEverywhere: true) { StartPage($1, $0, demonstrations).response })
    endpoints.append(.page("transactions", "/transactions") { LoginsPage($1, $0).response })
    endpoints += TrafficPage.endpoints + TransactionPages.endpoints + DocsPages.endpoints
    endpoints += WorldPage.endpoints
    endpoints.append(.page("phone", "/phone") { PhonePage($1, $0).response })
    endpoints.append(.page("report page", "/report") { RunReportPage($1, $0).response })
    endpoints.append(.page("judge", "/judge") { JudgePage($1, $0).response })
    return Desk(endpoints) { Site($0, $1, $2, access) }
  }
}
