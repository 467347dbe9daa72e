public import LiveModel

/// A filter as people type it: names in any case, a type also without its `livegame.`, a range as text.
public struct FilterText: Equatable, Sendable {
  /// Short names of leagues.
  public var leagues: [String] = []
  /// Abbreviations of teams: either side, the side at bat, the side in the field.
  public var teams, batting, pitching: [String]
  /// Full names of players, or their ids.
  public var players: [String] = []
  /// Event types.
  public var types: [String] = []
  /// Tags of which an event has at least one, every one, and none.
  public var tags, allTags, notTags: [String]
  /// Ranges such as `7+`, `1-5` or `<=2`.
  public var innings, scoreMargin, importance: String?
  /// The least leverage, such as `2`, and the least swing, such as `0.2` or `20%`.
  public var minLeverage, minSwing: String?
  /// Whether an event must be provisional, or must not be.
  public var provisional: Bool?

  /// Creates a filter that every event passes.
  public init() { (teams, batting, pitching, tags, allTags, notTags) = ([], [], [], [], [], []) }
}

extension EventFilter {
  /// Creates a filter from text.
  ///
  /// Throws `socket.unknown-name` for a name that no event can have, because such a filter would never match, and
  /// `socket.bad-filter` for any other text that is not understood.
  public init(_ text: FilterText) throws(Fault) {
    let names = Vocabulary.known
    var wanted = Conditions()
    do {
      wanted.leagues = try text.leagues.map { try names.league($0) }
      let clubs = Vocabulary.of(leagues: wanted.leagues)
      wanted.teams = try text.teams.flatMap { try clubs.abbreviations(of: $0) }
      wanted.batting = try text.batting.flatMap { try clubs.abbreviations(of: $0) }
      wanted.pitching = try text.pitching.flatMap { try clubs.abbreviations(of: $0) }
      wanted.types = try text.types.map { try names.type($0) }
      wanted.tags = try text.tags.map { try names.tag($0) }
      wanted.allTags = try text.allTags.map { try names.tag($0) }
      wanted.notTags = try text.notTags.map { try names.tag($0) }
      wanted.players = try text.players.map { try Self.player($0) }
      wanted.innings = try text.innings.map { try RangeText.parse($0, for: .innings) }
      wanted.scoreMargin = try text.scoreMargin.map { try RangeText.parse($0, for: .scoreMargin) }
      wanted.importance = try text.importance.map { try RangeText.parse($0, for: .importance) }
      wanted.minLeverage = try text.minLeverage.map { try Threshold.parse($0, for: .minLeverage) }
      wanted.minSwing = try text.minSwing.map { try Threshold.parse($0, for: .minSwing) }
    } catch let unknown as Vocabulary.UnknownName {
      throw Fault(.socketUnknownName, unknown.message, hint: unknown.hint)
    } catch let mistake as RangeText.Mistake {
      throw Fault(.socketBadFilter, mistake.message, hint: mistake.hint)
    } catch {
      throw error as? Fault ?? Fault(.socketBadFilter, "the filter is not understood")
    }
    wanted.provisional = text.provisional
    self.init(wanted)
  }

  /// Creates a filter from teams, types and tags as people type them. Throws as `init(_:)`.
  public init(
    namedTeams teams: [String], types: [String] = [], tags: [String] = []
  ) throws(Fault) {
    var text = FilterText()
    (text.teams, text.types, text.tags) = (teams, types, tags)
    try self.init(text)
  }

  private static func player(_ text: String) throws(Fault) -> PlayerName {
    if let player = PlayerName(text) { return player }
    throw Fault(.socketBadFilter, "\(quoted(text)) is neither a player's name nor an id", hint: PlayerName.advice)
  }

  /// The leagues, for shell completion.
  public static var leagueNames: [String] { Leagues.known.ids.map(\.rawValue) }

  /// Names of all teams, such as `LAD` and `nba/BOS`, for shell completion.
  public static var teamNames: [String] {
    Leagues.known.all.flatMap { league in league.clubs.map { Leagues.known.name(of: $0.abbreviation, in: league.id) } }
      .sorted()
  }

  /// All types without their `livegame.`, for shell completion.
  public static var typeNames: [String] { Leagues.known.eventTypes.map(\.shortName) }

  /// All known tags, for shell completion.
  public static var tagNames: [String] { Set(Leagues.known.tagNames).sorted() }
}

extension Fault.Code {
  static let socketUnknownName = Fault.Code("socket.unknown-name")
  static let socketBadFilter = Fault.Code("socket.bad-filter")
}
