import Flow
import JSON

// The app and its phone (C18 to C20).
extension ItsmeV2Projection {
  /// The device; the world only has its deviations from these defaults.
  var device: JSONObject {
    var members: JSONObject = [
      "os": "ANDROID", "appName": .string(Self.appName), "appRelease": .string(Self.appRelease),
      "deviceLabel": .string(person.givenName ?? person.fullName ?? "Phone"), "debugEnabled": false,
      "deviceId": .string(person.deviceIdentifier), "osRelease": "15", "manufacturer": "Eidolon",
      "deviceLockLevel": "true", "rooted": false, "deviceModel": "E1",
    ]
    for (name, value) in person.app?.device ?? [:] {
      members[name == "deviceID" ? "deviceId" : name] = value
    }
    guard switches[v2: .deviceIdentifier].word == "deviceID" else { return members }
    return JSONObject(members.map { (name: $0.name == "deviceId" ? "deviceID" : $0.name, value: $0.value) })
  }

  var app: JSONObject {
    var members: JSONObject = [
      "appInstalledDate": .string((person.app?.installedAt ?? Self.installation).text)
    ]
    members["appName"] = device["appName"]
    members["appRelease"] = device["appRelease"]
    return members
  }

  var account: JSONObject {
    [
      "activationDate": .string(activation.text),
      "activationMechanism": .string(person.app?.activatedBy ?? "CONTACT_LESS"),
    ]
  }

  var activation: Instant {
    person.app.flatMap { $0.activatedAt ?? $0.installedAt } ?? Self.installation + .seconds(300)
  }

  private static let appName = "be.bmid.itsme.e2e"
  private static let appRelease = "4.9.1"
  /// 3 February 2025, 8:00 UTC: the default for people whose world entry has no date.
  private static let installation = Instant(seconds: 1_738_569_600)
}
