internal import LiveJSON
package import LiveModel

/// Reads the messages of MLB's push socket about one game, of about 250 bytes each:
///
///     {"timeStamp":"20240620_032726","gamePk":"745646","logicalEvents":["countChange","count12"],
///      "gameEvents":["foul"],"changeEvent":{"type":"new_entry"},…}
///
/// The names are not documented. What is unknown or unreadable therefore counts as news, which costs one poll.
package struct MLBPushReader: PushReader, Equatable {
  /// Largest message that is read, in bytes.
  package static let longest = 64 << 10

  private let gamePk: Int
  /// The last event about runners, such as `runnerOnFirst`; nil before the first one.
  private var runners: String?

  package init(gamePk: Int) { self.gamePk = gamePk }

  /// Returns what a text message announces; nil for a message that is too long, is no JSON object, has no usable
  /// `timeStamp` or is about another game. A message without `gamePk` is about the game of its connection.
  package mutating func read(_ text: [UInt8]) -> PushMessage? {
    guard text.count <= Self.longest, let content = Self.content(of: text),
      (content.gamePk ?? gamePk) == gamePk, let stamp = content.timeStamp.flatMap({ Timestamp(timecode: $0) })
    else { return nil }
    return PushMessage(stamp: stamp, kind: kind(of: content), digest: content.digest)
  }

  /// Returns the kind by names alone: the first that fits.
  private mutating func kind(of content: Content) -> PushMessage.Kind {
    let (events, logical) = (content.gameEvents, content.logicalEvents)
    let hasMoved = hasMoved(logical)
    if content.change != "new_entry" || !content.isComplete || hasMoved { return .news }
    if logical.contains(where: PushName.isStatus) || !events.allSatisfy(PushName.isKnown) { return .news }
    if events.contains(PushName.scoring) { return .scoring }
    if !PushName.inPlay.isDisjoint(with: events) { return .ending }
    if events.contains(where: PushName.isPitch) { return logical.contains(where: PushName.isLast) ? .ending : .pitch }
    return events.contains(PushName.batter) || logical.contains("newBatter") ? .batter : .idle
  }

  /// Records the runners. Returns whether they are others than those of the last message that named any.
  private mutating func hasMoved(_ logical: [String]) -> Bool {
    guard let named = logical.last(where: PushName.isRunners), named != runners else { return false }
    runners = named
    return true
  }
}

/// The names that the reader knows. Those of pitches are the calls of the play log.
private enum PushName {
  static let scoring = "hit_into_play_score"
  static let inPlay: Set = ["hit_into_play", "hit_into_play_no_out"]
  static let batter = "at_bat_start"
  private static let pitches: Set = [
    "ball", "blocked_ball", "called_strike", "swinging_strike", "swinging_strike_blocked", "foul", "foul_tip",
    "foul_bunt", "missed_bunt", "pitchout", "intent_ball",
  ]
  private static let others: Set = [scoring, batter, "batter_timeout", "mound_visit"]

  static func isPitch(_ name: String) -> Bool {
    pitches.contains(name) || name.hasPrefix("automatic_ball") || name.hasPrefix("automatic_strike")
  }

  static func isKnown(_ name: String) -> Bool {
    isPitch(name) || inPlay.contains(name) || others.contains(name)
  }

  static func isStatus(_ name: String) -> Bool {
    name.hasPrefix("gameStateChange") || name.hasPrefix("abstractGameState")
  }

  /// `basesEmpty`, `runnerOnFirst`, `runnersOnFirstAndThird`, `basesLoaded`.
  static func isRunners(_ name: String) -> Bool {
    name.hasPrefix("runner") || name == "basesEmpty" || name == "basesLoaded"
  }

  /// Returns whether the name is a count that ends a plate appearance: `count42` and `count13` end it, `count32` does
  /// not.
  static func isLast(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(5)
    guard name.hasPrefix("count"), digits.count == 2, digits.allSatisfy(\.isASCIIDigit) else { return false }
    return digits.first == UInt8(ascii: "4") || digits.last == UInt8(ascii: "3")
  }
}

extension MLBPushReader {
  /// The members of a message that are read.
  private struct Content {
    var timeStamp: String?
    var gamePk: Int?
    var change: String?
    var gameEvents: [String] = []
    var logicalEvents: [String] = []
    /// False if a member is unusable or a list has too many elements.
    var isComplete = true

    /// Upper bound of the names in a list. Real messages have less than ten.
    private static let mostNames = 64

    /// Digest of the names. Duplicates have the same ones, and another `updateId`.
    var digest: UInt64 {
      var hash = FNV1a()
      for name in [change ?? ""] + gameEvents + [""] + logicalEvents {
        hash.add(name)
        hash.add(0)
      }
      return hash.value
    }

    mutating func add(_ name: String, to list: WritableKeyPath<Content, [String]>) {
      if self[keyPath: list].count < Self.mostNames { self[keyPath: list].append(name) } else { isComplete = false }
    }
  }

  private typealias Member = Projection<Content>.Member

  /// MLB sends `gamePk` as a text. Older clients expected a number, which may therefore return.
  private static let withText = projection(.text("gamePk") { $0.gamePk = Int($1.string, in: Int.statsAPIIDs) ?? 0 })
  private static let withNumber = projection(.integer("gamePk") { $0.gamePk = $1 })

  private static func projection(_ gamePk: Member) -> Projection<Content> {
    Projection([
      gamePk, .text("timeStamp") { $0.timeStamp = $1.string },
      .object("changeEvent", [.text("type") { $0.change = $1.string }]),
      .texts("gameEvents", most: Projection<Content>.shortText) { $0.add($1.string, to: \.gameEvents) },
      .texts("logicalEvents", most: Projection<Content>.shortText) { $0.add($1.string, to: \.logicalEvents) },
    ])
  }

  private static func content(of text: [UInt8]) -> Content? {
    guard let content = content(of: text, by: withText) else { return nil }
    return content.gamePk != nil || content.isComplete ? content : Self.content(of: text, by: withNumber)
  }

  private static func content(of text: [UInt8], by projection: Projection<Content>) -> Content? {
    var limits = JSONLimits()
    (limits.body, limits.text) = (longest, longest)
    var scanner = JSONScanner(projection, into: Content(), limits: limits)
    do {
      try scanner.feed(text.span)
      return try scanner.finish { builder, ignored in
        var content = builder
        content.isComplete = content.isComplete && ignored.count == 0
        return content
      }
    } catch {
      return nil
    }
  }
}
