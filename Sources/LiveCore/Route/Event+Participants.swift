extension Event {
  /// Everybody who takes part, each once: those with a role, who bats and pitches meanwhile, and who challenged a call.
  /// Whoever stands in a batting order takes part in its posting.
  var participants: [Person] {
    let others = data.play.map { [$0.batter, $0.pitcher] + ($0.reviews ?? []).compactMap(\.player) } ?? []
    var seen: Set<Person> = []
    return (data.players.map { Person(id: $0.id, name: $0.name) } + others).filter { seen.insert($0).inserted }
  }

  /// The lead, whoever has it.
  var scoreMargin: Int? {
    data.score.map { score in
      let (lead, isTooFar) = score.away.subtractingReportingOverflow(score.home)
      return isTooFar ? .max : Int(clamping: lead.magnitude)
    }
  }
}
