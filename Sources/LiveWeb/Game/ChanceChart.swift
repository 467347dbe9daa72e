internal import LiveMLB
internal import LiveModel

/// The course of the chances to win, for the template `game/chances`.
struct ChanceChart: Sendable {
  /// `Guardians 78 %, Mariners 22 %`.
  var present: String
  /// The course in words, for screen readers.
  var title: String
  var awayMark, homeMark: String
  var awayBar, homeBar: String
  /// The points of the line: `38,83.9 43,80.3`.
  var line: String
  /// The outline of the area between the line and the middle.
  var area: String
  var innings: [Inning]
  /// The bars of leverage below 2, and of 2 and more, as lines of a path.
  var low, high: String
  /// The plays on which a run scored.
  var runs: [Point]
  var end: Point
  var swings: [Swing]

  struct Inning: Sendable {
    var number: Int
    var x: String
    var textX: String
  }

  struct Point: Sendable {
    var x: String
    var y: String
  }

  /// A row of the table of the biggest swings.
  struct Swing: Sendable {
    var play: String
    /// `T7`.
    var half: String
    var swing: String
    var leverage: String
  }

  /// The geometry in units of the picture, which is 420 wide and 232 high.
  private enum Frame {
    static let left = 38.0, width = 374.0
    static let top = 12.0, height = 154.0
    static let floor = 212.0, highestBar = 22.0
    /// The number of plays of a game without extra innings.
    static let plays = 80
    static var middle: Double { top + height / 2 }
    static func y(_ home: Double) -> Double { top + (1 - home) * height }
  }

  /// The leverage of a situation in which much is at stake.
  private static let high = 2.0
  private static let mostSwings = 5

  /// Nil before three plays, and for a viewer who wants to see no scores.
  init?(_ game: ViewedGame) {
    guard !game.viewer.preferences.hidesScores else { return nil }
    let events = Self.course(game.facts)
    guard events.count >= 3, let start = events.first?.data.odds?.before, let last = events.last?.data.odds?.after
    else { return nil }
    let step = Frame.width / Double(max(events.count, Frame.plays))
    var chances = [start] + events.compactMap { $0.data.odds?.after }
    // A game that was ended early is won although its last play left a chance.
    if game.phase == .final, let leader = game.score?.leader { chances[chances.count - 1] = leader == .home ? 1 : 0 }
    let points = chances.enumerated().map { index, chance in
      (x: Frame.left + Double(index) * step, y: Frame.y(chance))
    }
    line = points.map { "\($0.x.short),\($0.y.short)" }.joined(separator: " ")
    let ends = (points[0].x.short, points[points.count - 1].x.short, Frame.middle.short)
    area = "M\(ends.0),\(ends.2)L\(line) \(ends.1),\(ends.2)Z"
    innings = Self.innings(events, step)
    (low, high) = Self.bars(events, step)
    runs = zip(events, points.dropFirst()).compactMap { event, point in
      event.data.tags.contains(.scoring) ? Point(x: point.x.short, y: point.y.short) : nil
    }
    end = Point(x: ends.1, y: points[points.count - 1].y.short)
    swings = Self.swings(events, in: game)
    (awayMark, homeMark) = (game.abbreviation(.away), game.abbreviation(.home))
    (awayBar, homeBar) = (game.bar(.away), game.bar(.home))

    let now = game.phase == .live ? game.situation?.winExpectancy ?? last : chances[chances.count - 1]
    let home = Int((now * 100).rounded())
    present = "\(game.name(.away)) \(100 - home) %, \(game.name(.home)) \(home) %"
    let highest = chances.reduce(start, max)
    title =
      "The chance of the \(game.name(.home)) to win after each play: \(Int((start * 100).rounded())) % at the start, "
      + "\(Int((highest * 100).rounded())) % at its highest, \(home) % \(game.phase == .final ? "at the end" : "now"). "
      + Self.standing(game)
  }

  /// Returns the plays and actions with chances in the order of play.
  private static func course(_ facts: [GameFact]) -> [GameEvent] {
    facts.map(\.newest).filter { event in
      !event.data.retracted && event.data.odds != nil && [.play, .action].contains(event.type)
    }.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
  }

  private static func innings(_ events: [GameEvent], _ step: Double) -> [Inning] {
    var (innings, last) = ([Inning](), 0)
    for (index, event) in events.enumerated() {
      guard let number = event.own.inning?.number, number > last else { continue }
      let x = Frame.left + Double(index) * step
      innings.append(Inning(number: number, x: x.short, textX: (x + 4).short))
      last = number
    }
    return innings
  }

  private static func bars(_ events: [GameEvent], _ step: Double) -> (low: String, high: String) {
    var (low, high) = ("", "")
    for (index, event) in events.enumerated() {
      guard let leverage = event.data.odds?.leverage, leverage > 0 else { continue }
      // Beyond a leverage of 4, all bars have the same height.
      let height = min(leverage, 4) / 4 * Frame.highestBar
      let x = Frame.left + Double(index + 1) * step
      let bar = "M\(x.short) \(Frame.floor.short)v-\(height.short)"
      if leverage >= Self.high { high += bar } else { low += bar }
    }
    return (low, high)
  }

  private static func swings(_ events: [GameEvent], in game: ViewedGame) -> [Swing] {
    let largest = events.enumerated().sorted { left, right in
      (abs(right.element.data.odds?.swing ?? 0), left.offset) < (abs(left.element.data.odds?.swing ?? 0), right.offset)
    }
    return largest.prefix(mostSwings).map { _, event in
      let swing = event.data.odds?.swing ?? 0
      let half = event.own.inning.map { "\($0.half == .top ? "T" : "B")\($0.number)" } ?? ""
      return Swing(
        play: PlayItem.text(of: event), half: half,
        swing: "\(game.abbreviation(swing < 0 ? .away : .home)) +\(Int((abs(swing) * 100).rounded()))",
        leverage: String((event.data.odds?.leverage ?? 0).rounded(toSteps: 10)))
    }
  }

  private static func standing(_ game: ViewedGame) -> String {
    guard let score = game.score else { return "" }
    let place = game.phase == .live ? GameState.place(game).map { " in the \($0)" } ?? "" : ""
    let isOver = game.phase == .final
    guard let leader = score.leader else { return "It is \(score.away) to \(score.home)\(place)." }
    let verb = isOver ? "won" : "lead"
    return "The \(game.name(leader)) \(verb) \(score[leader]) to \(score[leader.other])\(place)."
  }
}

extension Double {
  /// The number with at most one decimal: `38`, `83.9`.
  fileprivate var short: String {
    let rounded = rounded(toSteps: 10)
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
