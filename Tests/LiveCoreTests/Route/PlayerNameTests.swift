internal import Testing

@testable import LiveCore

@Suite struct PlayerNameTests {
  @Test(arguments: [
    ("660271", PlayerName.id(660_271)), ("Shohei Ohtani", .name("Shohei Ohtani")), ("大谷 翔平", .name("大谷 翔平")),
    ("Ichiro", .name("Ichiro")),
  ])
  func isAnIDOrAName(text: String, name: PlayerName) {
    #expect(PlayerName(text) == name)
    #expect(name.description == text)
  }

  @Test(arguments: ["", " ", "0", "000", "-5", "1.5", "?!", "99999999999999999999999"])
  func needsALetterOrANumber(text: String) {
    #expect(PlayerName(text) == nil)
  }
}
