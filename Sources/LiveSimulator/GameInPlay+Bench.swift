/// Substitutions, mound visits and other short interruptions.
extension GameInPlay {
  private static let umpires = ["Lance Barrett", "Ángel Durán", "Will Kessler", "Adrián Peña"]

  /// Adds the game's own advisories to the first plate appearance.
  mutating func announceStart() {
    for status in ["Pre-Game", "Warmup", "In Progress"] {
      act("game_advisory", "Status Change - \(status)", by: play.batter, takes: 1...2)
    }
  }

  /// Gives the pinch hitter or runner, or another substitute, a position in the field.
  mutating func settleDefence() {
    for place in 0..<9 where lineups[fielding].slots[place].vacated != nil {
      let vacated = lineups[fielding].slots[place].vacated ?? .designatedHitter
      if vacated != .designatedHitter, dice.chance(0.4), enterField(place, vacated) { continue }
      guard let position = lineups[fielding].settle(place), position != .designatedHitter else { continue }
      let player = lineups[fielding].slots[place].player
      substitution(
        "defensive_switch", "\(player.name) remains in the game as the \(position.noun).", player, nil, position, place)
    }
    guard play.inning >= 6, !isImmaculate else { return }
    if dice.chance(0.06) {
      let place = dice.number(in: 0...8)
      let position = lineups[fielding].slots[place].position
      if position != .designatedHitter, canLeave(place, of: fielding) { _ = enterField(place, position) }
    } else if dice.chance(0.04) {
      exchangeOutfielders()
    }
  }

  private mutating func enterField(_ place: Int, _ position: Position) -> Bool {
    guard let change = lineups[fielding].substitute(place, as: position) else { return false }
    substitution(
      "defensive_substitution",
      "Defensive Substitution: \(change.entered.name) replaces \(change.left.name), batting \(place + 1)th, playing "
        + "\(position.noun).", change.entered, change.left, position, place)
    return true
  }

  private mutating func exchangeOutfielders() {
    let places = (0..<9).filter { Position.outfield.contains(lineups[fielding].slots[$0].position) }
    guard places.count > 1 else { return }
    lineups[fielding].exchange(places[0], places[1])
    for place in places.prefix(2) {
      let slot = lineups[fielding].slots[place]
      substitution(
        "defensive_switch", "Defensive switch to \(slot.position.noun) for \(slot.player.name).", slot.player, nil,
        slot.position, place)
    }
  }

  /// Makes substitutions before the first pitch of a plate appearance.
  mutating func substitute() {
    guard !isImmaculate else { return }
    let pitching = lineups[fielding]
    let isTired = pitching.faced >= (play.inning < 6 ? 18 : 3)
    if play.inning >= 3, isTired, flavour.dominant != fielding, dice.chance(0.12) { changePitcher() }
    let place = lineups[batting].turn
    if play.inning >= 6, canLeave(place, of: batting), dice.chance(0.025) { pinchHit(place) }
    if play.inning >= 7, !field.isEmpty, dice.chance(0.015) { pinchRun() }
  }

  /// Returns false for a batter on his way to a cycle and for a pitcher who bats.
  private func canLeave(_ place: Int, of side: Int) -> Bool {
    let isCycle = flavour.cycle.map { $0.side == side && $0.place == place } ?? false
    return !isCycle && lineups[side].slots[place].player != lineups[side].pitcher
  }

  private mutating func changePitcher() {
    if play.inning >= 8, abs(score.lead) >= 6, dice.chance(0.25), let change = lineups[fielding].switchPitcher() {
      play.pitcher = change.entered
      return substitution(
        "pitcher_switch",
        "Pitcher switch: designated hitter \(change.entered.name) replaces pitcher \(change.left.name).",
        change.entered, change.left, .pitcher, nil)
    }
    guard let change = lineups[fielding].relieve() else { return }
    play.pitcher = change.entered
    substitution(
      "pitching_substitution", "Pitching Change: \(change.entered.name) replaces \(change.left.name).", change.entered,
      change.left, .pitcher, nil)
  }

  private mutating func pinchHit(_ place: Int) {
    guard let change = lineups[batting].substitute(place, as: .pinchHitter) else { return }
    play.batter = change.entered
    substitution(
      "offensive_substitution",
      "Offensive Substitution: Pinch-hitter \(change.entered.name) replaces \(change.left.name).", change.entered,
      change.left, .pinchHitter, place)
  }

  private mutating func pinchRun() {
    guard let base = (1...3).first(where: field.has), let runner = field.bases[base - 1],
      let place = lineups[batting].slots.firstIndex(where: { $0.player == runner }), canLeave(place, of: batting),
      let change = lineups[batting].substitute(place, as: .pinchRunner)
    else { return }
    field.bases[base - 1] = change.entered
    substitution(
      "offensive_substitution",
      "Offensive Substitution: Pinch-runner \(change.entered.name) replaces \(change.left.name).", change.entered,
      change.left, .pinchRunner, place)
  }

  private mutating func substitution(
    _ eventType: String, _ text: String, _ entered: Player, _ left: Player?, _ position: Position, _ place: Int?
  ) {
    act(eventType, text, by: entered, takes: 15...60)
    let last = play.events.count - 1
    let side = eventType == "offensive_substitution" ? batting : fielding
    (play.events[last].replaced, play.events[last].position) = (left, position)
    play.events[last].battingOrder = place.map { lineups[side].battingOrder($0) }
  }

  /// Adds interruptions that move no runner.
  mutating func bench() {
    let place = dice.index(weights: [
      100, 3.4, lineups[fielding].moundVisits > 0 ? 1.3 : 0, 0.5, 0.12, 0.05, 0.03, 0.02,
    ])
    switch place {
    case 1: act("batter_timeout", "Batter Timeout.", by: play.batter, takes: 10...20)
    case 2:
      lineups[fielding].moundVisits -= 1
      act("mound_visit", "Mound Visit.", takes: 20...40)
    case 3: act("game_advisory", dice.pick(["Mound visit.", "Umpire huddle.", "Fan on the field."]), by: play.batter)
    case 4: hurt()
    case 5: eject()
    case 6: replaceUmpire()
    case 7: act("quantum_review_7", "Nobody has seen this before.", by: play.batter)
    default: break
    }
  }

  private mutating func replaceUmpire() {
    let first = dice.number(in: 0...3)
    let (comes, goes) = (Self.umpires[(first + 1) % 4], Self.umpires[first])
    act("umpire_substitution", "Umpire Substitution: HP umpire \(goes) is replaced by \(comes).")
  }

  /// Replaces an injured player, if a substitute is left.
  private mutating func hurt() {
    let part = dice.pick(["leg", "wrist", "hamstring", "shoulder", "finger"])
    let isPitcher = flavour.dominant != fielding && dice.chance(0.4)
    let (side, player) = isPitcher ? (fielding, play.pitcher) : (batting, play.batter)
    let club = lineups[side].club.nickname
    let role = isPitcher ? "pitcher" : "batter"
    act("injury", "\(club) \(role) \(player.name) left the game due to an injured \(part).", by: player)
    play.events[play.events.count - 1].injury = part
    let place = lineups[batting].turn
    if isPitcher { changePitcher() } else if canLeave(place, of: batting) { pinchHit(place) }
  }

  private mutating func eject() {
    let side = dice.chance(0.5) ? batting : fielding
    guard lineups[side].hasManager else { return }
    lineups[side].hasManager = false
    let manager = lineups[side].manager
    let umpire = dice.pick(Self.umpires)
    act(
      "ejection", "\(lineups[side].club.nickname) Manager \(manager.name) ejected by HP umpire \(umpire).", by: manager)
  }
}
