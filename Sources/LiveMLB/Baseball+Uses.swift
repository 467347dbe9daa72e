package import LiveModel

/// Which events can have a tag, and from which inning on in a game of nine. `docs/events.md` has the rules behind it.
extension Baseball {
  package func use(of tag: Tag) -> TagUse? { Self.uses[tag] }

  package func use(of type: EventType) -> TypeUse {
    let isInPlay = [.inning, .play, .action, .watch].contains(type)
    let hasPeriod = isInPlay || type == .status
    return TypeUse(
      hasPeriod: hasPeriod, hasSideAtBat: isInPlay, hasScore: hasPeriod || type == .prediction, hasOdds: hasPeriod)
  }

  private static let uses: [Tag: TagUse] = {
    var uses: [Tag: TagUse] = [:]
    // An action that ends a plate appearance is a play.
    for tag in Tag.mlbEventTypes { uses[tag] = TagUse([.play, .action]) }
    for (tags, use) in table {
      for tag in tags { uses[tag] = use }
    }
    return uses
  }()

  private static let table: [(tags: [Tag], use: TagUse)] = [
    (
      [
        .start, .final, .tied, .shutout, .unconfirmed, .catchUp, .rescheduled, .warmup, .delay, .resume, .suspended,
        .postponed, .cancelled, .test,
      ],
      TagUse([.status])
    ),
    ([.noHitter], TagUse([.status], from: 9, earlierSign: .noHitterWatch)),
    ([.perfectGame], TagUse([.status], from: 9, earlierSign: .perfectGameWatch)),
    ([.lineup, .probablePitcher, .changed], TagUse([.lineup])),
    ([.halfStart, .halfEnd], TagUse([.inning])),
    ([.predicted, .settled], TagUse([.prediction])),
    ([.extraInnings], TagUse([.inning], from: 10)),
    ([.noHitterIntact, .perfectGameIntact], TagUse([.inning], from: 5)),
    (
      [
        .hit, .out, .strikeout, .grandSlam, .doublePlay, .triplePlay, .basesLoaded, .cycle, .immaculateInning,
      ],
      TagUse([.play])
    ),
    (
      [.scoring, .tie, .goAhead, .leadChange, .error, .caughtStealing, .review, .absChallenge, .overturned],
      TagUse([.play, .action])
    ),
    ([.walkOff], TagUse([.play, .action], from: 9)),
    ([.stolenBase, .pickoff, .pitchingChange, .substitution], TagUse([.action])),
    ([.noHitterWatch, .perfectGameWatch], TagUse([.watch], from: 6, beginsOnlyThen: true)),
    ([.closeAndLate], TagUse([.watch], from: 7)),
    ([.cycleWatch, .onTheLine, .started, .ended], TagUse([.watch])),
    ([.degraded, .blocked, .stale, .recovered], TagUse([.source])),
  ]
}
