/// The three products of the API, each with its own ids (§1.1, §5).
enum Product: String, CaseIterable, Sendable {
  case videoid
  case smileid
  case videoscan

  /// The display name.
  var title: String {
    switch self {
    case .videoid: "VideoID"
    case .smileid: "SmileID"
    case .videoscan: "VideoScan"
    }
  }

  /// What the person is asked to show.
  var asked: String {
    switch self {
    case .videoid: "a document and their face"
    case .smileid: "their face"
    case .videoscan: "a document"
    }
  }

  /// The endpoint that requests a run (§1.1).
  var requestEndpoint: VideoIDEndpoint {
    switch self {
    case .videoid: .videoidRequest
    case .smileid: .smileidRequest
    case .videoscan: .videoscanRequest
    }
  }

  /// The endpoint that reads its result (§1.2).
  var resultEndpoint: VideoIDEndpoint {
    switch self {
    case .videoid: .videoidResult
    case .smileid: .smileidResult
    case .videoscan: .videoscanResult
    }
  }

  var hasDocument: Bool { self != .smileid }

  var hasFace: Bool { self != .videoscan }

  /// What the camera sees, in order; a passport has no back (§3).
  func phases(of document: DocumentType?) -> [CapturePhase] {
    var phases: [CapturePhase] = []
    if hasDocument { phases.append(.front) }
    if hasDocument, document?.hasBack == true { phases.append(.back) }
    if hasFace { phases.append(.face) }
    return phases
  }
}

/// What the camera sees, in the words of the SDK's event `phaseStarting` (§1.5 #30).
enum CapturePhase: String, CaseIterable, Sendable {
  case front = "FRONT"
  case back = "BACK"
  case face = "FACE"

  /// As people read it.
  var word: String {
    switch self {
    case .front: "front of the document"
    case .back: "back of the document"
    case .face: "face"
    }
  }

  /// What the person is asked to do.
  var request: String { self == .face ? "Look into the camera." : "Hold the \(word) up to the camera." }

  var verb: VideoIDVerb {
    switch self {
    case .front: .showFront
    case .back: .showBack
    case .face: .showFace
    }
  }
}

/// How a run is supervised (§1.1 #4).
enum ProcessKind: String, CaseIterable, Sendable {
  /// Not supervised: Signicat calls it "Substantial".
  case unattended = "Unattended"
  /// By an agent, in a video conference.
  case attended = "Attended"
}
