internal import LiveModel

/// A team or a player that an order names.
struct FollowSubject: Hashable, Sendable {
  var kind: FollowedName.Kind
  /// The current abbreviation of a team, or the league's id of a player in digits.
  var name: String
  /// The name of a player; nil if it is not known.
  var title: String?

  /// The id of a player; nil for a team.
  var player: Int? { kind == .player ? Int(name, in: 1...1 << 53) : nil }

  static func team(_ abbreviation: String) -> FollowSubject {
    FollowSubject(kind: .team, name: Leagues.known.currentName(abbreviation))
  }

  static func player(_ id: Int, _ title: String?) -> FollowSubject {
    FollowSubject(kind: .player, name: "\(id)", title: title)
  }

  static func == (left: FollowSubject, right: FollowSubject) -> Bool {
    left.kind == right.kind && left.name == right.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(name)
  }
}

/// Everything that is followed: what the configuration names, and what orders have added. Both add up, as the files of
/// the configuration do. If both name nothing, everything is followed.
struct FollowList: Sendable {
  /// `follow` of the configuration.
  let configured: Config.Follow
  /// The places of its elements.
  let reading: ConfigReading
  /// The teams and players that orders have added.
  let stored: [FollowedName]

  init(_ configured: Config.Follow, _ reading: ConfigReading, stored: [FollowedName]) {
    (self.configured, self.reading, self.stored) = (configured, reading, stored)
  }

  /// The teams and players of both.
  var merged: Config.Follow {
    var merged = configured
    let known = Set(configured.teams.map(Leagues.known.currentName))
    merged.teams += storedTeams.filter { !known.contains($0) }
    merged.players += storedPlayers.filter { !configured.players.contains($0) }
    return merged
  }

  var storedTeams: [String] { stored.filter { $0.kind == .team }.map(\.name) }

  var storedPlayers: [PlayerName] { stored.filter { $0.kind == .player }.compactMap { PlayerName($0.name) } }

  /// Whether everything is followed, because nothing is named.
  var isEverything: Bool { configured.teams.isEmpty && configured.players.isEmpty && stored.isEmpty }

  /// Returns the stored name of a team or a player; nil if no order has added it.
  func stored(_ subject: FollowSubject) -> FollowedName? { stored.first { FollowSubject($0) == subject } }

  /// Returns the place in the configuration that follows a team or a player; nil if none does.
  func place(of subject: FollowSubject) -> String? {
    let isNamed =
      switch subject.kind {
      case .team: configured.teams.contains { Leagues.known.currentName($0) == subject.name }
      case .player: configured.players.contains { subject.isMeant(by: $0) }
      }
    guard isNamed else { return nil }
    let place =
      switch subject.kind {
      case .team:
        reading.followedTeams.first { name, _ in
          Vocabulary.known.find(name, as: .team).map(Leagues.known.currentName) == subject.name
        }?.place
      case .player:
        reading.followedPlayers.first { name, _ in PlayerName(name).map(subject.isMeant) ?? false }?.place
      }
    return place?.description ?? "the configuration"
  }
}

extension FollowSubject {
  init(_ stored: FollowedName) { self.init(kind: stored.kind, name: stored.name, title: stored.title) }

  /// Returns whether a player in the configuration is this one: by id, or by the whole name.
  func isMeant(by player: PlayerName) -> Bool {
    switch player {
    case .id(let id): kind == .player && name == "\(id)"
    case .name(let text): kind == .player && title.map { FoldedName($0) == FoldedName(text) } ?? false
    }
  }

  /// The team or the player as a sentence names it: `BOS`, `Shohei Ohtani (660271)`.
  var words: String { title.map { "\($0) (\(name))" } ?? (kind == .team ? name : "player \(name)") }
}

/// The entries of the answers.
extension FollowList {
  /// Everything that is followed: teams, then players, those of the configuration first. Players without an id have the
  /// name that the configuration gives.
  var entries: [FollowEntry] {
    let teams = configured.teams.map(FollowSubject.team).unique
    let players = configured.players.map { player in
      let title = stored.lazy.map { FollowSubject($0) }.first { $0.isMeant(by: player) }?.title
      return entry(of: player, title)
    }
    let added = stored.filter { place(of: FollowSubject($0)) == nil }.map { entry(of: FollowSubject($0)) }
    return teams.map(entry) + added.filter { $0.kind == .team } + players + added.filter { $0.kind == .player }
  }

  /// Returns the entry of a team, or of a player by id.
  func entry(of subject: FollowSubject) -> FollowEntry {
    var entry = FollowEntry(subject.kind == .team ? .team : .player)
    let stored = stored(subject)
    switch subject.kind {
    case .team:
      entry.abbreviation = subject.name
      entry.name = Leagues.known.club(named: subject.name)?.club.name
    case .player: (entry.id, entry.name) = (subject.player, stored?.title ?? subject.title)
    }
    (entry.place, entry.added, entry.user) = (place(of: subject), stored?.added, stored?.user)
    return entry
  }

  private func entry(of player: PlayerName, _ title: String?) -> FollowEntry {
    switch player {
    case .id(let id): return entry(of: .player(id, title))
    case .name(let name):
      var entry = FollowEntry(.player)
      entry.name = name
      let place = reading.followedPlayers.first { text, _ in FoldedName(text) == FoldedName(name) }?.place
      entry.place = place?.description ?? "the configuration"
      let stored = stored.first { FollowSubject($0).isMeant(by: player) }
      (entry.id, entry.added, entry.user) = (stored.flatMap { FollowSubject($0).player }, stored?.added, stored?.user)
      return entry
    }
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
