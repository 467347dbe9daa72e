package import LiveModel

/// Which events can have a tag, and from which period on. `docs/events.md` has the rules behind it.
extension Basketball {
  package func use(of tag: Tag) -> TagUse? { Self.uses[tag] }

  package func use(of type: EventType) -> TypeUse {
    let isInPlay = [.period, .play, .action, .watch].contains(type)
    let hasPeriod = isInPlay || type == .status
    return TypeUse(hasPeriod: hasPeriod, hasSideAtBat: false, hasScore: hasPeriod, hasOdds: false)
  }

  private static let uses: [Tag: TagUse] = {
    var uses: [Tag: TagUse] = [:]
    for (tags, use) in table {
      for tag in tags { uses[tag] = use }
    }
    for later in Tag.laterOvertimes { uses[Tag("overtime_\(later)")] = TagUse([.period], from: 4 + later) }
    return uses
  }()

  private static let table: [(tags: [Tag], use: TagUse)] = [
    (
      [.start, .final, .tied, .unconfirmed, .catchUp, .rescheduled, .postponed, .cancelled, .test],
      TagUse([.status])
    ),
    ([.gameWinner], TagUse([.status], from: 4)),
    ([.lineup, .changed], TagUse([.lineup])),
    ([.periodStart, .periodEnd], TagUse([.period])),
    ([.halftime], TagUse([.period], from: 2)),
    ([.overtime], TagUse([.period, .status], from: 5)),
    (
      [
        .fieldGoal, .freeThrow, .twoPointer, .threePointer, .dunk, .layup, .putback, .alleyOop, .fastBreak,
        .buzzerBeater, .scoring, .tie, .goAhead, .leadChange,
      ],
      TagUse([.play])
    ),
    ([.clutch], TagUse([.play], from: 4)),
    ([.technical], TagUse([.play, .action])),
    ([.doubleDouble, .tripleDouble, .quadrupleDouble], TagUse([.play, .action])),
    (Tag.pointMarks.map(Tag.points), TagUse([.play])),
    (
      [
        .flagrant, .foul, .andOne, .foulOut, .ejection, .timeout, .challenge, .instantReplay, .overturned, .turnover,
        .steal, .block, .rebound, .violation, .jumpBall, .stoppage, .substitution,
      ],
      TagUse([.action])
    ),
    ([.clutchTime], TagUse([.watch], from: 4)),
    ([.fiftyWatch, .tripleDoubleWatch, .started, .ended], TagUse([.watch])),
    ([.degraded, .blocked, .stale, .recovered], TagUse([.source])),
  ]
}
