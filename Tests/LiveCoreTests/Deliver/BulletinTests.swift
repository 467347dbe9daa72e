import Testing

@testable import LiveCore

@Suite struct BulletinTests {
  private func bulletin(_ occasion: Occasion, _ wording: Wording = Wording()) throws -> Bulletin {
    try Bulletin(occasion, wording: wording, sink: "den")
  }

  private let play = TellingSample.telling()
  private let steal = TellingSample.telling("Sørensen steals 2nd", fact: "5-top/runner/9/1", tags: [.stolenBase])
  private let other = TellingSample.telling("Hale walks", game: 9)

  @Test func newsHasTheScoreInItsTitle() throws {
    let bulletin = try bulletin(.news([play, steal], thread: nil))
    #expect(bulletin.title == "TOR 3, AZ 2 · Top 5th")
    #expect(bulletin.lines.map(\.text) == ["Okafor homers. TOR 3, AZ 2", "Sørensen steals 2nd"])
    #expect(bulletin.link == "https://www.mlb.com/gameday/747175")
  }

  @Test func aCorrectionSaysSo() throws {
    #expect(try bulletin(.correction([play], thread: nil)).title == "Correction · TOR 3, AZ 2 · Top 5th")
  }

  @Test func aDigestGoesGameByGame() throws {
    let bulletin = try bulletin(.digest([play, other, steal]))
    #expect(bulletin.title == "In quiet hours")
    #expect(
      bulletin.lines.map(\.text) == [
        "TOR 3, AZ 2 · Top 5th", "Okafor homers. TOR 3, AZ 2", "Sørensen steals 2nd", "TOR 3, AZ 2 · Top 5th",
        "Hale walks",
      ])
    #expect(bulletin.lines.map(\.isHeading) == [true, false, false, true, false])
    #expect(bulletin.link == nil)
  }

  @Test func aNoticeIsNeverEmpty() throws {
    #expect(try bulletin(.notice("sink 'x' is dead")).lines.map(\.text) == ["sink 'x' is dead"])
    #expect(try bulletin(.notice(" ")).lines.map(\.text) == ["Something is wrong"])
  }

  @Test func whatWasTakenBackSaysSoWithoutItsScore() throws {
    var wording = Wording()
    wording.format = try TextFormat("{{summary}}!")
    let gone = TellingSample.telling("Taken back: Okafor homers", retracted: true)
    #expect(try bulletin(.edit([gone], of: .init(rawValue: "x"))).title == "TOR@AZ · Top 5th")
    #expect(try bulletin(.edit([gone], of: .init(rawValue: "x"))).lines.map(\.text) == ["Taken back: Okafor homers"])
    let silent = TellingSample.telling("Okafor homers", retracted: true)
    #expect(
      try bulletin(.edit([silent], of: .init(rawValue: "x")), wording).lines.map(\.text) == [
        "Taken back: Okafor homers!"
      ])
    // One that stands gives the score.
    #expect(try bulletin(.edit([play, gone], of: .init(rawValue: "x"))).title == "TOR 3, AZ 2 · Top 5th")
  }

  @Test func aBlankTextGivesWayToTheTitle() throws {
    #expect(
      try bulletin(.news([TellingSample.telling(" \n")], thread: nil)).lines.map(\.text) == ["TOR 3, AZ 2 · Top 5th"])
  }

  @Test(arguments: EventType.allCases) func spoilerFreeHoldsNeitherScoreNorResult(_ type: EventType) throws {
    let wording = Wording(isSpoilerFree: true)
    let summary = type == .source ? "Nothing new from the feed" : "Walk-off! Okafor homers. TOR 30, AZ 20"
    for tags in [[LiveCore.Tag.start], [.final, .noHitter], [.halfEnd], [.walkOff]] {
      let telling = TellingSample.telling(summary, type: type, tags: tags)
      for tellings in [[telling], [telling, telling]] {
        for occasion in TellingSample.occasions(tellings, handle: .init(rawValue: "x")).dropLast() {
          let bulletin = try bulletin(occasion, wording)
          let text = ([bulletin.title] + bulletin.lines.map(\.text)).joined(separator: "\n")
          #expect(!["3,", "AZ 2", "30", "20", "Okafor", "Walk", "homers", "o-hit"].contains { text.contains($0) })
          #expect(text.contains("TOR@AZ"))
        }
      }
    }
  }

  @Test func nothingAndAScoreboardAreUnfit() {
    let occasions: [Occasion] = [.news([], thread: nil), .digest([]), .scoreboard([play], of: nil)]
    for occasion in occasions {
      let fault = #expect(throws: Fault.self) { try bulletin(occasion) }
      #expect(fault?.code == .sinkUnfitOccasion && fault?.place == .sink("den"))
    }
  }
}
