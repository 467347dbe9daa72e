internal import LiveModel

/// Looks for valid settings that do not do what they seem to do.
struct ConfigWarnings {
  /// The most that are reported.
  static let most = 100

  /// Routes with `stop` that each later route is compared with.
  private static let mostCovers = 32

  let config: Config
  let routes: [RouteDraft]
  /// The places of what is followed.
  let followPlaces: [Fault.Place]
  private let sinkPlaces: [String: Fault.Place]
  /// Whether the configuration has no fault, so that sinks and `follow` are known.
  private let isComplete: Bool
  private var vocabulary: Vocabulary { .known }
  private let check = RouteCheck()
  private(set) var all: [Fault] = []
  /// The warning about a league that is on and has no followed team.
  var leagueWithoutTeams: Fault?
  /// The warnings about sinks that show nothing because no team is followed by name.
  private(set) var sinksWithoutTeams: [Fault] = []
  /// The warnings about routes for teams that are not followed, with these teams.
  var unfollowedTeams: [(warning: Fault, teams: [String])] = []

  /// - Parameters:
  ///   - config: the configuration, which is valid.
  ///   - routes: its routes, with the places of their values.
  ///   - sinkPlaces: the places of its sinks, by name.
  ///   - follow: what it follows, with the places.
  ///   - leaguePlace: the place where it turns a league on.
  init(
    _ config: Config, routes: [RouteDraft], sinkPlaces: [String: Fault.Place], follow: FollowPlaces,
    leaguePlace: Fault.Place?
  ) {
    (self.config, self.routes, self.sinkPlaces, isComplete) = (config, routes, sinkPlaces, true)
    followPlaces = (follow.teams + follow.players).map(\.place)
    warn()
    warnOfSharedNames(follow.teams)
    warnOfLeagueWithoutTeams(at: leaguePlace)
    all = Array(all.prefix(Self.most))
  }

  /// The followed teams and players as they are written, with the places.
  typealias FollowPlaces = (
    teams: [(name: String, place: Fault.Place)], players: [(name: String, place: Fault.Place)]
  )

  /// Creates the warnings of a configuration with faults: those about single routes, of those without a fault.
  init(routes: [RouteDraft]) {
    (config, sinkPlaces, followPlaces, isComplete) = (.default, [:], [], false)
    self.routes = routes.filter { !$0.isBroken }
    warn()
  }

  private mutating func warn() {
    for route in routes where all.count < Self.most {
      warnOfTags(in: route)
      if !warnOfConflict(in: route) {
        warnOfParts(of: route)
        warnOfEnds(in: route)
      }
      if isComplete { warnOfTeams(in: route) }
    }
    warnOfUnreachedRoutes()
    if isComplete {
      warnOfFollowElsewhere()
      warnOfUnusedSinks()
      warnOfSinksWithoutTeams()
    }
    all = Array(all.prefix(Self.most))
  }

  mutating func warn(_ code: Fault.Code, _ message: String, at place: Fault.Place?, hint: String?) {
    all.append(Fault(code, message, at: place, hint: hint))
  }

  private mutating func warnOfTags(in route: RouteDraft) {
    for key in [ConditionKey.tags, .allTags, .notTags] {
      for (name, place) in route.elements[key] ?? [] where !vocabulary.has(name, as: .tag) && all.count < Self.most {
        let unknown = vocabulary.unknown(name, as: .tag)
        warn(.configUnknownTag, unknown.message, at: place, hint: unknown.hint)
      }
    }
  }

  /// Returns whether the route can never match.
  private mutating func warnOfConflict(in route: RouteDraft) -> Bool {
    let wanted = route.rule.conditions
    if let conflict = check.conflict(in: wanted) {
      warn(
        .configDeadRoute, "this route can never match: \(RouteCheck.words(for: conflict))",
        at: conflict.last.flatMap { route.places[$0] } ?? route.place,
        hint: check.facts(about: conflict, in: wanted) ?? "remove one of the conditions")
      return true
    }
    let early = Set(config.sinks.filter(\.early).map(\.name))
    guard isComplete, wanted.provisional == true, !route.sinks.isEmpty,
      route.sinks.allSatisfy({ !early.contains($0.text) })
    else { return false }
    warn(
      .configDeadRoute, "this route sends nothing: it is for provisional events, and none of its sinks takes them",
      at: route.places[.provisional] ?? route.place, hint: "add 'early: true' to a sink, or remove 'provisional'")
    return true
  }

  /// Warns of elements of a list that can never match, although others of the list can.
  private mutating func warnOfParts(of route: RouteDraft) {
    let wanted = route.rule.conditions
    for (key, what) in [(ConditionKey.tags, "tag"), (.types, "type")] {
      for (name, place) in route.elements[key] ?? [] where all.count < Self.most {
        var part = wanted
        if key == .tags { part.tags = [Tag(rawValue: name)] } else { part.types = [EventType(rawValue: name)] }
        guard let conflict = check.conflict(in: part) else { continue }
        let facts = check.facts(about: conflict, in: part).map { "\($0): " } ?? ""
        warn(
          .configNarrowRoute, "the \(what) '\(name)' never matches here: \(RouteCheck.words(for: conflict))",
          at: place, hint: "\(facts)give it a route of its own")
      }
    }
    for key in [ConditionKey.tags, .allTags] {
      for (name, place) in route.elements[key] ?? [] where all.count < Self.most {
        guard let first = check.missedBeginning(of: Tag(rawValue: name), in: wanted), let innings = wanted.innings
        else { continue }
        let text = RangeText.text(of: innings, from: 1)
        warn(
          .configNarrowRoute, "'innings: \(text)' leaves out the beginning of '\(name)', which is in inning \(first)",
          at: route.places[.innings] ?? place, hint: "write 'innings: \(first)+', or leave 'innings' out")
      }
    }
  }

  /// Warns of tags that come with the end of the game, in a route whose innings ask for what happens before.
  private mutating func warnOfEnds(in route: RouteDraft) {
    let wanted = route.rule.conditions
    guard let innings = wanted.innings else { return }
    for key in [ConditionKey.tags, .allTags] {
      for (name, place) in route.elements[key] ?? [] where all.count < Self.most {
        guard let sign = check.earlierSign(of: Tag(rawValue: name), in: wanted) else { continue }
        let text = RangeText.text(of: innings, from: 1)
        warn(
          .configNarrowRoute, "'\(name)' is only on the final, and 'innings: \(text)' brings it no earlier", at: place,
          hint: "'\(sign.rawValue)' says during the game that it may come")
      }
    }
  }

  /// Warns of routes whose events are all taken by a route above them that has `stop`.
  private mutating func warnOfUnreachedRoutes() {
    var covers: [RouteCover] = []
    for route in routes where all.count < Self.most {
      if let cover = covers.first(where: { $0.contains(route.rule.conditions) }) {
        warn(
          .configDeadRoute, "this route is never reached: the route at \(cover.place) has 'stop' and takes its events",
          at: route.place, hint: "move this route above the other, or remove 'stop'")
      } else if route.rule.stop, covers.count < Self.mostCovers {
        covers.append(RouteCover(route.rule.conditions, at: route.place))
      }
    }
  }

  private mutating func warnOfUnusedSinks() {
    guard !routes.isEmpty else { return }
    let used = Set(routes.flatMap { $0.sinks.map(\.text) })
    for sink in config.sinks where !used.contains(sink.name) {
      warn(
        .configUnusedSink, "no route names the sink '\(sink.name)', so it gets no event", at: sinkPlaces[sink.name],
        hint: "name it in the 'sinks' of a route, or remove it")
    }
  }

  private mutating func warnOfSinksWithoutTeams() {
    guard config.follow.teams.isEmpty else { return }
    for sink in config.sinks where sink.kind.showsFollowedTeams {
      warn(
        .configNoDevice, "the sink '\(sink.name)' announces no device, because no team is followed by name",
        at: sinkPlaces[sink.name], hint: "name your teams in 'follow.teams', or write 'discovery: false'")
      sinksWithoutTeams += all.suffix(1)
    }
  }
}

extension Fault.Code {
  static let configNoDevice = Fault.Code("config.no-device")
  static let configUnknownTag = Fault.Code("config.unknown-tag")
  static let configUnusedSink = Fault.Code("config.unused-sink")
  static let configDeadRoute = Fault.Code("config.dead-route")
  static let configNarrowRoute = Fault.Code("config.narrow-route")
}
