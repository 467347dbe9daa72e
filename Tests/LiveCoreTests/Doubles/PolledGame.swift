import Foundation
import LiveSimulator

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A simulated game as a daemon follows it: poll, decode in chunks, track, with restarts and bad answers on the way.
struct PolledGame {
  var events: [Event] = []
  private(set) var state = TrackerState(baseline: .tellAll)
  /// The number of decoded answers.
  private(set) var answers = 0
  /// Whether each accepted answer is followed by a prediction about its lineups.
  var isPredicted = false
  /// Whether an answer is a short one where that suffices; nil for whole answers only. Bodies must be valid.
  var shorts: ShortPolls<GameOutline>?
  private let tracker: Tracker
  private let mlb = MLB(baseURL: "", sportIDs: [1])
  /// The state as it was stored with the last events.
  private var checkpoint = TrackerState(baseline: .tellAll)
  private var reported: [String: Event] = [:]
  private var dice: SplitMix
  private var last: (body: [UInt8], snapshot: GameSnapshot)?

  init(_ game: SimulatedGame, seed: UInt64) {
    tracker = Tracker(game: GameID(league: .mlb, gamePk: game.gamePk))
    dice = SplitMix(seed: seed)
  }

  /// Polls at these seconds; an answer that cannot be read is ignored. `wallStep` gives the error of the wall clock
  /// at each poll, by its position.
  mutating func poll(
    _ times: [Double], restarting: Bool = false, wallStep: (Int) -> Duration = { _ in .zero },
    answer: (Double) -> [UInt8]
  ) throws {
    for (position, time) in times.enumerated() {
      let monotonic = Timestamp(milliseconds: Int64(time * 1000))
      poll(wall: monotonic + wallStep(position), monotonic: monotonic, answer(time))
      if restarting { state = try Self.writtenAndRead(state) }
    }
  }

  /// Loses the state, and rebuilds it from the log.
  mutating func restore(_ newest: ([Event]) throws -> [Event]) rethrows {
    state = TrackerState(rebuilding: tracker.game, from: try newest(events))
  }

  /// Processes one answer, if it can be read.
  mutating func poll(wall: Timestamp, monotonic: Timestamp, _ body: [UInt8]) {
    if hasNothingNew(body, at: monotonic) { return answers += 1 }
    guard let snapshot = try? decoded(body) else { return }
    answers += 1
    let outcome = tracker.track(state, snapshot, observedAt: wall, monotonic: monotonic)
    let isFirst = checkpoint.timeStamp == nil && outcome.refusal == nil
    let count = events.count
    take(outcome)
    if isPredicted, outcome.refusal == nil { predict(snapshot, at: wall) }
    if isFirst || events.count > count || state.isOver { checkpoint = state }
    if outcome.refusal == nil {
      shorts?.accepted(mlb.outline(of: snapshot, state), at: monotonic)
    } else {
      shorts?.forget()
    }
  }

  /// Continues in another run of the daemon, from the stored state.
  mutating func restart(monotonic: Timestamp) throws {
    state = try Self.writtenAndRead(checkpoint)
    state.resume(at: monotonic)
    shorts?.forget()
  }

  /// Continues to poll when nothing happens any more, and returns the logged events.
  mutating func standStill(at game: SimulatedGame) -> [Event] {
    let count = events.count
    let end = Timestamp(milliseconds: Int64(game.end * 1000))
    for later in 1...3 {
      let time = max(end, state.monotonic ?? end) + .seconds(3600 + later * 120)
      poll(wall: time, monotonic: time, game.feed(at: game.end))
    }
    return Array(events[count...])
  }

  /// Returns whether a short answer is due, and has nothing new.
  private mutating func hasNothingNew(_ body: [UInt8], at now: Timestamp) -> Bool {
    var decoder = MLBFeedDecoder(.short)
    let names = Set(MLBFeedFields.short.split(separator: ",").map(String.init))
    guard let outline = shorts?.base(at: now, speed: 1),
      (try? decoder.feed(JSONTree(body).trimmed(to: names).bytes.span)) != nil, let short = try? decoder.finish()
    else { return false }
    guard case .unchanged(let snapshot) = mlb.read(short, after: outline) else { return false }
    shorts?.unchanged(mlb.outline(of: snapshot, state))
    return true
  }

  private mutating func decoded(_ body: [UInt8]) throws -> GameSnapshot {
    if let last, last.body == body { return last.snapshot }
    var decoder = MLBFeedDecoder()
    var position = 0
    while position < body.count {
      let size = Int(dice.next() % 60_000) + 1
      try decoder.feed(body[position..<min(position + size, body.count)].span)
      position += size
    }
    let snapshot = try decoder.finish()
    last = (body, snapshot)
    return snapshot
  }

  /// Hands over a prediction whose numbers and weather differ from one poll to the next.
  private mutating func predict(_ snapshot: GameSnapshot, at wall: Timestamp) {
    let weather = GameConditions.Weather(temperature: Double(dice.next() % 60) + 40, windOut: 0)
    let inputs = PredictionInputs(
      lineups: snapshot.lineups, players: [:], league: .usual,
      conditions: GameConditions(weather: dice.next() % 2 == 0 ? weather : nil))
    take(tracker.predict(inputs.prediction, state, snapshot, observedAt: wall))
  }

  /// The last answer that could be read.
  var lastSnapshot: GameSnapshot? { last?.snapshot }

  private mutating func take(_ outcome: Tracker.Outcome) {
    let takenBack = outcome.retractions.compactMap { retraction in
      reported[retraction.takenBack].map(retraction.event(after:))
    }
    for event in takenBack + outcome.events {
      events.append(event)
      reported[event.id] = event
    }
    state = outcome.state
  }

  private static func writtenAndRead(_ state: TrackerState) throws -> TrackerState {
    try JSONDecoder().decode(TrackerState.self, from: JSONEncoder().encode(state))
  }

  /// Returns random seconds of the game, about `count`, and the last answers until the end is certain.
  mutating func times(_ count: Int, of game: SimulatedGame) -> [Double] {
    moments(count, of: game) + Self.lastLooks(at: game)
  }

  mutating func moments(_ count: Int, of game: SimulatedGame) -> [Double] {
    (0..<count).map { _ in game.moments[Int(dice.next() % UInt64(game.moments.count))] }.sorted()
  }

  /// If linescore and play log disagree, the game is polled for some time before its end is accepted.
  static let lastLooks: [Double] = [0, 10, 20, 30, 40, 120, 300, 480, 660, 900, 1200, 1500, 1900]

  static func lastLooks(at game: SimulatedGame) -> [Double] { lastLooks.map { game.end + $0 } }

  /// Returns the newest content of every valid fact that comes from the plays of the attempt that counts.
  func standing(of game: SimulatedGame) -> [Fact: UInt64] {
    let date = game.attempts.last?.officialDate
    return Replayed.lastContent(events.filter { $0.data.game.date == date }).filter { $0.key.place != .sight }
  }
}
