/// A fact with its content, before it is known whether it is news.
struct FactDraft: Equatable, Sendable {
  var fact: Fact
  var type: EventType
  /// By the feed; nil where the feed gives none.
  var time: Timestamp?
  var inning: HalfInning?
  var outs: Int?
  var score: Score?
  var bases: Bases?
  var play: EventPlay?
  var players: [Participant] = []
  var importance: Int
  var tags: [Tag]
  var summary: String
  var reason: String?
  var scheduledStart: Timestamp?
  /// An action with nothing behind it: it may still change.
  var isOpenAction = false
  /// Told before the feed has said what the play was.
  var isProvisional = false

  /// Digests that decide on a new revision and on its cause. Times and the feed's indexes are in neither, because the
  /// feed changes them without a change of the fact.
  struct Digests: Equatable, Sendable {
    /// The fact's own content, without members that earlier plays decide: score, runs, outs, bases and the tags that
    /// follow from them.
    var own: UInt64
    var whole: UInt64
  }

  var digests: Digests {
    var digest = SemanticDigest()
    addOwn(to: &digest)
    let own = digest.value
    digest.add(inning?.number)
    digest.add(inning?.half.rawValue)
    digest.add(outs)
    digest.add(score?.away)
    digest.add(score?.home)
    for base in [bases?.first, bases?.second, bases?.third] { digest.add(base?.id) }
    digest.add(play?.runs)
    for tag in tags { digest.add(tag.rawValue) }
    return Digests(own: own, whole: digest.value)
  }

  private func addOwn(to digest: inout SemanticDigest) {
    digest.add(type.rawValue)
    digest.add(isProvisional ? "provisional" : nil)
    digest.add(reason)
    digest.add(scheduledStart.map { Int($0.seconds) })
    digest.add(play?.eventType)
    digest.add(play?.description)
    digest.add(play?.rbi)
    if play?.eventIndex == nil {
      digest.add(play?.batter.id)
      digest.add(play?.pitcher.id)
    }
    for player in players {
      digest.add(player.id)
      digest.add(player.role.rawValue)
    }
    for review in play?.reviews ?? [] {
      digest.add(review.reviewType)
      digest.add(review.overturned ? 1 : 0)
      digest.add(review.side?.rawValue)
      digest.add(review.player?.id)
    }
  }
}

/// 64-bit FNV-1a over a list of values: the same in every process, which Swift's own hashing is not.
///
/// Source: draft-eastlake-fnv, 64-bit parameters.
struct SemanticDigest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String?) {
    guard var text else { return add(byte: 0xff) }
    // Contiguous bytes: this is most of what a poll costs.
    text.withUTF8 { bytes in for byte in bytes { add(byte: byte) } }
    add(byte: 0xfe)
  }

  /// Eight bytes, the lowest first.
  mutating func add(_ number: Int?) {
    guard let number else { return add(byte: 0xff) }
    var rest = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  private mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

extension FactDraft {
  /// One fact a game: its first plate appearance has begun.
  static func start(game: GameID, first: Play, snapshot: GameSnapshot) -> FactDraft {
    FactDraft(
      fact: .status(.start, in: game), type: .status, time: first.beginning, inning: first.inning, outs: 0,
      score: .zero, importance: 3, tags: [.start], summary: Summary.start(snapshot.info))
  }

  /// One fact a game. The score is the linescore's, which a forfeit sets by rule.
  ///
  /// With `isUnconfirmed` the play log says something else: what only it can know is not said.
  static func final(game: GameID, snapshot: GameSnapshot, _ feats: Feats, isUnconfirmed: Bool = false) -> FactDraft {
    let score = snapshot.linescore.score ?? snapshot.lastPlayScore
    let last = snapshot.plays.last
    var tags: [Tag] = [.final] + (snapshot.status.isForfeit ? [] : tags(of: score, feats))
    if isUnconfirmed { tags = tags.filter { $0 != .noHitter && $0 != .perfectGame } + [.unconfirmed] }
    return FactDraft(
      fact: .status(.final, in: game), type: .status, time: last.flatMap { $0.endTime ?? $0.startTime },
      inning: last?.inning, outs: last?.outs, score: score, importance: 4,
      tags: tags, summary: Summary.final(score, tags: tags, inning: last?.inning.number, snapshot))
  }

  private static func tags(of score: Score, _ feats: Feats) -> [Tag] {
    guard let winner = score.leader else { return [.tied] }
    let loser = winner.other
    var tags: [Tag] = score[loser] == 0 ? [.shutout] : []
    let hitless = [loser, winner].first { feats.isHitless($0) && feats.hasBattedNine($0) }
    if let hitless { tags += feats.isSpotless(hitless) ? [.noHitter, .perfectGame] : [.noHitter] }
    return tags
  }

  /// Where a game stands that was under way before this daemon knew it.
  static func catchUp(game: GameID, snapshot: GameSnapshot) -> FactDraft {
    let score = snapshot.linescore.score ?? snapshot.lastPlayScore
    let last = snapshot.plays.last
    return FactDraft(
      fact: .status(.catchUp, in: game), type: .status, time: snapshot.timeStamp, inning: last?.inning,
      outs: last?.outs, score: score, importance: 2, tags: [.catchUp],
      summary: Summary.catchUp(score, inning: last?.inning, snapshot))
  }
}

extension Fact {
  /// The kind of a `status/<kind>/<n>` fact.
  enum StatusKind: String, Codable, Sendable {
    case scheduled, warmup, start, delay, resume, suspended, postponed, cancelled, final
    case catchUp = "catch-up"
  }

  /// `mlb/747175/status/delay/2`: the game's second delay.
  static func status(_ kind: StatusKind, _ number: Int = 1, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/status/\(kind.rawValue)/\(number)")
  }

  /// `mlb/747175/5-top/start`
  static func start(of half: HalfInning, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(half)/start") }

  /// `mlb/747175/5-top/end`
  static func end(of half: HalfInning, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(half)/end") }

  /// `mlb/747175/lineup/away`
  static func lineup(_ side: Side, in game: GameID) -> Fact { Fact(rawValue: "\(game)/lineup/\(side.rawValue)") }

  /// `mlb/747175/probable/home`
  static func probablePitcher(_ side: Side, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/probable/\(side.rawValue)")
  }

  /// `mlb/747175/source/mlb/1`
  static func source(_ number: Int, of game: GameID) -> Fact {
    Fact(rawValue: "\(game)/source/\(game.league.rawValue)/\(number)")
  }

  /// Where in the game's facts it stands.
  enum Place: Equatable, Sendable {
    /// A plate appearance or an action: the play log holds it.
    case play
    /// It follows from the plays, as a half-inning's end from its third out, and comes and goes with them.
    case consequence
    /// It was seen at some time, and stays.
    case sight
  }

  var place: Place {
    var parts = rawValue.split(separator: "/")
    if date != nil { parts.remove(at: 2) }
    guard parts.count > 3 else { return .sight }
    switch (parts[2], parts[3]) {
    case ("watch", _), ("status", "start"), ("status", "final"): return .consequence
    case ("status", _), ("lineup", _), ("probable", _), ("source", _): return .sight
    case (_, "start"), (_, "end"): return .consequence
    // A missing batter's time-out puts no game in doubt.
    case (_, "advisory"): return .consequence
    default: return .play
    }
  }
}

/// How much an event matters to somebody who follows the game, 0 to 4.
enum Importance {
  static func of(_ tags: [Tag]) -> Int { tags.map { table[$0] ?? 0 }.max() ?? 0 }

  private static let table: [Tag: Int] = [
    .walkOff: 4, .leadChange: 4, Tag(rawValue: "home_run"): 4, .triplePlay: 4,
    .scoring: 3, .tie: 3, .goAhead: 3, .basesLoaded: 3,
    .hit: 2, .doublePlay: 2,
  ]
}
