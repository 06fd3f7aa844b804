// Relying parties for demonstrations, which run in the emulator and know the providers by HTTP alone.
//
//   Demo             the pages below /demo and /stage, as one desk
//   DemoEndpoints    what a visitor and a presenter can do
//   DemoFlow         a flow of a provider, and its relying party
//   DemoVisit        what a relying party remembers of a visitor
//   DemoVisiting     a visit during a call
//   DemoView         the relying party's pages; DemoPlace describes the party, PlainOutcome the outcome
//   BackendView      what its server checked, folded
//   StageView        relying party, phone and messages side by side; StageEndpoints serves them
//   DemoTour         five steps for each flow; DemoStories has the others, by what goes wrong
//   …Party           one relying party each
//   IDTokenChecks    what a backend checks
//   DemoSwitch       a mistake that a relying party makes on demand
//   …Switches        the mistakes of each relying party
//   DemoLogin        what a judge needs: an address that begins a login, and one that says who is logged in

package import Frame
package import ProviderKit

package enum Demo {
  package static func desk(_ access: ControlAccess) -> Desk {
    Desk(Demonstration.endpoints) { Demonstration(Site($0, $1, $2, access)) }
  }

  /// The flows, for the start page.
  package static let links = DemoFlow.all.map {
    DemonstrationLink(provider: $0.provider, slug: $0.slug, title: $0.title)
  }
}
