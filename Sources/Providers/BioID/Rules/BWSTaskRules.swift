import Flow

/// The rules about verify, enroll, identify and livenessdetection.
enum BWSTaskRules {
  static let all = [
    taskMismatch, triesUsedUp, afterSuccess, samplesMissing, samplesConsumed, tooFewSamples,
    challengeMismatch,
    challengeUntagged, maxResults,
  ]

  static let taskMismatch = Rule(
    "bioid.task-mismatch", .error, "The token is for another task",
    fix: "ask for a token with the task that is called",
    documentation: BioIDGuide.tokenCall)
  static let triesUsedUp = Rule(
    "bioid.tries-used-up", .error, "The tries of the token are used up",
    fix: "count failed tasks against the low four bits of the token's task, then ask for a new token",
    documentation: BioIDGuide.livenessDetectionCall)
  static let afterSuccess = Rule(
    "bioid.task-after-success", .error, "The token's task has succeeded already", fix: "ask for a new token",
    documentation: BioIDGuide.tokenCall)
  static let samplesMissing = Rule(
    "bioid.samples-missing", .error, "No samples were uploaded with the token",
    fix: "upload samples with this token before the task, and look whether they were accepted",
    documentation: BioIDGuide.verifyCall)
  static let samplesConsumed = Rule(
    "bioid.samples-consumed", .error, "A task was repeated without new samples",
    fix: "capture and upload again for each try; a task removes the samples it took",
    documentation: BioIDGuide.verifyCall)
  static let tooFewSamples = Rule(
    "bioid.samples-too-few", .warning, "Live detection has fewer than two images",
    fix: "upload at least two images, or ask for the token with livedetection=false",
    documentation: BioIDGuide.verifyCall)
  static let challengeMismatch = Rule(
    "bioid.challenge-mismatch", .warning,
    "The tags of the samples are not the movements of this try's challenge",
    fix: "take the list of the token's challenge whose place is the number of failed tries",
    documentation: BioIDGuide.uploadCall)
  static let challengeUntagged = Rule(
    "bioid.challenge-untagged", .warning, "The token asks for a challenge, and no sample has a tag",
    fix: "tag each image after the first with the direction of its movement",
    documentation: BioIDGuide.uploadCall)
  static let maxResults = Rule(
    "bioid.maxresults-invalid", .error, "maxresults is not a number above zero",
    fix: "send a number, or leave it out for 20",
    documentation: BioIDGuide.identifyCall)
}
