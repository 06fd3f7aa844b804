import Flow

/// The endpoints of VideoID by their catalog names.
enum VideoIDEndpoint: String, EndpointName {
  case videoidRequest = "videoid_request"
  case smileidRequest = "smileid_request"
  case videoscanRequest = "videoscan_request"
  case videoidResult = "videoid_result"
  case smileidResult = "smileid_result"
  case videoscanResult = "videoscan_result"
  case file = "videoid_file"
  case idTypes = "idtypes"
  case script
  case sdkStart = "sdk_start"
  case sdkContinue = "sdk_continue"
  case sdkAct = "sdk_act"
  case capture

  var term: EndpointTerm {
    switch self {
    case .videoidRequest: make("videoid.request: asks for a VideoID", .documented)
    case .smileidRequest: make("smileid.request: asks for a SmileID", .observed)
    case .videoscanRequest: make("videoscan.request: asks for a VideoScan", .observed)
    case .videoidResult: make("videoid/{id}: the result of a VideoID", .observed)
    case .smileidResult: make("smileid/{id}: the result of a SmileID", .assumed)
    case .videoscanResult: make("videoscan/{id}: the result of a VideoScan", .observed)
    case .file: make("videoid.file/{id}: the recorded video", .observed)
    case .idTypes: make("videoid.idtypes: the document types", .observed, isOwned: false)
    case .script:
      make("js/videoid.js and its sisters: the web SDK", .documented, isOwned: false, by: .browser)
    case .sdkStart: make("sdk.start: the simulated SDK begins", .assumed, by: .app)
    case .sdkContinue: make("sdk.continue: the client lets a phase begin", .assumed, by: .app)
    case .sdkAct: make("sdk.act: the person acts before the simulated camera", .assumed, by: .app)
    case .capture: make("The page on which a person walks through the capture", .assumed, by: .browser)
    }
  }
}
