internal import LiveModel

/// The answer to a `win_expectancy` request.
struct WinExpectancyCurve: Encodable {
  /// One logged event with odds.
  struct Point: Encodable {
    var fact: Fact
    var type: EventType
    var time: Timestamp
    /// The number of the inning, period or the like.
    var period: Int?
    var score: Score?
    var before, after, leverage: Double
    var summary: String
  }

  var game: EventGame
  /// In the order of play. Retracted events and watches are left out.
  var points: [Point]
}

/// The chances in a game, from the log alone.
extension LookupDirectory {
  /// Returns the curve of a game. Throws `lookup.no-game` if the log has no event of it.
  func winExpectancy(of number: Int) async throws -> ConfirmedAnswer<WinExpectancyCurve> {
    for league in leagues {
      let events = try await logged(GameID(league: league.id, gamePk: number))
      guard let newest = events.last else { continue }
      let period = Leagues.known[league.id].period
      // A game that began anew on another date has its own curve.
      let own = events.filter { !$0.data.retracted && $0.data.game.date == newest.data.game.date }
      let points = Self.inOrder(own).compactMap { event in
        event.data.odds.map { odds in
          WinExpectancyCurve.Point(
            fact: event.data.fact, type: event.type, time: event.time, period: period(event.data),
            score: event.data.score, before: odds.before, after: odds.after, leverage: odds.leverage,
            summary: event.data.summary)
        }
      }
      let confirmation = LookupConfirmation()
      return confirmation.answer(WinExpectancyCurve(game: newest.data.game, points: points), at: now())
    }
    throw Fault(.lookupNoGame, "the log has no event of a game \(number)")
  }

  /// Returns the events without watches in the order of play. Of those with the same time, plays come before the end of
  /// their half-inning, and that before the end of the game: a corrected play is logged after both.
  private static func inOrder(_ events: [Event]) -> [Event] {
    func rank(_ type: EventType) -> Int { [.play, .action].contains(type) ? 0 : type == .status ? 2 : 1 }
    return events.filter { $0.type != .watch }.enumerated().sorted { left, right in
      (left.element.time, rank(left.element.type), left.offset)
        < (right.element.time, rank(right.element.type), right.offset)
    }.map(\.element)
  }
}
