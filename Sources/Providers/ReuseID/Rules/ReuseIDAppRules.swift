import Flow

/// What an app can get wrong.
enum AppRules {
  static let all: [Rule] = [
    applicationUnknown, applicationMismatch, bodyMalformed, contentType, parameterMissing,
    parameterMalformed,
    libraryRefused, registrationUnknown, codeWrong, finishBeforeStart, noSession, sessionExpired,
    sessionReplaced, finishedTwice, wrongPurpose, pushMissing, clientOnlyRefused, methodNotActive,
    methodNotAllowed, factorTooWeak, pinFirst, lockedDevice, activationNotStarted,
    methodNotStarted,
  ]

  static let applicationUnknown = Rule(
    "reuseid.application-unknown", .error, "No client has this application id",
    fix: "put the application id of the world's client into the address", documentation: Guide.configuration
  )
  static let applicationMismatch = Rule(
    "reuseid.application-mismatch", .error, "The registration belongs to another application",
    fix: "use the application id with which the device was activated", documentation: Guide.errorCodes)
  static let bodyMalformed = Rule(
    "reuseid.app-body-malformed", .error, "The app's request is not one JSON object",
    fix: "send a JSON object", documentation: Guide.errorCodes)
  static let contentType = Rule(
    "reuseid.app-content-type", .warning, "The app's request is not declared as JSON",
    fix: "send Content-Type: application/json", documentation: Guide.errorCodes)
  static let parameterMissing = Rule(
    "reuseid.app-parameter-missing", .error, "The app's request lacks a parameter",
    fix: "send the parameter that the error names", documentation: Guide.errorCodes)
  static let parameterMalformed = Rule(
    "reuseid.app-parameter-malformed", .error, "A parameter of the app's request has the wrong type",
    fix: "send the parameter as the error says", documentation: Guide.errorCodes)
  static let libraryRefused = Rule(
    "reuseid.library-version", .error, "The version of the app's library is not let in",
    fix: "build the app with a version that the server and the application's configuration let in",
    documentation: Guide.errorCodes)
  static let registrationUnknown = Rule(
    "reuseid.registration-unknown", .error, "No device has this registration id, or it was given up",
    fix: "activate the device again", documentation: Guide.errorCodes)
  static let codeWrong = Rule(
    "reuseid.activation-code-wrong", .error, "The activation code is wrong or was used before",
    fix: "send the activationCode that the onboarding answered, once; its length is not fixed",
    documentation: Guide.errorCodes)
  static let finishBeforeStart = Rule(
    "reuseid.finish-before-start", .error, "The app finishes an authentication that it has not started",
    fix: "call startAuthentication first and read the pre-operation context",
    documentation: Guide.preContext)
  static let noSession = Rule(
    "reuseid.no-session", .warning, "Nothing is pending for the device",
    fix: "let the backend start an operation first, and treat 208 as nothing to do when the app is resumed",
    documentation: Guide.errorCodes)
  static let sessionExpired = Rule(
    "reuseid.session-expired", .warning, "The app goes on with an operation whose time ran out",
    fix: "tell the person that it took too long, and let the backend start again",
    documentation: Guide.errorCodes)
  static let sessionReplaced = Rule(
    "reuseid.app-session-replaced", .warning,
    "The app goes on with an operation that a newer one has replaced",
    fix: "call startAuthentication again for the newer one", documentation: Guide.errorCodes)
  static let finishedTwice = Rule(
    "reuseid.finished-twice", .error, "The app finishes the same authentication twice",
    fix: "keep the post-operation context of the first answer", documentation: Guide.errorCodes)
  static let wrongPurpose = Rule(
    "reuseid.wrong-purpose", .error, "The pending session is of another purpose",
    fix: "finish an activation with finishActivation and an authentication with finishAuthentication",
    documentation: Guide.errorCodes)
  static let pushMissing = Rule(
    "reuseid.push-session-wrong", .error, "push_session_id is not the one of the push message",
    fix: "send the pushSessionId of the push message with startAuthentication",
    documentation: Guide.errorCodes)
  static let clientOnlyRefused = Rule(
    "reuseid.client-only-refused", .error, "The app begins an operation by itself, which is not enabled",
    fix: "let the backend start it, or enable client only operations", documentation: Guide.errorCodes)
  static let methodNotActive = Rule(
    "reuseid.method-not-active", .error, "The authentication method is not active on the device",
    fix: "use one of auth_methods of the start answer", documentation: Guide.errorCodes)
  static let methodNotAllowed = Rule(
    "reuseid.method-not-allowed", .error,
    "The authentication method is not one that the application allows",
    fix:
      "use one of DEVICE:PIN, DEVICE:STRONG_TOUCH_ID, DEVICE:IOS_FACE_ID and DEVICE:ANDROID_BIOMETRIC_PROMPT",
    documentation: Guide.configuration)
  static let factorTooWeak = Rule(
    "reuseid.factor-too-weak", .error, "The device alone is one factor where two are asked for",
    fix: "use the PIN or a biometric method", documentation: Guide.errorCodes)
  static let pinFirst = Rule(
    "reuseid.pin-first", .error, "A biometric method is activated before the PIN",
    fix: "activate with DEVICE:PIN first", documentation: Guide.errorCodes)
  static let lockedDevice = Rule(
    "reuseid.app-locked", .note, "The app goes on although the device is locked",
    fix: "handle 224 and 226 at startAuthentication and at finishAuthentication",
    documentation: Guide.errorCodes)
  static let methodNotStarted = Rule(
    "reuseid.method-not-started", .error, "The app finishes to add a method that it has not started to add",
    fix: "call startAuthenticationAndActivation first, and ask the person for the PIN",
    documentation: Guide.errorCodes)
  static let activationNotStarted = Rule(
    "reuseid.activation-not-started", .error, "The app finishes an activation that it has not started",
    fix: "call startActivation with the activation code first", documentation: Guide.errorCodes)
}
