import Foundation
import Testing

@testable import LiveSimulator

@Suite struct FaultyFeedTests {
  private static let game = SimulatedGame(seed: 11, course: .plain)
  private static let other = SimulatedGame(seed: 12, course: .plain)

  private func times(of answer: FaultyFeed.Answer, in feed: FaultyFeed) -> [Double] {
    let start = Self.game.script.plays[20].start
    return (0..<4000).map { start + Double($0) }.filter { feed.answer(at: $0) == answer }
  }

  @Test(arguments: FaultyFeed.Answer.allCases) func everyKindOfAnswerOccursAndHasItsContent(answer: FaultyFeed.Answer)
    throws
  {
    let feed = FaultyFeed(Self.game, other: Self.other, seed: 3)
    let times = times(of: answer, in: feed)
    try #require(times.count > 20)
    for time in times.prefix(8) {
      let (body, right) = (feed.feed(at: time), Self.game.feed(at: time))
      #expect(body == feed.feed(at: time))
      let read = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
      switch answer {
      case .right: #expect(body == right)
      case .stale, .older: #expect(try Feed(body).timeStamp <= Feed(right).timeStamp)
      case .truncated: #expect(right.starts(with: body) && body.count < right.count && read == nil)
      case .empty: #expect(body.isEmpty)
      case .emptyObject: #expect(read?.isEmpty == true)
      case .html, .malformed: #expect(!body.isEmpty && read == nil)
      case .otherGame: #expect(read?["gamePk"] as? Int == Self.other.gamePk)
      case .shrunken:
        let (shrunken, whole) = (try Feed(body), try Feed(right))
        #expect(shrunken.plays.count < whole.plays.count && shrunken.timeStamp == whole.timeStamp)
      case .mistyped, .absurd: #expect(body != right && read != nil)
      }
    }
  }

  @Test func withoutFaultsEveryAnswerIsRight() {
    let feed = FaultyFeed(Self.game, other: Self.other, seed: 3, shares: [:])
    #expect(times(of: .right, in: feed).count == 4000)
  }
}
