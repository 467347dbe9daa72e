internal import LiveModel

/// The effects of orders on the list.
extension FollowList {
  /// The effect of an order to follow teams and players.
  struct Addition: Sendable {
    /// The names to be stored.
    var added: [FollowedName]
    /// Those that are followed already.
    var known: [FollowSubject]
  }

  /// The effect of an order to take names back.
  struct Removal: Sendable {
    /// The names that are stored no longer.
    var removed: [FollowedName]
    /// Remarks, one text each.
    var warnings: [String]
  }

  /// Returns the effect of following teams and players besides. Throws `refused` if it would leave something out that is
  /// followed now, unless `isOnly` allows that, or if the list is full.
  func adding(
    _ subjects: [FollowSubject], isOnly: Bool, by user: Int?, at now: Timestamp
  ) throws(Request.Refusal) -> Addition {
    let subjects = subjects.unique
    let known = subjects.filter { stored($0) != nil || place(of: $0) != nil }
    let fresh = subjects.filter { !known.contains($0) }
    if isOnly, !isEverything {
      throw .init(
        code: .refused,
        message:
          "'only' is for a daemon that follows every game, and this one follows what 'livegamed follow list' shows; "
          + "take away what you do not want with 'livegamed follow remove'")
    }
    if isEverything, !isOnly, !fresh.isEmpty {
      let names = fresh.map(\.words).joined(separator: " and ")
      throw .init(
        code: .refused,
        message: "every game is followed already, because nothing is named; to follow only \(names) from now on, "
          + "repeat it with --only")
    }
    guard stored.count + fresh.count <= FollowedName.most else {
      throw .init(
        code: .refused, message: "at most \(FollowedName.most) teams and players can be added; name more in 'follow'")
    }
    let added = fresh.map {
      FollowedName(kind: $0.kind, name: $0.name, title: $0.title, added: now, user: user)
    }
    return Addition(added: added, known: known)
  }

  /// Returns the effect of taking names back. Throws `unknown_name` for a name that is not followed, and `refused` for
  /// one that the configuration names, or if everything would be followed from then on, unless `isEverything` allows
  /// that.
  func removing(_ names: [String], isEverything: Bool) throws(Request.Refusal) -> Removal {
    var removal = Removal(removed: [], warnings: [])
    for name in names {
      let subject = try followed(name)
      let place = place(of: subject)
      guard let stored = stored(subject) else {
        throw .init(
          code: .refused,
          message: "\(subject.words) stands in the configuration, at \(place ?? "follow"); "
            + "remove it there, then 'livegamed reload'")
      }
      if !removal.removed.contains(stored) { removal.removed.append(stored) }
      if let place { removal.warnings.append("the configuration still follows \(subject.words), at \(place)") }
    }
    let rest = FollowList(configured, reading, stored: stored.filter { !removal.removed.contains($0) })
    if rest.isEverything, !isEverything {
      throw .init(
        code: .refused,
        message: "nothing else is followed, and without a name every game is; to follow every game from now on, "
          + "repeat it with --everything")
    }
    return removal
  }

  /// Returns the team or the player that a name means among those that are followed.
  private func followed(_ text: String) throws(Request.Refusal) -> FollowSubject {
    let candidates = meant(by: text).unique.filter { stored($0) != nil || place(of: $0) != nil }
    if candidates.count == 1 { return candidates[0] }
    guard candidates.isEmpty else {
      let ids = candidates.map(\.name).joined(separator: " or ")
      throw .init(code: .unknownName, message: "several players named \(quoted(text)) are followed; write \(ids)")
    }
    if let player = PlayerName(text), configured.players.contains(where: { $0.isSame(as: player) }) {
      let place = reading.followedPlayers.first { name, _ in PlayerName(name)?.isSame(as: player) ?? false }?.place
      throw .init(
        code: .refused,
        message: "\(player.description) stands in the configuration, at \(place?.description ?? "follow"); "
          + "remove it there, then 'livegamed reload'")
    }
    throw .init(code: .unknownName, message: "\(quoted(text)) is not followed; \(advice(on: text))")
  }

  private func meant(by text: String) -> [FollowSubject] {
    if case .id(let id)? = PlayerName(text) {
      return [stored(.player(id, nil)).map { FollowSubject($0) } ?? .player(id, nil)]
    }
    if let team = Vocabulary.known.find(text, as: .team) { return [.team(team)] }
    let players = stored.filter { $0.kind == .player && $0.title.map { FoldedName($0) == FoldedName(text) } ?? false }
    return players.map { FollowSubject($0) }
  }

  private func advice(on text: String) -> String {
    let names = entries.compactMap { $0.kind == .team ? $0.abbreviation : $0.name }
    return Suggestion.person(text, among: names) ?? "'livegamed follow list' shows what is"
  }
}

extension PlayerName {
  /// Returns whether both texts are the same id, or the same name apart from case and accents.
  fileprivate func isSame(as other: PlayerName) -> Bool {
    switch (self, other) {
    case (.id(let one), .id(let other)): one == other
    case (.name(let one), .name(let other)): FoldedName(one) == FoldedName(other)
    default: false
    }
  }
}
