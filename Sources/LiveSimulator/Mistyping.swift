/// Members of a feed with a wrong type or an absurd number, where nothing depends on them.
struct Mistyping: Sendable {
  /// `metaData.wait`
  let wait: JSON
  /// `gameData.absChallenges.<side>.remaining`
  let remaining: JSON
  /// By the place of the play among all.
  private var spoilt: [Int: [Member]] = [:]

  private enum Member: CaseIterable {
    case runsBattedIn, event, captivatingIndex, playEndTime, pitchNumber, credit, unknown, hasReview
  }

  /// A value that none of these members should have.
  private static let wrong: [JSON] = [
    "0", .number(.max), .number(.min), .number(.max - 1), .null, .bool(true), ["a"], ["a": ["b": 1]], "",
  ]

  init(plays: Int, dice: SplitMix64) {
    var dice = dice
    (wait, remaining) = (dice.pick(Self.wrong), dice.pick(Self.wrong))
    for index in 0..<plays where dice.chance(0.15) {
      spoilt[index] = Member.allCases.filter { _ in dice.chance(0.3) }
    }
  }

  func applied(to document: JSON, of index: Int) -> JSON {
    (spoilt[index] ?? []).reduce(document) { Self.spoil($1, of: $0, with: Self.wrong[index % Self.wrong.count]) }
  }

  private static func spoil(_ member: Member, of document: JSON, with value: JSON) -> JSON {
    switch member {
    case .runsBattedIn: document.changing("result") { $0.replacing("rbi", with: value) }
    case .event: document.changing("result") { $0.replacing("event", with: value) }
    case .captivatingIndex: document.changing("about") { $0.replacing("captivatingIndex", with: value) }
    case .hasReview: document.changing("about") { $0.replacing("hasReview", with: value) }
    case .playEndTime: document.replacing("playEndTime", with: value)
    case .pitchNumber:
      document.changing("playEvents") { events in events.mapping { $0.replacing("pitchNumber", with: value) } }
    case .credit: document.changing("runners") { $0.mapping { spoilPutouts($0, with: value) } }
    case .unknown: document.adding([("neverHeardOf", value)])
    }
  }

  /// Of a credit for a putout, who has it and where he stood.
  private static func spoilPutouts(_ runner: JSON, with value: JSON) -> JSON {
    runner.changing("credits") { credits in
      credits.mapping { credit in
        guard case .string("f_putout")? = credit["credit"] else { return credit }
        return credit.replacing("player", with: value).replacing("position", with: value)
      }
    }
  }
}

extension JSON {
  /// The object with another value of one of its members, where it has that.
  fileprivate func replacing(_ name: String, with value: JSON) -> JSON { changing(name) { _ in value } }
}
