extension NBAAction {
  /// The action as the play-by-play has it, around its two scores, which a correction of an earlier action changes.
  struct Document: Sendable {
    fileprivate let head: [UInt8]
    fileprivate let tail: [UInt8]

    /// Appends the JSON with the score after the action.
    func write(score: PerSide<Int>, to bytes: inout [UInt8]) {
      bytes += head
      bytes += "\"scoreHome\":\"\(score.home)\",\"scoreAway\":\"\(score.away)\",".utf8
      bytes += tail
    }
  }

  /// Returns the action's document. `shotNumber` is the `shotActionNumber` of a rebound, `digits` those of a second of
  /// `timeActual`, and `spoil` changes members that no fact depends on.
  func document(
    clubs: PerSide<NBAClub>, shotNumber: Int?, digits: Int = 1, spoil: (JSON) -> JSON = { $0 }
  ) -> Document {
    let head = JSON.object(head(clubs, digits: digits))
    let tail = spoil(JSON.object(tail(clubs, shotNumber: shotNumber)))
    // Both are objects with members, so the comma and the brace are where they are expected.
    return Document(head: head.bytes.dropLast() + Array(",".utf8), tail: Array(tail.bytes.dropFirst()))
  }

  private func head(_ clubs: PerSide<NBAClub>, digits: Int) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("actionNumber", .number(number)), ("clock", .string(clockText)),
      ("timeActual", .string(EasternTime.utc(time, digits: digits))), ("period", .number(period)),
      ("periodType", .string(Self.periodType(period))),
    ]
    if let side {
      members += [("teamId", .number(clubs[side].id)), ("teamTricode", .string(clubs[side].tricode))]
    }
    members.append(("actionType", .string(kind.rawValue)))
    if let subType { members.append(("subType", .string(subType))) }
    if let descriptor { members.append(("descriptor", .string(descriptor))) }
    members += [
      ("qualifiers", .array(qualifiers.map(JSON.string))), ("personId", .number(player?.id ?? 0)),
      ("possession", .number(possession.map { clubs[$0].id } ?? 0)),
    ]
    return members
  }

  private func tail(_ clubs: PerSide<NBAClub>, shotNumber: Int?) -> [(String, JSON)] {
    var members: [(String, JSON)] = [("edited", .string(EasternTime.utc(edited)))]
    members += spotMembers
    if let official { members.append(("officialId", .number(official))) }
    members += [
      ("orderNumber", .number(order)), ("isTargetScoreLastPeriod", false), ("isFieldGoal", kind.isFieldGoal ? 1 : 0),
    ]
    if kind == .block || kind == .steal || kind == .heave { members.append(("subType", "")) }
    members += ownMembers(clubs, shotNumber: shotNumber)
    if let text = description(clubs: clubs) { members.append(("description", .string(text))) }
    if let player {
      members += [("playerName", .string(player.familyName)), ("playerNameI", .string(player.initialName))]
    }
    // On some timeouts the feed leaves it out.
    if kind != .timeout || !qualifiers.isEmpty {
      members.append(("personIdsFilter", .array(people.map { .number($0.id) })))
    }
    return members
  }

  /// Everybody whom the action names.
  private var people: [NBAPlayer] {
    [player, tip?.won, tip?.lost, assist, drawn].compactMap(\.self).reduce(into: []) { list, one in
      if !list.contains(one) { list.append(one) }
    }
  }

  private var spotMembers: [(String, JSON)] {
    let isShot = kind.isFieldGoal
    let place = isShot ? spot?.place : nil
    var members: [(String, JSON)] = [
      ("x", place.map { .decimal($0.x) } ?? .null), ("y", place.map { .decimal($0.y) } ?? .null),
      ("xLegacy", (isShot ? spot?.lateral : nil).map(JSON.number) ?? .null),
      ("yLegacy", (isShot ? spot?.depth : nil).map(JSON.number) ?? .null),
      ("side", isShot ? (spot?.isRight == true ? "right" : "left") : .null),
    ]
    if let spot {
      members += [("area", .string(spot.area)), ("areaDetail", .string(spot.areaDetail))]
      if isShot || kind == .heave {
        members.append(("shotDistance", .decimal((spot.feet * 100).rounded() / 100)))
      }
    }
    return members
  }

  private func ownMembers(_ clubs: PerSide<NBAClub>, shotNumber: Int?) -> [(String, JSON)] {
    switch kind {
    case .twoPointer, .threePointer, .freeThrow: return shotMembers
    case .rebound:
      let shot = shotNumber.map { [("shotActionNumber", JSON.number($0))] } ?? []
      guard player != nil else { return shot }
      return shot + [
        ("reboundTotal", .number(tally.rebounds)), ("reboundDefensiveTotal", .number(tally.defensiveRebounds)),
        ("reboundOffensiveTotal", .number(tally.offensiveRebounds)),
      ]
    case .turnover:
      return (player == nil ? [] : [("turnoverTotal", .number(tally.turnovers))])
        + named(defender, "stealPlayerName", "stealPersonId")
    case .foul:
      return [("foulPersonalTotal", .number(tally.fouls)), ("foulTechnicalTotal", .number(tally.technicals))]
        + named(drawn, "foulDrawnPlayerName", "foulDrawnPersonId")
    case .jumpBall: return tipMembers(clubs)
    case .instantReplay: return value.map { [("value", .string($0))] } ?? []
    default: return []
    }
  }

  private var shotMembers: [(String, JSON)] {
    var members: [(String, JSON)] = [("shotResult", isMade == true ? "Made" : "Missed")]
    if isMade == true { members.append(("pointsTotal", .number(tally.points))) }
    if let assist {
      members += [
        ("assistPlayerNameInitial", .string(assist.initialName)), ("assistPersonId", .number(assist.id)),
        ("assistTotal", .number(assistTotal)),
      ]
    }
    return members + named(defender, "blockPlayerName", "blockPersonId")
  }

  private func tipMembers(_ clubs: PerSide<NBAClub>) -> [(String, JSON)] {
    guard let tip else { return [] }
    let club = side.map { clubs[$0].tricode } ?? ""
    // The feed spells the name of this member so.
    return [("jumpBallRecoveredName", .string(tip.recovered?.initialName ?? "Team (\(club))"))]
      + (tip.recovered.map { [("jumpBallRecoverdPersonId", .number($0.id))] } ?? [])
      + named(tip.won, "jumpBallWonPlayerName", "jumpBallWonPersonId")
      + named(tip.lost, "jumpBallLostPlayerName", "jumpBallLostPersonId")
  }

  private func named(_ player: NBAPlayer?, _ name: String, _ id: String) -> [(String, JSON)] {
    player.map { [(name, .string($0.familyName)), (id, .number($0.id))] } ?? []
  }
}
