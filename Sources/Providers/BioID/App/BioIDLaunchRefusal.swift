import Flow

/// Why a launch leads nowhere: what the person reads, and the rule for the developer.
struct BioIDLaunchRefusal: Error {
  let text: String
  let finding: Finding

  init(_ text: String, _ finding: Finding) { (self.text, self.finding) = (text, finding) }
}
