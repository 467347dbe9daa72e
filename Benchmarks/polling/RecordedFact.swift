@testable import LiveMLB

/// A fact whose delay is measured: a completed plate appearance, or an important action inside one.
struct RecordedFact {
  enum Kind: String, CaseIterable {
    case result = "plate appearance"
    case scoring = "scoring play"
    case homeRun = "home run"
    case leadChange = "lead change"
    case halfEnd = "end of a half"
    case walkOff = "walk-off"
    case final = "final"
    case pitchingChange = "pitching change"
    case stolenBase = "stolen base"
  }

  var kinds: Set<Kind>
  /// The index of its play, and of its event there; nil for the result.
  var play: Int
  var event: Int?

  var weight: Double {
    if !kinds.isDisjoint(with: [.leadChange, .walkOff, .final]) { return 10 }
    return kinds.contains(.scoring) ? 5 : 1
  }
}

extension RecordedFact {
  /// Returns all facts of a game, in order.
  static func all(of feed: FeedFile) -> [RecordedFact] {
    var (facts, walk): ([RecordedFact], RunningScore) = ([], RunningScore())
    for (index, play) in feed.plays.enumerated() {
      for (position, event) in play.list("playEvents").enumerated() where event.text("type") == "action" {
        let kinds = kinds(ofAction: event.object("details"), &walk)
        if !kinds.isEmpty { facts.append(RecordedFact(kinds: kinds, play: index, event: position)) }
      }
      let isLast = index == feed.plays.count - 1
      facts.append(RecordedFact(kinds: kinds(ofResult: play, isLast: isLast, feed, &walk), play: index))
    }
    return facts
  }

  private struct RunningScore {
    var (away, home) = (0, 0)
    var leader = 0

    /// Applies a score, and returns the kinds of facts that it causes.
    mutating func step(_ object: FeedFile.Object, isFlagged: Bool) -> Set<Kind> {
      let next = (away: object.number("awayScore") ?? away, home: object.number("homeScore") ?? home)
      let isScoring = isFlagged || next.away != away || next.home != home
      (away, home) = (next.away, next.home)
      let leads = (away - home).signum()
      defer { if leads != 0 { leader = leads } }
      let isLeadChange = leads != 0 && leader != 0 && leads != leader
      return isScoring ? (isLeadChange ? [.scoring, .leadChange] : [.scoring]) : []
    }
  }

  private static func kinds(ofAction details: FeedFile.Object, _ walk: inout RunningScore) -> Set<Kind> {
    var kinds: Set<Kind> = []
    if details.number("awayScore") != nil { kinds = walk.step(details, isFlagged: details.flag("isScoringPlay")) }
    let type = details.text("eventType")
    if type == "pitching_substitution" || type == "pitcher_switch" { kinds.insert(.pitchingChange) }
    if type.hasPrefix("stolen_base") { kinds.insert(.stolenBase) }
    return kinds
  }

  private static func kinds(
    ofResult play: FeedFile.Object, isLast: Bool, _ feed: FeedFile, _ walk: inout RunningScore
  ) -> Set<Kind> {
    let (about, result) = (play.object("about"), play.object("result"))
    let leadBefore = walk.home - walk.away
    var kinds = walk.step(result, isFlagged: about.flag("isScoringPlay"))
    kinds.insert(.result)
    if result.text("eventType") == "home_run" { kinds.insert(.homeRun) }
    if isLast || (play.object("count").number("outs") ?? 0) >= 3 { kinds.insert(.halfEnd) }
    guard isLast else { return kinds }
    kinds.insert(.final)
    let isLate = (about.number("inning") ?? 0) >= feed.scheduledInnings
    if isLate, about.text("halfInning") == "bottom", leadBefore <= 0, walk.home > walk.away { kinds.insert(.walkOff) }
    return kinds
  }
}
