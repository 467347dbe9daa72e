internal import Glibc

/// The chances of the home team to win, from a Markov model of half-innings: the runs of each half-inning are independent
/// of all before. Both teams are equally strong, except that one plays at home.
///
/// Two numbers correct the model for what it leaves out, such as better relievers for a lead; both were fitted on the
/// games of 2010 to 2017.
package struct WinExpectancy: Sendable {
  /// The rules that decide how a game ends.
  package struct Rules: Hashable, Sendable {
    /// 9, or 7 in some doubleheaders of 2020 and 2021.
    package var scheduledInnings: Int
    /// Whether extra innings begin with a runner on second base, as in regular-season games since 2020.
    package var hasAutomaticRunner: Bool

    package init(scheduledInnings: Int = 9, hasAutomaticRunner: Bool) {
      (self.scheduledInnings, self.hasAutomaticRunner) = (min(max(scheduledInnings, 1), 9), hasAutomaticRunner)
    }
  }

  /// Returns the table of the rules. Those of games of nine and of seven innings are computed once.
  package static func of(_ rules: Rules) -> WinExpectancy {
    switch (rules.scheduledInnings, rules.hasAutomaticRunner) {
    case (9, true): nineWithRunner
    case (9, false): nine
    case (7, true): sevenWithRunner
    case (7, false): seven
    default: WinExpectancy(rules)
    }
  }

  private static let nineWithRunner = WinExpectancy(Rules(hasAutomaticRunner: true))
  private static let nine = WinExpectancy(Rules(hasAutomaticRunner: false))
  private static let sevenWithRunner = WinExpectancy(Rules(scheduledInnings: 7, hasAutomaticRunner: true))
  private static let seven = WinExpectancy(Rules(scheduledInnings: 7, hasAutomaticRunner: false))

  package let rules: Rules
  private let model = HalfInningModel.measured
  /// The home team's chance at the beginning of half-innings; that of extra innings stands for all of them.
  private let starts: [Double]
  /// The corrected chance in each state of each half-inning, some 160 KB: a poll looks up some thousand of them.
  private let chances: [Double]

  /// Leads beyond this one count as this one.
  private static let greatestLead = 20
  private static let leads = -greatestLead...greatestLead

  package init(_ rules: Rules) {
    self.rules = rules
    let starts = Self.starts(of: rules, model)
    self.starts = starts
    chances = Self.chances(of: rules, model, starts)
  }

  /// Returns the home team's chance to win, from 0 to 1; exactly 0 or 1 when the game is over. `pregame` is its chance
  /// before the first pitch, above 0 and below 1, which counts less the fewer outs are left; nil takes both teams as
  /// equally strong.
  package func home(_ moment: GameState, pregame: Double? = nil) -> Double {
    let chance = chance(at: moment)
    guard let pregame, pregame > 0, pregame < 1, chance > 0, chance < 1 else { return chance }
    let difference = Logit.of(pregame) - Logit.of(Self.usualHomeChance)
    let share = pow(Double(outsLeft(at: moment)) / Double(6 * rules.scheduledInnings), 0.721)
    return Logit.chance(Logit.of(chance) + 1.047 * difference * share)
  }

  /// The share of games that the home team wins.
  private static let usualHomeChance = 0.533

  /// Returns the outs of both teams until the scheduled end; in an extra inning, until the end of the inning.
  private func outsLeft(at moment: GameState) -> Int {
    let innings = max(rules.scheduledInnings - moment.inning, 0)
    let outs = moment.state?.outs ?? 3
    return 6 * innings + (moment.isTop ? 6 : 3) - outs
  }

  /// Returns how much more than in an average play the chances can change with the next one, on average over its
  /// possible results: the leverage index. 1 is the mean over all plays; 0 when the game is over.
  package func leverage(_ moment: GameState) -> Double {
    guard let state = moment.state, !isOver(moment) else { return 0 }
    let before = home(moment)
    let change = model.plays(from: state, in: half(of: moment)).reduce(0) { sum, play in
      var after = moment
      after.state = play.after
      after.lead += moment.isTop ? -play.runs : play.runs
      return sum + play.chance * abs(home(after) - before)
    }
    return change / Self.averageChange
  }

  /// The mean change of the chances with a play, in the games of 2010 to 2019.
  private static let averageChange = 0.0343

  /// Returns the beginning of the half-inning that follows another.
  package func beginning(after moment: GameState) -> GameState {
    let inning = moment.isTop ? moment.inning : moment.inning + 1
    return GameState(
      inning: inning, isTop: !moment.isTop, state: inning > rules.scheduledInnings ? firstOfExtra : .start,
      lead: moment.lead)
  }

  /// The first state of an extra inning.
  package var firstOfExtra: BaseOutState { rules.hasAutomaticRunner ? .withAutomaticRunner : .start }

  /// Returns whether the game is decided.
  package func isOver(_ moment: GameState) -> Bool {
    let isLast = moment.inning >= rules.scheduledInnings
    if isLast, !moment.isTop, moment.lead > 0 { return true }
    guard moment.state == nil else { return false }
    return isLast && (moment.isTop ? moment.lead > 0 : moment.lead != 0)
  }

  private func half(of moment: GameState) -> HalfInningModel.Half { moment.isTop ? .top : .bottom }

  /// Returns the corrected chance.
  private func chance(at moment: GameState) -> Double {
    if isOver(moment) { return moment.lead > 0 ? 1 : 0 }
    let inning = min(moment.inning, rules.scheduledInnings + 1)
    guard let state = moment.state else {
      // A tied extra inning is followed by one like it.
      let next = min(moment.isTop ? inning : inning + 1, rules.scheduledInnings + 1)
      return Self.corrected(starts[Self.place(next, isTop: !moment.isTop, lead: moment.lead)])
    }
    return chances[Self.place(inning, isTop: moment.isTop, lead: moment.lead) * BaseOutState.count + state.number]
  }

  private static func place(_ inning: Int, isTop: Bool, lead: Int) -> Int {
    let lead = min(max(lead, leads.lowerBound), leads.upperBound) - leads.lowerBound
    return ((inning - 1) * 2 + (isTop ? 0 : 1)) * leads.count + lead
  }

  /// Returns the corrected chances of all states, from those at the beginnings of half-innings.
  private static func chances(of rules: Rules, _ model: HalfInningModel, _ starts: [Double]) -> [Double] {
    let extra = rules.scheduledInnings + 1
    var table = [Double](repeating: 0, count: starts.count * BaseOutState.count)
    for inning in 1...extra {
      for isTop in [true, false] {
        // The chances after the half-inning, by the lead at its end.
        let isLast = inning >= rules.scheduledInnings && !isTop
        let next = isTop ? inning : min(inning + 1, extra)
        let ends = leads.map { lead in
          isLast && lead != 0 ? (lead > 0 ? 1 : 0) : starts[place(next, isTop: !isTop, lead: lead)]
        }
        for state in 0..<BaseOutState.count {
          let runs = model.runs(from: BaseOutState(number: state), in: isTop ? .top : .bottom)
          for lead in leads {
            var chance = 0.0
            for (count, share) in runs.enumerated() {
              let end = min(max(lead + (isTop ? -count : count), leads.lowerBound), leads.upperBound)
              chance += share * ends[end - leads.lowerBound]
            }
            table[place(inning, isTop: isTop, lead: lead) * BaseOutState.count + state] = corrected(chance)
          }
        }
      }
    }
    return table
  }

  /// Fills the table from the last half-inning to the first.
  private static func starts(of rules: Rules, _ model: HalfInningModel) -> [Double] {
    let extra = rules.scheduledInnings + 1
    let begin = rules.hasAutomaticRunner ? BaseOutState.withAutomaticRunner : .start
    let (away, home) = (model.runs(from: begin, in: .top), model.runs(from: begin, in: .bottom))
    // A tied extra inning is followed by one like it.
    let tie = zip(away, home).reduce(0) { $0 + $1.0 * $1.1 }
    let win = away.indices.reduce(0) { sum, runs in sum + away[runs] * home.dropFirst(runs + 1).reduce(0, +) }
    let tied = win / (1 - tie)

    var table = [Double](repeating: 0, count: extra * 2 * leads.count)
    func value(_ inning: Int, isTop: Bool, _ lead: Int) -> Double {
      table[place(inning, isTop: isTop, lead: lead)]
    }
    for inning in stride(from: extra, through: 1, by: -1) {
      let state = inning == extra ? begin : .start
      for lead in leads {
        let chances = model.runs(from: state, in: .bottom)
        table[place(inning, isTop: false, lead: lead)] = chances.enumerated().reduce(0) { sum, runs in
          let end = lead + runs.offset
          guard inning >= rules.scheduledInnings else {
            return sum + runs.element * value(inning + 1, isTop: true, end)
          }
          return sum + runs.element * (end > 0 ? 1 : end < 0 ? 0 : tied)
        }
        if inning >= rules.scheduledInnings, lead > 0 { table[place(inning, isTop: false, lead: lead)] = 1 }
      }
      for lead in leads {
        guard inning < extra else {
          table[place(inning, isTop: true, lead: lead)] = lead > 0 ? 1 : lead < 0 ? 0 : tied
          continue
        }
        let chances = model.runs(from: state, in: .top)
        table[place(inning, isTop: true, lead: lead)] = chances.enumerated().reduce(0) { sum, runs in
          sum + runs.element * value(inning, isTop: false, lead - runs.offset)
        }
      }
    }
    return table
  }

  /// Corrects the model's chance: the logits of real games are a little further from even, and the home team's a little
  /// lower. No chance is certain before the end.
  private static func corrected(_ chance: Double) -> Double {
    let open = min(max(chance, 1e-9), 1 - 1e-9)
    return Logit.chance(-0.0491 + 1.1055 * Logit.of(open))
  }
}

/// The logarithm of the odds.
enum Logit {
  /// Returns the logit of a chance between 0 and 1.
  static func of(_ chance: Double) -> Double { log(chance / (1 - chance)) }

  /// Returns the chance with a logit.
  static func chance(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }
}
