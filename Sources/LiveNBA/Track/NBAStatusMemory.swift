internal import LiveModel

/// The last known status of a game. The scoreboard alone has it: a status between two polls is never seen.
struct NBAStatusMemory: Equatable, Codable, Sendable {
  var phase: GameStatus.Phase?
  /// The last known scheduled start.
  var scheduledStart: Timestamp?
  @Counted var turns: [String: Int] = [:]

  init(scheduledStart: Timestamp? = nil) { self.scheduledStart = scheduledStart }

  /// The bytes of memory that the counts take.
  var bytes: Int { turns.capacity * (MemoryLayout<String>.stride + MemoryLayout<Int>.stride + 1) }

  /// Returns the drafts of a row of the scoreboard. Entering a phase makes a new fact; staying in it keeps the fact.
  mutating func drafts(
    for row: ScheduledGame, _ info: NBAGameInfo, hadBegun: Bool, of game: GameID
  ) -> [BasketballDraft] {
    let (last, now) = (phase, row.status.phase)
    phase = now
    var drafts: [BasketballDraft] = []
    if let start = row.start, !hadBegun, now == .scheduled {
      let known = scheduledStart
      scheduledStart = start
      if let known, known != start { drafts.append(draft(.scheduled, isNew: true, info, game, start: start)) }
    }
    guard !hadBegun, now == .postponed || now == .cancelled else { return drafts }
    drafts.append(draft(now == .postponed ? .postponed : .cancelled, isNew: last != now, info, game))
    return drafts
  }

  private mutating func draft(
    _ kind: Fact.StatusKind, isNew: Bool, _ info: NBAGameInfo, _ game: GameID, start: Timestamp? = nil
  ) -> BasketballDraft {
    if isNew { turns[kind.rawValue, default: 0] += 1 }
    let name = "\(info.away.name) at \(info.home.name)"
    let (tag, words): (Tag, String) =
      switch kind {
      case .postponed: (.postponed, "Postponed: \(name)")
      case .cancelled: (.cancelled, "Cancelled: \(name)")
      default: (.rescheduled, "New start time: \(name)\(start.map { ", now at \($0)" } ?? "")")
      }
    return BasketballDraft(
      fact: .status(kind, turns[kind.rawValue, default: 1], in: game), type: .status,
      importance: kind == .scheduled ? 2 : 3, tags: [tag], summary: words, scheduledStart: start)
  }
}

extension NBAStatusMemory {
  init(rebuilding events: [Event]) {
    self.init()
    for event in events {
      guard let (kind, turn) = event.data.fact.statusTurn, ![.start, .final, .catchUp].contains(kind) else { continue }
      turns[kind.rawValue] = max(turns[kind.rawValue] ?? 0, turn)
      if kind == .scheduled { scheduledStart = event.data.scheduledStart }
    }
    phase = events.last?.data.game.status
  }
}

extension Fact {
  /// The kind and the number of a status fact; nil for other facts.
  fileprivate var statusTurn: (kind: StatusKind, turn: Int)? {
    let parts = rawValue.split(separator: "/")
    guard parts.count >= 5, parts[2] == "status", let kind = StatusKind(rawValue: String(parts[3])),
      let turn = Int(parts[4], in: 0...1_000_000_000)
    else { return nil }
    return (kind, turn)
  }
}
