internal import LiveJSON
internal import LiveModel

/// Collects one element of `allPlays`.
struct PlayBuilder: Sendable {
  static let maximumEvents = 1_000
  static let maximumRunners = 100
  static let maximumCredits = 50

  private let position: Int
  var ownIndex: Int?
  var aboutIndex: Int?
  var inning: Int?
  var startTime: Timestamp?
  var endTime: Timestamp?
  var isComplete = false
  var isScoringPlay = false
  var result = Play.Result()
  var score = ScoreBuilder()
  var outs = 0
  var balls = 0
  var strikes = 0
  var batter = PersonBuilder().person
  var pitcher = PersonBuilder().person
  var bases = Bases.empty
  /// The runner movement, the credit and the event being read.
  var runner = PlayBuilder.unknownRunner
  var credit = RunnerMovement.Credit(fielder: 0, kind: "")
  var event = ActionBuilder(position: 0)
  var isTopInning: Bool?
  var reviews: [Review] = []
  private var half: HalfInning.Half?
  private var runners: [RunnerMovement] = []
  private var actions: [Action] = []
  private var lastEventIndex = -1
  private var pitchCount = 0
  private var lastPitchCall: String?
  private var lastPitchIndex: Int?

  private static let unknownRunner = RunnerMovement(runner: PersonBuilder().person, isOut: false, credits: [])

  init(position: Int) { self.position = position }

  /// Stores `top` or `bottom`. Any other text is treated as absent; then `isTopInning` decides.
  mutating func take(half text: JSONText) {
    half = HalfInning.Half(rawValue: text.string) ?? HalfInning.Half(rawValue: text.string.lowercased())
  }

  mutating func beginRunner() { runner = Self.unknownRunner }

  mutating func endRunner() { runners.append(runner) }

  mutating func beginCredit() { credit = RunnerMovement.Credit(fielder: 0, kind: "") }

  mutating func endCredit() { runner.credits.append(credit) }

  /// Ends an event, whose texts are in `held`. Keeps an action, and any event with a review.
  mutating func endEvent(_ held: JSONTextStore) {
    lastEventIndex = max(lastEventIndex, event.index)
    if held.holds("pitch", at: event.type) {
      pitchCount += 1
      lastPitchCall = event.call
      lastPitchIndex = event.index
    }
    guard held.holds("action", at: event.type) || !event.reviews.isEmpty else { return }
    actions.append(event.action(held))
  }

  func finish() throws(JSONFault) -> Play {
    guard let half = half ?? isTopInning.map({ $0 ? .top : .bottom }) else { throw .missing("about.halfInning") }
    guard let inning else { throw .missing("about.inning") }
    var result = result
    result.score = score.score
    return Play(
      atBatIndex: aboutIndex ?? ownIndex ?? position, inning: HalfInning(number: inning, half: half),
      startTime: startTime, endTime: endTime, isComplete: isComplete, isScoringPlay: isScoringPlay, result: result,
      outs: outs, balls: balls, strikes: strikes, batter: batter, pitcher: pitcher, basesAfter: bases, runners: runners,
      actions: actions,
      lastEventIndex: lastEventIndex, pitchCount: pitchCount, lastPitchCall: lastPitchCall,
      lastPitchIndex: lastPitchIndex, reviews: reviews)
  }
}

/// Collects one play event. Its `type` may follow all other members, so a pitch is recognized only at the end. Most
/// events are pitches, which are dropped: their texts never become strings.
struct ActionBuilder: Sendable {
  var index: Int
  var type: JSONTextStore.Place?
  var eventType: JSONTextStore.Place?
  var event: JSONTextStore.Place?
  var description: JSONTextStore.Place?
  var score = ScoreBuilder()
  var isScoringPlay = false
  var startTime: JSONTextStore.Place?
  var endTime: JSONTextStore.Place?
  var player: Int?
  var replacedPlayer: Int?
  var playId: JSONTextStore.Place?
  var call: String?
  var reviews: [Review] = []

  init(position: Int) { index = position }

  /// Returns the action, whose texts are in `held`.
  func action(_ held: JSONTextStore) -> Action {
    Action(
      index: index, eventType: held.string(at: eventType) ?? "", event: held.string(at: event),
      description: held.string(at: description), score: score.score, isScoringPlay: isScoringPlay,
      startTime: held.time(at: startTime), endTime: held.time(at: endTime), player: player,
      replacedPlayer: replacedPlayer, type: held.string(at: type) ?? "", playId: held.string(at: playId),
      reviews: reviews)
  }
}

/// Collects one `reviewDetails`: the review itself and its `additionalReviews`.
struct ReviewsBuilder: Sendable {
  static let maximumAdded = 20

  var main = ReviewBuilder()
  var added = ReviewBuilder()
  private var more: [Review] = []

  var list: [Review] { [main.review] + more }

  mutating func beginAdded() { added = ReviewBuilder() }

  mutating func endAdded() { more.append(added.review) }
}

/// Collects one review.
struct ReviewBuilder: Sendable {
  var reviewType = ""
  var isOverturned = false
  var inProgress = false
  var challengeTeam: Int?
  var player: Person?

  var review: Review {
    Review(
      reviewType: reviewType, isOverturned: isOverturned, inProgress: inProgress, challengeTeam: challengeTeam,
      player: player)
  }
}
