import JSON
import Testing

@Suite struct `Written numbers and texts of any length` {
  @Test func `are whole numbers as Swift writes them`() {
    var numbers = [0, 9, 10, 11, 99, 100, .max, .min, .max - 1, .min + 1]
    var power = 1
    for _ in 0..<18 {
      power *= 10
      numbers += [power - 1, power, power + 1, -power, 1 - power]
    }
    for number in numbers { #expect(JSON.integer(number).text() == String(number)) }
  }

  @Test(arguments: ["\"", "\\", "\u{1F}", "\u{0}", "/"])
  func `have their escapes at every place`(mark: String) throws {
    for before in 0..<20 {
      for after in [0, 1, 7, 8, 20] {
        let text = String(repeating: "é", count: before) + mark + String(repeating: "a", count: after)
        let plain = JSON.string(text)
        #expect(try JSON(parsing: plain.text()) == plain)
        #expect(try JSON(parsing: plain.text(escapingSlashes: true)) == plain)
        #expect(plain.text(escapingSlashes: true).contains("\\/") == (mark == "/"))
      }
    }
  }

  @Test func `have no others`() {
    let text = "Zoë \u{7F} \u{20} !#[]^~ 😀 \u{80}\u{FF}"
    #expect(JSON.string(text).text() == "\"\(text)\"")
  }
}
