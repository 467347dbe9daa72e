internal import LiveModel

/// A fact with its content, before the comparison with the ledger.
struct BasketballDraft: DraftedFact {
  var fact: Fact
  var type: EventType
  /// The feed's time; nil where the feed gives none.
  var time: Timestamp?
  var period: GamePeriod?
  var score: Score?
  var play: BasketballPlay?
  var players: [Participant] = []
  var importance: Int
  var tags: [Tag]
  var summary: String
  var reason: String?
  var scheduledStart: Timestamp?
  /// Whether the action is logged only after the feed has left it unchanged for a while: scorers correct entries within
  /// seconds. A basket is logged at once.
  var maySettle = false

  let isProvisional = false

  /// The feed's numbers and its description, which repeats totals of other actions, are no content.
  var digests: FactDigests {
    var digest = SemanticDigest()
    digest.add(type.rawValue)
    digest.add(reason)
    digest.add(scheduledStart.map { Int($0.seconds) })
    digest.add(period?.clock)
    digest.add(play?.actionType)
    digest.add(play?.subType)
    digest.add(play?.descriptor)
    digest.add(play?.points)
    digest.add(play?.side?.rawValue)
    digest.add(play?.player?.id)
    digest.add(play?.assist?.id)
    digest.add(play?.value)
    for player in players {
      digest.add(player.id)
      digest.add(player.role.rawValue)
    }
    let own = digest.value
    digest.add(period?.number)
    digest.add(score?.away)
    digest.add(score?.home)
    for tag in tags { digest.add(tag.rawValue) }
    for milestone in play?.milestones ?? [] { digest.add(milestone.player.id) }
    return FactDigests(own: own, whole: digest.value)
  }

  var mayBeCause: Bool { fact.place == .action }

  var isOfGame: Bool { fact.place == .sight }

  var isAlwaysLogged: Bool { type == .status && (tags.contains(.final) || tags.contains(.start)) }

  /// A basket without its assist, which the feed adds some seconds later; a final in doubt, or without the winning
  /// basket.
  var completedDigests: [FactDigests] {
    if tags.contains(.final) {
      return tags.contains(.unconfirmed) ? [] : [with { $0.tags.append(.unconfirmed) }.digests]
    }
    guard let assist = play?.assist else { return [] }
    return [with { $0.remove(assist: assist) }.digests]
  }

  private func with(_ change: (inout BasketballDraft) -> Void) -> BasketballDraft {
    var draft = self
    change(&draft)
    return draft
  }

  private mutating func remove(assist: Person) {
    play?.assist = nil
    players.removeAll { $0.role == .assist }
    let rest = (play?.milestones ?? []).filter { $0.player.id != assist.id }
    let kinds = Set(rest.map(\.kind))
    tags.removeAll { Tag.milestones.contains($0) && !kinds.contains($0.rawValue) }
    play?.milestones = rest.isEmpty ? nil : rest
  }
}

extension BasketballDraft {
  /// Makes the draft behind an event, complete enough for its digests.
  init(_ event: Event) {
    let (data, own) = (event.data, event.data.basketball)
    self.init(
      fact: data.fact, type: event.type, time: event.time, period: own.period, score: data.score, play: own.play,
      players: data.players, importance: data.importance,
      // `changed` describes how the event came about and is not part of the draft.
      tags: event.type == .lineup ? data.tags.filter { $0 != .changed } : data.tags, summary: data.summary,
      reason: data.reason, scheduledStart: data.scheduledStart)
  }
}

/// The names of facts.
extension Fact {
  /// The kind in `status/<kind>/<n>`.
  enum StatusKind: String, Codable, CaseIterable, Sendable {
    case scheduled, start, postponed, cancelled, final
    case catchUp = "catch-up"
  }

  /// Returns `nba/22500776/status/start/1`.
  static func status(_ kind: StatusKind, _ number: Int = 1, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/status/\(kind.rawValue)/\(number)")
  }

  /// Returns `nba/22500776/3/start`.
  static func start(ofPeriod period: Int, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(period)/start") }

  /// Returns `nba/22500776/3/end`.
  static func end(ofPeriod period: Int, in game: GameID) -> Fact { Fact(rawValue: "\(game)/\(period)/end") }

  /// Returns `nba/22500776/3/shot/412`.
  static func action(_ family: String, _ number: Int, inPeriod period: Int, in game: GameID) -> Fact {
    Fact(rawValue: "\(game)/\(period)/\(family)/\(number)")
  }

  /// Returns `nba/22500776/lineup/away`.
  static func lineup(_ side: Side, in game: GameID) -> Fact { Fact(rawValue: "\(game)/lineup/\(side.rawValue)") }

  /// Returns `nba/22500776/source/nba/1`.
  static func source(_ number: Int, of game: GameID) -> Fact {
    Fact(rawValue: "\(game)/source/\(game.league.rawValue)/\(number)")
  }

  /// How a fact relates to the play-by-play.
  enum Place: Equatable, Sendable {
    /// An action, listed under its number.
    case action
    /// Derived from actions, such as a watch. It appears and disappears with them.
    case consequence
    /// An observation at one time, such as a status or a lineup. It stays when the feed no longer shows it.
    case sight
  }

  var place: Place {
    let parts = rawValue.split(separator: "/")
    guard parts.count > 3 else { return .sight }
    switch (parts[2], parts[3]) {
    case ("watch", _), ("status", "start"), ("status", "final"): return .consequence
    case ("status", _), ("lineup", _), ("source", _): return .sight
    case (_, "start"), (_, "end"): return .consequence
    default: return .action
    }
  }

  /// The number of the action in `3/shot/412`; nil for other facts.
  var actionNumber: Int? {
    place == .action ? rawValue.split(separator: "/").last.flatMap { Int($0, in: 0...9_999_999) } : nil
  }

  /// The fact up to its number, `nba/22500776/3/shot`.
  var family: Substring { rawValue.prefix(upTo: rawValue.lastIndex(of: "/") ?? rawValue.endIndex) }
}
