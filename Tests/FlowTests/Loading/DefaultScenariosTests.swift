import DefaultScenarios
import Foundation
import JSON
import Testing

@testable import Flow

@Suite struct `The shipped scenarios` {
  /// The folder `scenarios/` of the package.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../scenarios"
  )
  .standardizedFileURL

  @Test func `are embedded as they stand on disk`() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".json") && !$0.hasPrefix("schema/") }
    #expect(DefaultScenarios.files.map(\.path) == paths.sorted())
    for (path, bytes) in DefaultScenarios.files {
      let onDisk = try Data(contentsOf: Self.folder.appending(path: path))
      #expect(bytes == Array(onDisk), "\(path)")
    }
  }

  /// The shipped world, its clients taken as they are.
  private func world() throws -> World {
    let files = DefaultScenarios.files.filter { $0.path == "world.json" }
      .map { ScenarioLayer.File(path: $0.path, bytes: $0.bytes) }
    let clients = files.first.flatMap { try? JSONParser.parse($0.bytes).json["clients"]?.object }
    let lenient = (clients?.names ?? []).map { name in
      var vocabulary = Toy.itsme
      vocabulary.provider = name
      return ProviderSchema(vocabulary: vocabulary, clientSchema: true) { identifier, reader in
        _ = reader.members()
        return Toy.ToyClient(identifier: identifier, secret: "")
      }
    }
    do {
      return try LibraryLoader(lenient).load([ScenarioLayer(name: "scenarios", files: files)], now: Toy.now)
        .world
    } catch {
      Issue.record("\(error.text)")
      throw error
    }
  }

  @Test func `have people with names at the edges`() throws {
    let people = try world().people
    #expect(people["anna"]?.phoneNumber == "+32 470000001" && people["bob"]?.phoneNumber == "+32 470000002")
    #expect(people["single-name"]?.givenName == nil && people["single-name"]?.familyName != nil)
    #expect(people["long-name"]?.fullName?.count == 128)
    #expect(people["apostrophe"]?.familyName?.contains("'") == true)
    #expect(people["apostrophe"]?.familyName?.contains("’") == true)
    #expect(people["non-latin"]?.givenName?.unicodeScalars.allSatisfy { $0.value > 0x36F } == true)
    #expect(people["two-nationalities"]?.nationalities == ["BE", "FR"])
  }

  @Test func `have people who lack what others have`() throws {
    let people = try world().people
    #expect(people["no-email"]?.email == nil && people["no-email"]?.isEmailVerified == false)
    #expect(people["protected"]?.hasProtectedIdentity == true && people["protected"]?.address == nil)
    #expect(people["foreign-document"]?.document("eid") == nil)
    #expect(people["foreign-document"]?.document("passport") != nil)
  }

  @Test func `have people who come of age on the day of loading and the day after`() throws {
    let people = try world().people
    #expect(people["just-18"]?.birthdate == CalendarDate("2008-03-10"))
    #expect(people["almost-18"]?.birthdate == CalendarDate("2008-03-11"))
  }

  @Test func `have national numbers that agree with the birthdates`() throws {
    for person in try world().people.values {
      guard let born = person.birthdate?.dateText.filter(\.isNumber) else { continue }
      let (year, month, day) = (born.prefix(4), born.dropFirst(4).prefix(2), born.suffix(2))
      if let number = person.identifiers["be_national_number"] {
        #expect(number.hasPrefix("\(year.suffix(2))\(month)\(day)"), "\(person.key)")
      }
      if let number = person.identifiers["se_personnummer"] {
        #expect(number.hasPrefix(born), "\(person.key)")
      }
      if let number = person.identifiers["dk_cpr"] {
        #expect(number.hasPrefix("\(day)\(month)\(year.suffix(2))"), "\(person.key)")
      }
    }
  }

  @Test func `name nobody who could exist`() throws {
    for person in try world().people.values {
      if let email = person.email { #expect(email.hasSuffix("@example.test"), "\(person.key)") }
      // Series 998 and 999 are never given out in Belgium; 238 and 239 are Skatteverket's test numbers.
      if let number = person.identifiers["be_national_number"] {
        #expect(["998", "999"].contains(number.dropFirst(6).prefix(3)), "\(person.key)")
      }
      if let number = person.identifiers["se_personnummer"] {
        #expect(["238", "239"].contains(number.dropFirst(8).prefix(3)), "\(person.key)")
      }
      if let number = person.identifiers["dk_cpr"] {
        let sum = zip([4, 3, 2, 7, 6, 5, 4, 3, 2, 1], number).reduce(0) {
          $0 + $1.0 * ($1.1.wholeNumberValue ?? 0)
        }
        #expect(number.dropFirst(6).hasPrefix("999") && !sum.isMultiple(of: 11), "\(person.key)")
      }
    }
  }

  @Test func `have one strict client and one for every other id`() throws {
    let clients = try world().clients
    #expect(clients["itsme"]?.keys.sorted() == ["*", "EIDOLON_TEST", "EIDOLON_TOUR"])
    #expect(clients["itsme-v2"]?.keys.contains("EIDOLON_TOUR") == true)
    #expect(clients["veridium"]?.keys.sorted() == ["*", "demo-friend"])
  }
}
