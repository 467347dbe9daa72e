/// Collects the values of one `feed/live` body, in whatever order they come.
struct SnapshotBuilder: Sendable {
  /// More than any game has: the longest on record had about 220 plays.
  static let maximumPlays = 2_000
  static let maximumNames = 1_000

  var head = HeadBuilder()
  var linescore = Linescore()
  /// The side, person and play being read; none of them stands inside its like.
  var team = TeamBuilder()
  var person = PersonBuilder()
  var play = PlayBuilder(position: 0)
  var reviews = ReviewsBuilder()
  var lineups = Sides(away: LineupBuilder(), home: LineupBuilder())
  var absChallengesLeft = Sides<Int?>(away: nil, home: nil)
  private var plays: [Play] = []
  private var names: [Int: String] = [:]

  mutating func beginPlay(at position: Int) { play = PlayBuilder(position: position) }

  mutating func endPlay() throws(JSONFault) { plays.append(try play.finish()) }

  mutating func beginName() { person = PersonBuilder() }

  mutating func endName() {
    guard let id = person.id, let name = person.name, names[id] == nil else { return }
    names[id] = name
  }

  func snapshot() throws(JSONFault) -> GameSnapshot {
    let identity = try head.identity()
    return GameSnapshot(
      gamePk: identity.gamePk, timeStamp: identity.timeStamp, info: try head.info(), status: try head.status(),
      linescore: linescore, plays: plays,
      lineups: Sides(away: lineups.away.lineup, home: lineups.home.lineup), absChallengesLeft: absChallengesLeft,
      names: names)
  }
}

/// Collects somebody's id and name.
struct PersonBuilder: Sendable {
  var id: Int?
  var name: String?

  var person: Person { Person(id: id ?? 0, name: name ?? "") }
  /// Nil where not even the id is given.
  var known: Person? { id.map { Person(id: $0, name: name ?? "") } }
}

/// Collects two numbers that count only together.
struct ScoreBuilder: Sendable {
  var away: Int?
  var home: Int?

  var score: Score? {
    guard let away, let home else { return nil }
    return Score(away: away, home: home)
  }
}
