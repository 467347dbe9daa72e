internal import FoundationEssentials

/// A client's event filter. An event passes when it matches every list that is not empty.
public struct EventFilter: Hashable, Sendable {
  /// Team abbreviations; the event matches when either side of its game has one of them.
  public var teams: [String]
  /// CloudEvents types, for example `livegame.play`.
  public var types: [String]
  /// Tags; the event matches when it has at least one of them.
  public var tags: [String]

  /// The maximum number of names in all lists together, and of bytes in one name. Every client may have its own filter,
  /// and every event is compared with each name in it.
  static let (mostNames, longestName) = (64, 64)

  /// Creates a filter from these lists; without names every event passes.
  public init(teams: [String] = [], types: [String] = [], tags: [String] = []) {
    (self.teams, self.types, self.tags) = (teams, types, tags)
  }

  /// Whether every event passes.
  var isOpen: Bool { teams.isEmpty && types.isEmpty && tags.isEmpty }

  /// Returns whether an event passes. A member that the event lacks passes, so that no event is skipped silently.
  func matches(_ event: EventHead) -> Bool {
    func fits(_ list: [String], _ names: [String]?) -> Bool {
      guard !list.isEmpty, let names else { return true }
      return list.contains(where: names.contains)
    }
    return fits(types, [event.type]) && fits(tags, event.data.tags) && fits(teams, event.teams)
  }
}

extension EventFilter: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case teams, types, tags }

  /// Decodes a filter. An absent list is empty. Throws for an unknown member and for lists over the bounds.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    teams = try container.decodeIfPresent([String].self, forKey: .teams) ?? []
    types = try container.decodeIfPresent([String].self, forKey: .types) ?? []
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    try Self.check(teams + types + tags, in: "filter")
  }

  /// Throws `malformed` when there are more than `mostNames` names or one has more than `longestName` bytes.
  static func check(_ names: [String], in member: String) throws(Request.Refusal) {
    guard names.count <= mostNames else {
      throw Request.Refusal(code: .malformed, message: "'\(member)' has at most \(mostNames) names")
    }
    guard names.allSatisfy({ $0.utf8.count <= longestName }) else {
      throw Request.Refusal(code: .malformed, message: "a name in '\(member)' has at most \(longestName) bytes")
    }
  }
}

/// The tags that an event can have, used to check and suggest the tags that an operator types.
enum TagNames {
  static let known = meanings.map(\.rawValue) + eventTypes

  private static let meanings: [Tag] = [
    .start, .final, .tied, .unconfirmed, .catchUp, .halfStart, .halfEnd, .extraInnings, .hit, .out, .scoring, .tie,
    .goAhead, .leadChange, .walkOff, .grandSlam, .strikeout, .doublePlay, .triplePlay, .basesLoaded, .stolenBase,
    .caughtStealing, .pickoff, .pitchingChange, .substitution, .error, .review, .absChallenge, .overturned, .cycle,
    .immaculateInning, .noHitterIntact, .perfectGameIntact, .shutout, .noHitter, .perfectGame, .warmup, .delay,
    .resume, .suspended, .postponed, .cancelled, .rescheduled, .lineup, .probablePitcher, .changed, .started,
    .ended, .noHitterWatch, .perfectGameWatch, .closeAndLate, .cycleWatch, .degraded, .blocked, .stale, .recovered,
    .test,
  ]

  /// The MLB event types. Source: `/api/v1/eventTypes`, all 74 codes of 2026.
  private static let eventTypes: [String] = """
    at_bat_start balk batter_interference batter_timeout batter_turn catcher_interf caught_stealing \
    caught_stealing_2b caught_stealing_3b caught_stealing_home cs_double_play defensive_indiff \
    defensive_substitution defensive_switch double double_play ejection error fan_interference field_error field_out \
    fielder_interference fielders_choice fielders_choice_out force_out forced_balk game_advisory \
    grounded_into_double_play grounded_into_triple_play hit_by_pitch home_run injury intent_walk mound_visit \
    no_pitch offensive_substitution os_ruling_pending_primary os_ruling_pending_prior other_advance other_out \
    passed_ball pickoff_1b pickoff_2b pickoff_3b pickoff_caught_stealing_2b pickoff_caught_stealing_3b \
    pickoff_caught_stealing_home pickoff_error_1b pickoff_error_2b pickoff_error_3b pitcher_step_off pitcher_switch \
    pitching_substitution runner_double_play runner_interference runner_placed sac_bunt sac_bunt_double_play sac_fly \
    sac_fly_double_play single stolen_base stolen_base_2b stolen_base_3b stolen_base_home strike_out strikeout \
    strikeout_double_play strikeout_triple_play triple triple_play umpire_substitution walk wild_pitch
    """.split(separator: " ").map(String.init)
}
