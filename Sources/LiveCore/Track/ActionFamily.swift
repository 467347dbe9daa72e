/// What an action belongs to: the name in its fact, its tags beside the eventType itself, and its weight.
///
/// Codes of one family may turn into one another when the scorer changes his mind, and stay one fact. An eventType
/// that is not in the table is a family of its own.
struct ActionFamily: Equatable, Sendable {
  var name: String
  private var tags: [Tag]
  var importance: Int

  /// - Parameter eventType: a code of `/api/v1/eventTypes`.
  init(_ eventType: String) {
    self =
      Self.table.first { row in row.prefixes.contains { eventType.hasPrefix($0) } }?.family
      ?? Self(name: Self.isPlain(eventType) ? eventType : "action")
  }

  /// Fit to stand in a fact: lower-case letters, digits and underscores, and not many of them.
  private static func isPlain(_ eventType: String) -> Bool {
    (1...64).contains(eventType.utf8.count)
      && eventType.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private init(name: String, tags: [Tag] = [], importance: Int = 1) {
    (self.name, self.tags, self.importance) = (name, tags, importance)
  }

  /// The eventType itself first, then the family's.
  func tags(for eventType: String) -> [Tag] {
    let caught: [Tag] = eventType.contains("caught_stealing") ? [.caughtStealing] : []
    return (Tag.own(eventType) + tags + caught).reduce(into: []) { list, tag in
      if !list.contains(tag) { list.append(tag) }
    }
  }

  private static let table: [(prefixes: [String], family: ActionFamily)] = [
    (["stolen_base"], Self(name: "runner", tags: [.stolenBase], importance: 2)),
    (["caught_stealing", "cs_double_play"], Self(name: "runner", importance: 2)),
    (["defensive_indiff"], Self(name: "runner")),
    (["pickoff"], Self(name: "pickoff", tags: [.pickoff], importance: 2)),
    (["pitching_substitution", "pitcher_switch"], Self(name: "pitcher", tags: [.pitchingChange], importance: 2)),
    (
      ["offensive_substitution", "defensive_substitution", "defensive_switch"],
      Self(name: "substitution", tags: [.substitution])
    ),
    (["ejection"], Self(name: "ejection", importance: 3)),
    (["injury"], Self(name: "injury", importance: 2)),
    (["wild_pitch", "passed_ball"], Self(name: "wild_pitch", importance: 2)),
    (
      ["batter_timeout", "game_advisory", "at_bat_start", "batter_turn", "no_pitch", "pitcher_step_off"],
      Self(name: "advisory", importance: 0)
    ),
  ]
}

extension Tag {
  /// A code of the feed as a tag. Names that are given by a rule of their own are left out, so that the rule alone
  /// decides: `error` is an eventType too, and stands where a fielder was charged with one.
  static func own(_ eventType: String) -> [Tag] {
    let tag = Tag(rawValue: eventType)
    return eventType.isEmpty || ruled.contains(tag) ? [] : [tag]
  }

  private static let ruled: Set<Tag> = [
    .error, .review, .absChallenge, .overturned, .scoring, .tie, .goAhead, .leadChange, .walkOff, .basesLoaded, .hit,
    .out, .grandSlam, .cycle, .immaculateInning, .caughtStealing, .stolenBase, .substitution, .pitchingChange,
    .doublePlay, .triplePlay, .strikeout,
  ]
}
