import Flow

/// The rules about samples.
enum BWSSampleRules {
  static let all = [
    notDataURL, formEncoded, formatUnsupported, notBase64, corrupt, traitMismatch, tagUnknown, indexMalformed,
    traitUnknown,
    dataMissing, accuracy,
  ]

  static let notDataURL = Rule(
    "bioid.sample-not-data-url", .error, "The sample is not a data URL",
    fix: "send data:image/png;base64, and the picture as the whole body",
    documentation: BioIDGuide.uploadCall,
    specification: "RFC 2397")
  static let formEncoded = Rule(
    "bioid.sample-form-encoded", .error, "The sample is encoded as a form",
    fix: "send the data URL as raw text, whatever the content type says", documentation: BioIDGuide.uploadCall
  )
  static let formatUnsupported = Rule(
    "bioid.sample-format", .error, "The sample's media type is not supported",
    fix: "send image/png, image/jpeg, image/bmp, image/gif, image/tiff or audio/wav",
    documentation: BioIDGuide.uploadCall)
  static let notBase64 = Rule(
    "bioid.sample-not-base64", .error, "The sample is not base64",
    fix: "send padded base64 in one line; a plus must not become a space",
    documentation: BioIDGuide.uploadCall,
    specification: "RFC 4648 §4")
  static let corrupt = Rule(
    "bioid.sample-corrupt", .error, "The sample's content is not what its media type says",
    fix: "send a whole picture or recording in the format that the data URL names",
    documentation: BioIDGuide.uploadCall)
  static let traitMismatch = Rule(
    "bioid.sample-trait", .warning,
    "The sample is sound where a picture is needed, or a picture where sound is",
    fix: "send images for Face and Periocular and audio/wav for Voice", documentation: BioIDGuide.uploadCall)
  static let tagUnknown = Rule(
    "bioid.tag-unknown", .error, "A tag is not a direction", fix: "send any, up, down, left or right",
    documentation: BioIDGuide.uploadCall)
  static let indexMalformed = Rule(
    "bioid.index-malformed", .error, "index is not a number", fix: "count the samples from 0 or 1",
    documentation: BioIDGuide.uploadCall)
  static let traitUnknown = Rule(
    "bioid.sample-trait-unknown", .error, "The trait of a sample is not one of the three",
    fix: "send Face, Periocular or both, or Voice", documentation: BioIDGuide.uploadCall)
  static let dataMissing = Rule(
    "bioid.sample-missing", .error, "A sample is missing in a call without token",
    fix:
      "send liveimage1 and liveimage2, for photoverify idphoto too, for qualitycheck the data URL as the body",
    documentation: BioIDGuide.qualityCheckCall)
  static let accuracy = Rule(
    "bioid.accuracy-invalid", .error, "accuracy is not a number from 1 to 5",
    fix: "send a number from 1 to 5",
    documentation: BioIDGuide.photoVerifyCall)
}
