internal import LiveModel

/// The sentence about a finished game: `Rays beat the Red Sox 9–3. W: Kelly, L: Kluber, S: Bristo. HR: Refsnyder (BOS),
/// Diaz, Lowe (TB).`
struct FinalSentence {
  let score: Score
  let tags: [Tag]
  let snapshot: GameSnapshot

  var text: String { ([result] + [decisions, homeRuns].compactMap(\.self)).joined(separator: " ") }

  /// The result with its circumstances, as a sentence.
  private var result: String {
    let feat = tags.contains(.perfectGame) ? ", a perfect game" : tags.contains(.noHitter) ? ", a no-hitter" : ""
    let doubt = isInDoubt ? " (the play log does not confirm the score)" : ""
    return "\(outcome)\(snapshot.status.isForfeit ? " by forfeit" : length)\(feat)\(doubt)."
  }

  private var isInDoubt: Bool { tags.contains(.unconfirmed) }

  /// The winner, the loser and the score with the winner's runs first.
  private var outcome: String {
    let info = snapshot.info
    guard let winner = score.leader else {
      return "\(info.nickname(.away)) and \(info.nickname(.home)) tied \(score.away)–\(score.home)"
    }
    let loser = Self.withArticle(info.nickname(winner.other))
    return "\(info.nickname(winner)) beat \(loser) \(score[winner])–\(score[winner.other])"
  }

  /// The number of innings, if it is not the scheduled one. A play log in doubt may lack the last innings.
  private var length: String {
    let scheduled = snapshot.linescore.scheduledInnings ?? 9
    guard let innings = snapshot.plays.last?.inning.number, innings != scheduled else { return "" }
    if innings > scheduled { return " in \(innings) innings" }
    return isInDoubt ? "" : " in a game shortened to \(innings) \(innings == 1 ? "inning" : "innings")"
  }

  private var decisions: String? {
    guard let decisions = snapshot.decisions else { return nil }
    let pitchers = [("W", decisions.winner), ("L", decisions.loser), ("S", decisions.save)].compactMap {
      label, pitcher in
      pitcher.flatMap { snapshot.surname(of: $0) }.map { "\(label): \($0)" }
    }
    return pitchers.isEmpty ? nil : Self.closed(pitchers.joined(separator: ", "))
  }

  /// The batters with home runs, the visitors first. A play log in doubt may lack some.
  private var homeRuns: String? {
    let sides = isInDoubt ? [] : [Side.away, .home].compactMap(homeRuns)
    return sides.isEmpty ? nil : Self.closed("HR: \(sides.joined(separator: ", "))")
  }

  /// Returns one side's batters in the order of their first home runs, with the number if it is not one, and the club
  /// behind the last: `DeLauter 2, Naylor (CLE)`.
  private func homeRuns(of side: Side) -> String? {
    var (batters, counts): ([Person], [Int: Int]) = ([], [:])
    for play in snapshot.plays
    where play.isComplete && play.inning.batting == side && play.result.eventType == "home_run" {
      if counts[play.batter.id] == nil { batters.append(play.batter) }
      counts[play.batter.id, default: 0] += 1
    }
    let names = batters.compactMap { batter in
      snapshot.surname(of: batter).map { name in
        let count = counts[batter.id] ?? 1
        return count > 1 ? "\(name) \(count)" : name
      }
    }
    return names.isEmpty ? nil : "\(names.joined(separator: ", ")) (\(snapshot.info.team(side).abbreviation))"
  }

  /// Returns a club's name within a sentence. Most are plurals, and some end with `Sox`; others, such as `Japan`, have no
  /// article.
  private static func withArticle(_ name: String) -> String {
    ["s", "x"].contains(name.suffix(1).lowercased()) ? "the \(name)" : name
  }

  /// Returns the text with a full stop. A name such as `Okafor Jr.` has one already.
  private static func closed(_ text: String) -> String { text.hasSuffix(".") ? text : "\(text)." }
}

extension GameSnapshot {
  /// Returns the name of a person without the first names, from the snapshot's names if the place has only the id; nil
  /// without a name.
  fileprivate func surname(of person: Person) -> String? {
    let name = (person.name.isEmpty ? names[person.id] ?? "" : person.name).singleSpaced
    var words = name.split(separator: " ")
    guard words.count > 1 else { return words.first.map(String.init) }
    words.removeFirst()
    while words.count > 1, words[0].count <= 2, words[0].hasSuffix(".") { words.removeFirst() }
    return words.joined(separator: " ")
  }
}
