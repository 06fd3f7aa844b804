/// How a person proves to the app who they are (§1b).
enum AuthenticationMethod: String, Sendable, CaseIterable {
  case device = "DEVICE"
  case pin = "DEVICE:PIN"
  case strongTouchID = "DEVICE:STRONG_TOUCH_ID"
  case faceID = "DEVICE:IOS_FACE_ID"
  case biometricPrompt = "DEVICE:ANDROID_BIOMETRIC_PROMPT"

  /// Reads the form of configurations, `DEVICE:PIN`, and that of results, `DEVICE_PIN`.
  init?(_ text: String) {
    guard let method = Self.allCases.first(where: { $0.rawValue == text || $0.result == text }) else {
      return nil
    }
    self = method
  }

  /// As results spell it: `DEVICE_PIN`.
  var result: String { String(rawValue.map { $0 == ":" ? "_" : $0 }) }

  /// Possession of the device alone is one factor.
  var level: AuthenticationLevel { self == .device ? .oneFactor : .twoFactor }

  /// A finger or a face.
  var isBiometric: Bool { self != .device && self != .pin }
}
