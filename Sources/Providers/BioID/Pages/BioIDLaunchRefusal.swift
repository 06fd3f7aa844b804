import Flow

/// Why a launch is refused: a text for the person, and a finding for the developer.
struct BioIDLaunchRefusal: Error {
  let text: String
  let finding: Finding

  init(_ text: String, _ finding: Finding) { (self.text, self.finding) = (text, finding) }
}
