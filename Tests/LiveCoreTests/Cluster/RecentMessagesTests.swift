import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct RecentMessagesTests {
  private let game = GameID(league: .mlb, gamePk: 1)

  private func message(_ place: Int, by node: String = "attic") -> StreamMessage {
    StreamMessage(
      game: game, place: place, session: ClusterSession(node: node, run: "1"), epoch: 1,
      content: .event(id: "\(place)", line: []))
  }

  private func recent(_ places: some Sequence<Int>) -> RecentMessages {
    var recent = RecentMessages()
    for place in places { recent.take(message(place), as: UInt64(place) * 10) }
    return recent
  }

  @Test func whatAStreamHasLostIsKnown() {
    let recent = recent(1...5)
    #expect(recent.missing(after: message(3)) == [message(4), message(5)])
    #expect(recent.missing(after: message(5)) == [])
    #expect(recent.missing(after: nil) == (1...5).map { message($0) })
  }

  @Test func aStreamThatHasGoneOnIsLeftAlone() {
    #expect(recent(1...5).missing(after: message(4, by: "cellar")) == [])
    #expect(recent(3...5).missing(after: nil) == [])
    #expect(recent(3...5).missing(after: message(2)) == [])
  }

  @Test func onlyTheNewestAreKept() {
    let all = 1...(RecentMessages.most + 10)
    #expect(recent(all).missing(after: message(10)) == [])
    #expect(recent(all).missing(after: message(11)).count == RecentMessages.most - 1)
    #expect(recent(all).first == 110)
  }

  @Test func aGameThatIsReadAgainBeginsAnew() {
    #expect(recent([1, 2, 3, 1, 2]) == recent([1, 2]))
  }
}
