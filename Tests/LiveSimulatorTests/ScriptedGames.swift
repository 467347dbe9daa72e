@testable import LiveSimulator

/// Scripts by seed, played once for all tests.
enum ScriptedGames {
  static let many = (1...300).map { script(UInt64($0)) }

  /// Returns a script. Every third is scheduled for seven innings or has no automatic runner.
  static func script(_ seed: UInt64) -> GameScript {
    var dice = SplitMix64(seed: seed)
    let clubs = Club.all.shuffled(using: &dice)
    return GameScript(
      away: Roster(clubs[0], using: &dice), home: Roster(clubs[1], using: &dice), firstPitch: 1_784_000_000,
      seed: dice.next(), scheduledInnings: seed % 6 == 0 ? 7 : 9, placesRunner: seed % 6 != 3)
  }
}

extension GameScript {
  var scoreAtEnd: ScriptedPlay.Runs { plays.last?.scoreAfter ?? .init() }

  /// Returns the feed with the members that `truth.py` needs.
  func finalFeed(gamePk: Int) -> [UInt8] {
    let all = plays.map { PlayDocument(play: $0, time: .infinity).json }
    let feed: JSON = [
      "gamePk": .number(gamePk),
      "gameData": [
        "status": ["codedGameState": "F"], "teams": ["away": away.club.json, "home": home.club.json],
      ],
      "liveData": [
        "plays": ["allPlays": .array(all)],
        "linescore": [
          "scheduledInnings": .number(scheduledInnings), "currentInning": .number(plays.last?.inning ?? 0),
        ],
      ],
    ]
    return feed.bytes
  }
}
