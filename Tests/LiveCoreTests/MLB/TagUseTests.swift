import Foundation
import LiveSimulator
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The table of the events that can have a tag, compared with the events of whole games.
@Suite struct TagUseTests {
  private static let goldens = Result {
    try FileManager.default.contentsOfDirectory(atPath: "\(WireFormat.root)/Tests/LiveCoreTests/Golden")
      .filter { $0.hasSuffix(".txt") }
  }

  @Test func everyKnownTagHasAnEntry() {
    for league in Leagues.known.all {
      #expect(league.tags.filter { league.use(of: $0) == nil } == [])
    }
    #expect(LiveModel.Tag.shared.filter { Baseball().use(of: $0) == nil } == [])
  }

  /// A line is `5-top/pa/665489/1@1 play 3-2 outs=1 importance=4 at=41 home_run,hit late`.
  @Test func noEventOfAGoldenGameContradictsTheTable() throws {
    let (league, files) = (Baseball(), try Self.goldens.get())
    var seen: Set<LiveModel.Tag> = []
    for file in files {
      let text = try String(contentsOfFile: "\(WireFormat.root)/Tests/LiveCoreTests/Golden/\(file)", encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count > 6 else { continue }
        let type = EventType(rawValue: "livegame.\(words[1])")
        let inning = Int(words[0].prefix { $0.isNumber }, in: 1...99)
        for name in words[6].split(separator: ",") where name != "-" {
          let tag = LiveModel.Tag(rawValue: String(name))
          let use = try #require(league.use(of: tag), "\(tag.rawValue)")
          #expect(use.types.contains(type), "\(file): \(line)")
          #expect(inning.map { $0 >= use.first } ?? true, "\(file): \(line)")
          seen.insert(tag)
        }
        #expect(inning == nil || league.use(of: type).hasPeriod, "\(file): \(line)")
        #expect(words[2] == "-" || league.use(of: type).hasScore, "\(file): \(line)")
      }
    }
    #expect(files.count > 8 && seen.count > 30)
  }

  @Test(arguments: 1...UInt64(24))
  func noEventOfASimulatedGameContradictsTheTable(seed: UInt64) throws {
    let (league, game) = (Baseball(), SimulatedGame(seed: seed))
    var polled = PolledGame(game, seed: seed)
    try polled.poll(polled.times(8, of: game), answer: game.feed(at:))
    #expect(!polled.events.isEmpty)
    for event in polled.events {
      let type = league.use(of: event.type)
      let inning = league.period(of: event.data)
      #expect(inning == nil || type.hasPeriod, "\(event.id)")
      #expect(event.data.score == nil || type.hasScore, "\(event.id)")
      #expect(league.battingSide(at: event) == nil || type.hasSideAtBat, "\(event.id)")
      // The table is of games of nine innings; a game of seven has everything two innings earlier.
      let latest = inning.map { $0 + 2 } ?? .max
      for tag in event.data.tags {
        guard let use = league.use(of: tag) else { continue }
        #expect(use.types.contains(event.type) && latest >= use.first, "\(event.id) \(tag.rawValue)")
        if use.beginsOnlyThen, event.data.tags.contains(.started) {
          #expect(inning.map { $0 <= use.first } ?? false, "\(event.id)")
        }
      }
    }
  }
}
