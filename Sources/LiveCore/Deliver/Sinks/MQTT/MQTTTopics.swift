internal import LiveModel

/// The topics of a sink.
struct MQTTTopics: Equatable, Sendable {
  /// The beginning of all topics of livegamed.
  var base: String
  /// The discovery prefix of Home Assistant; nil without discovery.
  var discovery: String?

  /// Whether the daemon is connected.
  var status: String { "\(base)/status" }
  /// The devices that are announced. It is read after a start, so that a device that is no longer followed is removed.
  var devices: String { "\(base)/devices" }
  /// The test of `livegamed sink test`.
  var test: String { "\(base)/test" }
  /// The status of Home Assistant itself; nil without discovery.
  var homeAssistant: String? { discovery.map { "\($0)/status" } }
  /// The description that `livegamed sink test` removes, which is never there; nil without discovery.
  var testConfig: String? { discovery.map { "\($0)/device/\(Self.word(base))_test/config" } }
  /// All topics of `delivered(of:)`.
  var allDelivered: String { "\(base)/+/+/delivered" }

  /// Whether the source of a league can be trusted.
  func status(of league: LeagueID) -> String { "\(base)/\(league.rawValue)/status" }

  /// The state of a team's game.
  func state(of team: FollowedTeam) -> String { "\(place(of: team))/state" }

  /// The events of a team.
  func event(of team: FollowedTeam) -> String { "\(place(of: team))/event" }

  /// The game of a team that is under way, or begins next.
  func next(of team: FollowedTeam) -> String { "\(place(of: team))/next" }

  /// The id of the last event. It is read after a start, so that an event is not repeated whose delivery was not stored.
  func delivered(of team: FollowedTeam) -> String { "\(place(of: team))/delivered" }

  /// The description of a team's device; nil without discovery.
  func config(of team: FollowedTeam) -> String? { discovery.map { "\($0)/device/\(device(of: team))/config" } }

  /// The id of a team's device, such as `livegamed_mlb_bos`. It holds letters, digits, `_` and `-` only.
  func device(of team: FollowedTeam) -> String { "\(Self.word(base))_\(team.league.rawValue)_\(team.topicLevel)" }

  private func place(of team: FollowedTeam) -> String { "\(base)/\(team.league.rawValue)/\(team.topicLevel)" }

  private static func word(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
  }
}

extension FollowedTeam {
  /// The level of a topic that stands for the team, such as `bos`. It stands in the automations of users.
  var topicLevel: String {
    String(abbreviation.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }
}
