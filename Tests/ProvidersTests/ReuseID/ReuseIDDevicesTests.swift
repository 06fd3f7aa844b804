import EidolonTesting
@testable import TestWorlds
import Testing

@testable import ReuseID

@Suite struct `The devices of ReuseID` {
  private func device(_ identifier: String) -> Device {
    Device(
      identifier: identifier, user: "user", externalReference: nil, person: "anna", client: "backend",
      application: nil)
  }

  @Test func `count one that was deleted and activated again once`() throws {
    let sandbox = try ReuseIDStage().emulator.sandbox
    let devices = Devices { ReuseID.worldDevices(of: sandbox) }
    devices.add(device("again"))
    devices.delete("again")
    #expect(devices["again"] == nil)
    devices.add(device("again"))
    for number in 1..<Devices.capacity { devices.add(device("\(number)")) }
    #expect(devices["again"] != nil)
    devices.add(device("one too many"))
    #expect(devices["again"] == nil && devices["1"] != nil)
  }
}
