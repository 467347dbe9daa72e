internal import FoundationEssentials
public import LiveModel

/// Dry run of a configuration's routes on one event. Sends nothing.
public struct RouteTest: Sendable {
  private let router: Router

  /// Creates a dry run of a configuration's routes.
  public init(config: Config) { router = Router(config) }

  /// Explains where a sample event is routed. Throws `event.impossible` when the sample is invalid.
  public func explanation(of sketch: SampleEvent) throws(Fault) -> Explanation { router.explain(try sketch.event()) }

  /// Explains where an event from the socket or a webhook is routed: one CloudEvent in JSON, in any layout. Throws
  /// `event.unreadable` when the bytes are not one.
  public func explanation(of bytes: [UInt8]) throws(Fault) -> Explanation { router.explain(try Self.event(bytes)) }

  private static func event(_ bytes: [UInt8]) throws(Fault) -> Event {
    do {
      let event = try CloudEvent(line: bytes).event
      guard Leagues.known.eventTypes.contains(event.type) else { throw UnknownType() }
      return event
    } catch {
      throw Fault(
        .eventUnreadable, problem(error),
        hint: "give it one event as 'livegamed watch --json' prints it, or as a webhook receives it")
    }
  }

  private struct UnknownType: Error {}

  /// Returns a message that names the wrong member but not its value.
  private static func problem(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
    switch error {
    case is UnknownType: return "this is not an event: 'type' is not understood"
    case DecodingError.keyNotFound(let key, let context):
      let whole = (path(context).isEmpty ? "" : path(context) + ".") + key.stringValue
      return "this is not an event: it has no '\(whole.prefix(80))'"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      let path = path(context)
      return path.isEmpty
        ? "this is not one JSON object" : "this is not an event: '\(path.prefix(80))' is not understood"
    default: return "this is not an event"
    }
  }
}

extension Fault.Code {
  static let eventUnreadable = Fault.Code("event.unreadable")
}

/// An event described by hand to try the routes. A field that is not set gets the plainest value.
public struct SampleEvent: Equatable, Sendable {
  /// Short name of the league; nil for that of the first team.
  public var league: String?
  /// CloudEvents type, also without its `livegame.`.
  public var type = "livegame.play"
  /// Tags of the event.
  public var tags: [String] = []
  /// Teams as people write them, the away side first: one or two, or both in one text, such as `TOR@AZ`.
  public var teams: [String] = []
  /// The club at bat, one of `teams`; nil for the away side in an inning, and for none without one.
  public var batting: String?
  /// Full names or StatsAPI ids of the players who take part.
  public var players: [String] = []
  /// Inning, from 1 to 99.
  public var inning: Int?
  /// Score such as `3-2`, the away side's runs first.
  public var score: String?
  /// Importance from 0 to 4; nil for that of a play with these tags.
  public var importance: Int?
  /// The leverage when it began, such as `2.5`, and how much it changed the chance to win, such as `0.2` or `20%`.
  public var leverage, swing: String?
  /// Whether the feed has not confirmed the event.
  public var isProvisional = false

  /// Creates a play without details.
  public init() {}

  /// Builds the event. Throws `event.impossible`.
  func event() throws(Fault) -> Event {
    let (type, teams, score) = (try eventType(), try sides(), try runs())
    guard inning.map({ (1...99).contains($0) }) ?? true else { throw Self.fault("an inning is from 1 to 99") }
    guard importance.map({ (0...4).contains($0) }) ?? true else { throw Self.fault("an importance is from 0 to 4") }
    let (league, description) = (leagueID, Leagues.known[leagueID])
    let batting = try sideAtBat(of: teams)
    let tags = try eventTags()
    let instant = Timestamp(seconds: 0)
    let game = EventGame(
      id: 0, date: "1970-01-01", number: 1, type: "R", status: .live, away: teams.away, home: teams.home)
    let data = EventData(
      fact: Fact(rawValue: "\(league.rawValue)/0/sketch"), revision: 1, change: .new, provisional: isProvisional,
      league: league, game: game, score: score, odds: try odds(), players: try participants(),
      importance: importance ?? max(1, description.importance(of: tags)), tags: tags, summary: "", observedAt: instant,
      feedAt: instant,
      members: (inning ?? batting.map { _ in 1 }).map { description.members(inPeriod: $0, batting: batting) }
        ?? LeagueMembers())
    return description.attributed(Event(type: type, time: instant, data: data))
  }

  private func eventType() throws(Fault) -> EventType {
    do {
      return try Vocabulary.known.type(type)
    } catch {
      throw Self.fault(error.message, hint: error.hint)
    }
  }

  private func eventTags() throws(Fault) -> [Tag] {
    do {
      return try tags.map { name throws(Vocabulary.UnknownName) in try Vocabulary.known.tag(name) }
    } catch {
      throw Self.fault(error.message, hint: error.hint)
    }
  }

  private var leagueID: LeagueID {
    if let league { return LeagueID(rawValue: league) }
    let owners = teamNames.compactMap { name -> LeagueID? in
      if case .one(let team) = TeamSearch.known.find(name) { team.league } else { nil }
    }
    return owners.first ?? Leagues.known.ids.first ?? LeagueID(rawValue: "")
  }

  /// The names of the teams: `TOR@AZ` and `TOR/AZ` are two, `nba/BOS` is one.
  private var teamNames: [String] {
    teams.flatMap { $0.split(omittingEmptySubsequences: false) { $0 == "@" } }.flatMap { name in
      Leagues.known.qualified(String(name)) != nil ? [name] : name.split(omittingEmptySubsequences: false) { $0 == "/" }
    }.map(String.init)
  }

  /// Returns the abbreviation of a team of the league. Returns an unknown name unchanged.
  private func abbreviation(_ name: String) -> String {
    let known = Vocabulary.of(leagueID).find(name, as: .team) ?? name
    return Leagues.known.qualified(known)?.abbreviation ?? known
  }

  private func sides() throws(Fault) -> Sides<Team> {
    let names = teamNames
    guard names.count <= 2, !names.contains("") else {
      throw Self.fault("a game has two teams", hint: "name them as in TOR@AZ, or one of them")
    }
    // Any club is allowed, even an unknown one, and one that is left out has no abbreviation.
    let padded = names.map(abbreviation) + Array(repeating: "", count: 2 - names.count)
    return Sides(
      away: Team(id: 0, abbreviation: padded[0], name: padded[0]),
      home: Team(id: 0, abbreviation: padded[1], name: padded[1]))
  }

  private func sideAtBat(of teams: Sides<Team>) throws(Fault) -> Side? {
    guard let batting else { return nil }
    let known = abbreviation(batting)
    if let side = [Side.away, .home].first(where: { teams[$0].abbreviation == known }) { return side }
    throw Self.fault(
      "\(quoted(batting)) does not play in this game", hint: "name the game too, as in --team TOR@BOS --batting BOS")
  }

  private func runs() throws(Fault) -> Score? {
    guard let score else { return nil }
    let runs = score.split(separator: "-", omittingEmptySubsequences: false).map { $0.count <= 2 ? Int($0) : nil }
    guard runs.count == 2, let away = runs[0], let home = runs[1], away >= 0, home >= 0 else {
      throw Self.fault("\(quoted(score)) is not a score", hint: "write it as in 3-2, the away side first")
    }
    return Score(away: away, home: home)
  }

  private func odds() throws(Fault) -> EventOdds? {
    guard leverage != nil || swing != nil else { return nil }
    func number(_ text: String?, _ key: ConditionKey, _ name: String) throws(Fault) -> Double {
      guard let text else { return 0 }
      guard let number = try? Threshold.parse(text, for: key) else {
        throw Self.fault("\(quoted(text)) is no \(name)", hint: "write it as in \(key == .minSwing ? "20%" : "2.5")")
      }
      return number
    }
    return EventOdds(
      before: 0, after: try number(swing, .minSwing, "swing"), leverage: try number(leverage, .minLeverage, "leverage"))
  }

  private func participants() throws(Fault) -> [Participant] {
    var list: [Participant] = []
    for text in players {
      switch PlayerName(text) {
      case .id(let id): list.append(Participant(Person(id: id, name: ""), as: Participant.Role(rawValue: "player")))
      case .name(let name):
        list.append(Participant(Person(id: 0, name: name), as: Participant.Role(rawValue: "player")))
      case nil: throw Self.fault("\(quoted(text)) is neither a player's name nor an id")
      }
    }
    return list
  }

  private static func fault(_ message: String, hint: String? = nil) -> Fault {
    Fault(.eventImpossible, message, hint: hint)
  }
}

extension Fault.Code {
  static let eventImpossible = Fault.Code("event.impossible")
}
