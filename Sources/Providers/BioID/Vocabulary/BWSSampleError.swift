/// Why a sample is refused (§1.3).
enum BWSSampleError: String, CaseIterable, Sendable {
  case noFaceFound = "NoFaceFound"
  case multipleFacesFound = "MultipleFacesFound"
  case badSignalQuality = "BadSignalQuality"
  case audioSignalTooShort = "AudioSignalTooShort"
  case sampleNotOfExpectedType = "SampleNotOfExpectedType"
}

/// A warning about an accepted sample (§1.3).
enum BWSSampleWarning: String, CaseIterable, Sendable {
  case imageTooSmall = "ImageTooSmall"
  case imageTooBlurry = "ImageTooBlurry"
  case imageOverExposure = "ImageOverExposure"
}
