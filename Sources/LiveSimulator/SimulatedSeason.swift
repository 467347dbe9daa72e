/// A season from spring training to the last series, decided by a seed. Planning is cheap; a game is played when it
/// is requested.
public struct SimulatedSeason: Sendable {
  /// The number of days.
  public let days: Int
  /// The second since 1970 at which its first day begins in the league.
  public let start: Double
  /// By day, sorted by first pitch.
  private let entries: [[Entry]]

  /// A planned game.
  private struct Entry: Sendable {
    var fixture: Fixture
    /// The other game of a doubleheader, after which this one begins.
    var first: Fixture?
  }

  /// - Parameters:
  ///   - seed: decides everything; the same seed gives the same season everywhere.
  ///   - days: at least 1; the kinds of games follow in the order of a real season, each with its share of the days.
  ///   - start: a second of the first day, by the league's day; the default is in 2026-02-20.
  ///   - gamesADay: the number of games on a day of spring or of the regular season; nil lets the seed decide.
  public init(seed: UInt64, days: Int, start: Double = 1_771_600_000, gamesADay: Int? = nil) {
    var dice = SplitMix64(seed: seed)
    let midnight = CalendarText.midnight(start)
    var gamePk = 700_000
    (self.days, self.start) = (days, midnight)
    entries = (0..<max(days, 1)).map { day in
      Self.entries(
        Self.type(of: day, of: days), at: midnight + Double(day) * 86_400, gamesADay, &gamePk, &dice)
    }
  }

  /// Returns the ids of a day's games, from day 0; a moved game belongs to its first planned day.
  public func gamePks(on day: Int) -> [Int] {
    entries.indices.contains(day) ? entries[day].map(\.fixture.gamePk) : []
  }

  /// Returns a day's games, played.
  public func games(on day: Int) -> [SimulatedGame] {
    entries.indices.contains(day) ? entries[day].map(play) : []
  }

  /// Returns one game, played; nil if the season has no such game.
  public func game(_ gamePk: Int) -> SimulatedGame? {
    for day in entries { for entry in day where entry.fixture.gamePk == gamePk { return play(entry) } }
    return nil
  }

  /// The second game of a traditional doubleheader begins, and its start is announced, when the first is over.
  private func play(_ entry: Entry) -> SimulatedGame {
    var fixture = entry.fixture
    if let first = entry.first {
      let over = SimulatedGame(first, life: .oneDay).day.over
      fixture.announced = over + 120
      fixture.start = ((over + 2100) / 300).rounded(.up) * 300
    }
    return SimulatedGame(fixture, life: entry.fixture.doubleHeader == .none ? .full() : .oneDay)
  }

  /// Spring training takes a tenth of the days, then follow the regular season with one all-star day in its middle,
  /// and four rounds in the last tenth.
  private static func type(of day: Int, of days: Int) -> Fixture.GameType {
    let share = (Double(day) + 0.5) / Double(days)
    if days >= 20, day == days / 2 { return .allStar }
    let rounds: [Fixture.GameType] = [.wildCard, .divisionSeries, .championshipSeries, .worldSeries]
    if days >= 20, share > 0.88 { return rounds[min(3, Int((share - 0.88) / 0.03))] }
    return share < 0.1 ? .spring : .regular
  }

  private static func entries(
    _ type: Fixture.GameType, at midnight: Double, _ gamesADay: Int?, _ gamePk: inout Int,
    _ dice: inout SplitMix64
  ) -> [Entry] {
    let clubs = Club.all.shuffled(using: &dice)
    let most = clubs.count / 2
    let count =
      switch type {
      case .spring, .regular: min(gamesADay ?? dice.number(in: most / 2...most), most)
      case .allStar, .worldSeries: 1
      case .wildCard, .divisionSeries: min(4, most)
      case .championshipSeries: min(2, most)
      }
    var entries: [Entry] = []
    for pair in 0..<count {
      let hour = Double([12, 13, 16, 19, 19, 19, 20, 21][dice.number(in: 0...7)])
      var fixture = Fixture(
        gamePk: gamePk, away: clubs[pair * 2], home: clubs[pair * 2 + 1],
        start: midnight + hour * 3600 + Double(dice.number(in: 0...11)) * 300, type: type, seed: dice.next())
      gamePk += 1
      if type == .regular, dice.chance(0.07) {
        entries += doubleHeader(&fixture, midnight, &gamePk, &dice)
      } else {
        entries.append(Entry(fixture: fixture))
      }
    }
    return entries.sorted { $0.fixture.start < $1.fixture.start }
  }

  private static func doubleHeader(
    _ first: inout Fixture, _ midnight: Double, _ gamePk: inout Int, _ dice: inout SplitMix64
  ) -> [Entry] {
    first.doubleHeader = dice.chance(0.5) ? .traditional : .split
    first.scheduledInnings = dice.chance(0.4) ? 7 : 9
    first.start = midnight + 13 * 3600
    var second = first
    (second.gamePk, second.gameNumber, second.seed) = (gamePk, 2, dice.next())
    second.start = midnight + 20 * 3600
    gamePk += 1
    let isTraditional = first.doubleHeader == .traditional
    return [Entry(fixture: first), Entry(fixture: second, first: isTraditional ? first : nil)]
  }
}
