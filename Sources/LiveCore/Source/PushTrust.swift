internal import LiveModel

/// Judges from the answers of a live game whether its push service announces each revision, in time and truthfully.
/// A pure value, bounded in size.
///
/// An announcement counts once an answer shows its revision. So a service gains trust by what it announced before the
/// polls found it, and loses it by a single revision that it did not announce. See docs/decisions/0048.
struct PushTrust: Equatable, Sendable {
  /// State of an open connection, with the word for `status`.
  enum State: String, CaseIterable, Sendable {
    /// Not enough announcements have come true since the connection opened, or since the last one that did not.
    case proving
    case trusted
    /// Messages come so late that the polls find most revisions first.
    case late
    /// The newest revisions were not announced.
    case deaf
  }

  /// Constants, in seconds of the source where they are times.
  private enum Table {
    /// Announcements that must come true in a row, and results among all of them.
    static let announcements = 3
    static let results = 2
    static let mostResults = 64
    /// Multiple of the needed results after which earlier false messages are forgiven.
    static let forgiven = 4
    /// Median lateness of the last messages above which the service is late.
    static let late = Duration.seconds(2)
    static let lateMessages = 5
    /// Time before the earliest availability at which a revision cannot have been announced.
    static let tooEarly = Duration.seconds(10)
    /// Time after an answer within which its revision must have been announced.
    static let grace = Duration.seconds(10)
    /// Difference of two stamps of one revision. Stamps are whole seconds, and one was seen to go back by one.
    static let tolerance = Duration.seconds(1)
    /// Bounds of what is kept.
    static let messages = 32
    static let sights = 8
    static let latenesses = 100
  }

  /// A new revision that an answer has shown, to be compared with the messages.
  private struct Sight: Equatable, Sendable {
    var revision: Timestamp
    /// The revision of the answer before.
    var previous: Timestamp
    /// True if results were added since then.
    var hasResults: Bool
    /// Time until which its message may come.
    var until: Timestamp
  }

  /// Source seconds per real second.
  var speed = 1.0
  private(set) var counts = PushCounts()
  /// Number of missed revisions since the last message.
  private(set) var missesInRow = 0
  /// True from a false announcement until as many have come true in a row as trust needs. Messages then cause no poll.
  private(set) var isDoubted = false
  private(set) var isOpen = false
  private var clock = PublicationClock()
  private var seen: Timestamp?
  private var results = 0
  private var recent: [PushMessage] = []
  private var unannounced: [Sight] = []
  private var latenesses: [Duration] = []
  /// Announcements that came true since the last one that did not, and results announced since the last false message.
  private var announcements = 0
  private var announcedResults = 0
  private var neededResults = Table.results

  var state: State {
    if isLate { return .late }
    if missesInRow > 0 { return .deaf }
    return isTrusted ? .trusted : .proving
  }

  /// True if the messages suffice to determine when to poll.
  var isTrusted: Bool {
    isOpen && announcements >= Table.announcements && announcedResults >= neededResults && !isLate
  }

  /// True if there were false messages that are not forgiven.
  var hasLied: Bool { neededResults > Table.results }

  /// Time at which a revision that no message has announced counts as missed; nil if there is none.
  var nextMiss: Timestamp? { unannounced.map(\.until).min() }

  /// Lateness of the last message, as for `medianLateness`; nil before the first message.
  var lastLateness: Duration? { latenesses.last }

  /// Median lateness of the last hundred messages, against the earliest time at which their revisions could be read.
  var medianLateness: Duration? { Self.median(latenesses[...]) }

  /// Begins anew after the connection was opened. What was announced before is not repeated.
  mutating func opened() {
    (isOpen, announcements, missesInRow) = (true, 0, 0)
    (recent, unannounced) = ([], [])
  }

  /// Records that the connection has ended, so that nothing is announced until it opens again.
  mutating func closed() {
    isOpen = false
    unannounced = []
  }

  /// Records a message. Returns whether it announces a revision that no answer has shown.
  mutating func heard(_ message: PushMessage, at now: Timestamp) -> Bool {
    passTime(until: now)
    let lateness = clock.lateness(of: message.stamp, at: now, speed)
    if let lateness, lateness + limit(Table.tooEarly) < .zero {
      distrust()
      return false
    }
    if let lateness { latenesses = (latenesses + [lateness]).suffix(Table.latenesses) }
    if isLate { announcements = 0 }
    missesInRow = 0
    guard !recent.contains(message) else {
      counts.repeated += 1
      return false
    }
    counts.messages += 1
    // The last answer may have shown only the first of two revisions of one second.
    let isSecond = recent.contains { $0.stamp == message.stamp }
    recent = (recent + [message]).suffix(Table.messages)
    let waiting = unannounced.count
    unannounced.removeAll(where: isAnnounced)
    counts.announced += waiting - unannounced.count
    guard let seen else { return true }
    return message.stamp > seen || message.stamp == seen && isSecond
  }

  /// Records an accepted answer of a live game, with the number of its results.
  mutating func answered(_ revision: Timestamp, results: Int, at now: Timestamp) {
    passTime(until: now)
    clock.answered(revision, at: now, speed)
    let sight = seen.map {
      Sight(
        revision: revision, previous: $0, hasResults: results > self.results, until: now + limit(Table.grace) / speed)
    }
    (seen, self.results) = (max(seen ?? revision, revision), results)
    guard isOpen, let sight, sight.revision > sight.previous else { return }
    guard isAnnounced(sight) else {
      unannounced = (unannounced + [sight]).suffix(Table.sights)
      return
    }
    counts.announced += 1
    if !isLate { announcements += 1 }
    if announcements >= Table.announcements { isDoubted = false }
    guard sight.hasResults else { return }
    announcedResults += 1
    if announcedResults >= neededResults * Table.forgiven { neededResults = Table.results }
  }

  /// Records a false message: it announced what did not come. From then on, twice as many results as before must be
  /// announced until the service is trusted again, so that one which lies again and again is trusted ever more rarely.
  mutating func distrust() {
    counts.falsified += 1
    isDoubted = true
    (announcements, announcedResults) = (0, 0)
    neededResults = min(neededResults * 2, Table.mostResults)
  }

  /// Records more announcements than a game can have.
  mutating func flooded() { announcements = 0 }

  /// Counts a poll for a message, and whether its answer did not hold the announced revision.
  mutating func polled(isStale: Bool) {
    counts.polls += 1
    if isStale { counts.stale += 1 }
  }

  /// Records the revisions that were not announced in time.
  private mutating func passTime(until now: Timestamp) {
    let missed = unannounced.filter { $0.until <= now }
    guard !missed.isEmpty else { return }
    unannounced.removeAll { $0.until <= now }
    counts.missed += missed.count
    missesInRow += missed.count
    announcements = 0
    // Something was announced, but not the result.
    if missed.contains(where: isNamed) { distrust() }
  }

  /// Returns whether the messages announced a revision, and something that may be its results.
  private func isAnnounced(_ sight: Sight) -> Bool {
    guard isNamed(sight) else { return false }
    let last = sight.revision + Table.tolerance
    return !sight.hasResults
      || recent.contains { $0.kind.mayHoldResult && $0.stamp > sight.previous && $0.stamp <= last }
  }

  /// Returns whether a message has the stamp of the revision.
  private func isNamed(_ sight: Sight) -> Bool {
    recent.contains { $0.stamp >= sight.revision - Table.tolerance && $0.stamp <= sight.revision + Table.tolerance }
  }

  private var isLate: Bool {
    Self.median(latenesses.suffix(Table.lateMessages)).map { $0 > limit(Table.late) } ?? false
  }

  /// Returns a limit in seconds of the source, but at least 0.2 real seconds: a fast replay is measured less exactly.
  private func limit(_ span: Duration) -> Duration { max(span, .seconds(0.2 * speed)) }

  private static func median(_ spans: ArraySlice<Duration>) -> Duration? {
    spans.isEmpty ? nil : spans.sorted()[spans.count / 2]
  }
}

/// Counters of a game's push service, from which its owner can judge it.
struct PushCounts: Equatable, Sendable {
  /// Messages about the game, and duplicates of them.
  var messages = 0
  var repeated = 0
  /// New revisions in the answers that were announced, at most ten seconds later, and that were not.
  var announced = 0
  var missed = 0
  /// Announcements that did not come true.
  var falsified = 0
  /// Polls for a message, and those of their answers that did not hold the announced revision yet.
  var polls = 0
  var stale = 0

  static func - (now: PushCounts, before: PushCounts) -> PushCounts {
    PushCounts(
      messages: now.messages - before.messages, repeated: now.repeated - before.repeated,
      announced: now.announced - before.announced, missed: now.missed - before.missed,
      falsified: now.falsified - before.falsified, polls: now.polls - before.polls, stale: now.stale - before.stale)
  }
}

/// Estimates when a revision could first be read, from the earliest answers. It follows a replay that runs faster than
/// real time, whose speed is known only roughly.
struct PublicationClock: Equatable, Sendable {
  /// The newest revision of an answer, and the time when it could first be read.
  private var revision: Timestamp?
  private var start = Timestamp(milliseconds: 0)

  /// Delay that is added per new revision, to follow a feed clock that runs slow.
  private static let drift = Duration.seconds(0.02)

  /// Updates the estimate with an answer.
  mutating func answered(_ next: Timestamp, at now: Timestamp, _ speed: Double) {
    guard next != revision else { return }
    start = revision.map { min(now, start + (next - $0 + Self.drift) / speed) } ?? now
    revision = next
  }

  /// Returns how late it is for a revision, in seconds of the source; negative before it can be read. Nil before the
  /// first answer.
  func lateness(of stamp: Timestamp, at now: Timestamp, _ speed: Double) -> Duration? {
    revision.map { (now - start) * speed - (stamp - $0) }
  }
}
