internal import LiveModel

/// Decides when to poll a game that has a push service. A pure value, so that it can be measured on recorded games in
/// virtual time. See docs/decisions/0048.
///
/// Each message may cause a poll at once. The waits of `Cadence` stay in force until the service is trusted; then
/// longer ones replace them, in case a message is lost. All instants are by a monotonic clock.
struct PushCadence: Equatable, Sendable {
  var bounds: PollBounds
  /// Source seconds per real second.
  var speed = 1.0 {
    didSet { trust.speed = speed }
  }
  private(set) var trust = PushTrust()
  private var wanted: Wanted?
  private var stage = Stage()
  /// Situation and phase of the last answer.
  private var situation = Situation.pause(results: 0)
  private var isLive = false
  private var answeredAt: Timestamp
  /// Time of the last answer or message.
  private var lastWord: Timestamp
  /// Wait of `Cadence` after the last answer.
  private var wait = Duration.zero
  /// Time before which the server must not be asked, or a cache would give the same answer.
  private var earliest: Timestamp
  /// Times of the last polls for messages, and of the repeated ones among them.
  private var polls: [Timestamp] = []
  private var repeats: [Timestamp] = []

  init(bounds: PollBounds, at now: Timestamp) {
    self.bounds = bounds
    (answeredAt, lastWord, earliest) = (now, now, now)
  }

  /// Time of the next poll. It changes with each message and each answer.
  var deadline: Timestamp {
    let regular = isLive && trust.isTrusted ? min(net, trust.nextMiss ?? net) : answeredAt + wait
    return max(min(regular, wanted?.at ?? regular), earliest)
  }

  /// True if the next poll is for a message, so that it should get its turn first.
  var isWanted: Bool { wanted != nil }

  /// Records that a connection was opened. One poll follows, because nothing of what was missed is repeated.
  mutating func opened(at now: Timestamp) {
    trust.opened()
    want(nil, at: now)
  }

  /// Records that the connection has ended.
  mutating func closed() { trust.closed() }

  /// Records a message. One that came while a request was under way is recorded before its answer.
  mutating func heard(_ message: PushMessage, at now: Timestamp) {
    guard trust.heard(message, at: now) else { return }
    let isLong = now - answeredAt > Table.longest / speed
    lastWord = now
    stage.take(message, at: now)
    guard !trust.isDoubted else { return }
    switch message.kind {
    case .news, .scoring: want(message.stamp, at: now)
    case .batter where situation.isPlay: want(message.stamp, at: now)
    case .batter, .ending, .pitch, .idle: if isLong { want(message.stamp, at: now) }
    }
  }

  /// Records an accepted answer to a request.
  ///
  /// - Parameters:
  ///   - hints: what the answer says about the next poll.
  ///   - asked: the time at which the request was sent.
  ///   - wait: the wait that `Cadence` returned for it.
  ///   - fresh: how long a cache would return the same answer again.
  ///   - now: the time of the answer.
  mutating func answered(
    _ hints: PollHints, asked: Timestamp, wait: Duration, fresh: Duration = .zero, at now: Timestamp
  ) {
    isLive = hints.phase == .live
    if isLive { trust.answered(hints.revision, results: hints.situation.results, at: now) }
    stage.take(hints, at: now)
    situation = hints.situation
    next(after: wait, fresh, at: now)
    settle(hints.revision, asked: asked, at: now)
  }

  /// Records a refused answer, whose contents are ignored. Parameters as for `answered`.
  mutating func refused(asked: Timestamp, wait: Duration, fresh: Duration = .zero, at now: Timestamp) {
    next(after: wait, fresh, at: now)
    settle(nil, asked: asked, at: now)
  }

  /// Records a failed request. No message shortens the wait after it, because the server may have demanded it.
  mutating func failed(wait: Duration, at now: Timestamp) {
    next(after: wait, .zero, at: now)
    earliest = now + wait
  }

  private mutating func next(after wait: Duration, _ fresh: Duration, at now: Timestamp) {
    (answeredAt, lastWord, self.wait) = (now, now, wait)
    earliest = now + min(fresh, bounds.liveMax)
  }
}

/// Polls for messages.
extension PushCadence {
  /// An announced revision that no answer has shown.
  private struct Wanted: Equatable, Sendable {
    /// Stamp of the revision; nil if any answer will do.
    var stamp: Timestamp?
    /// Time of its message.
    var heardAt: Timestamp
    /// Time of its poll.
    var at: Timestamp
    /// Number of answers without it.
    var staleAnswers = 0
  }

  /// Time before which a poll for a message would follow the last answer too soon.
  private var soonest: Timestamp { answeredAt + max(Table.apart / speed, bounds.liveMin) }

  /// Plans a poll for a message, or lets the planned one serve for it, too.
  private mutating func want(_ stamp: Timestamp?, at now: Timestamp) {
    if let planned = wanted, planned.staleAnswers == 0 {
      wanted = Wanted(stamp: [planned.stamp, stamp].compactMap(\.self).max(), heardAt: now, at: planned.at)
      return
    }
    polls.removeAll { $0 <= now - Table.minute / speed }
    guard polls.count < Table.mostPolls else { return trust.flooded() }
    let at = max(now, soonest)
    polls.append(at)
    wanted = Wanted(stamp: stamp, heardAt: now, at: at)
  }

  /// Compares an answer with the announced revision, and plans another poll if it was not there yet.
  private mutating func settle(_ revision: Timestamp?, asked: Timestamp, at now: Timestamp) {
    guard var planned = wanted else { return }
    let isThere = revision.map { $0 >= planned.stamp ?? $0 } ?? false
    planned.at = max(now, soonest)
    // A request that was under way when the message came proves nothing against the service.
    guard asked >= planned.heardAt || isThere else {
      wanted = planned
      return
    }
    if planned.staleAnswers == 0 { trust.polled(isStale: !isThere) }
    wanted = nil
    guard !isThere else { return }
    planned.staleAnswers += 1
    guard planned.staleAnswers <= (trust.hasLied ? 1 : Table.repeats) else { return trust.distrust() }
    repeats.removeAll { $0 <= now - Table.minute / speed }
    guard repeats.count < Table.mostRepeats else { return }
    repeats.append(planned.at)
    wanted = planned
  }
}

/// The wait while the service is trusted, which ends only if a message is lost.
extension PushCadence {
  /// Constants, in seconds of the source. For their choice see docs/decisions/0048.
  private enum Table {
    /// Time between an answer and a poll for a message.
    static let apart = Duration.seconds(1)
    /// Largest number of polls for messages in a minute; four were the most in recorded games.
    static let mostPolls = 6
    static let minute = Duration.seconds(60)
    /// Number of polls after one whose answer did not hold the announced revision, for one message and in a minute. A
    /// service that has lied gets one.
    static let repeats = 4
    static let mostRepeats = 12
    /// Age of the last answer above which any message causes a poll.
    static let longest = Duration.seconds(45)
    /// Waits after the last word of either kind.
    static let count = Duration.seconds(30)
    static let between = Duration.seconds(45)
    static let pause = Duration.seconds(60)
    /// Waits from the word that a result is due to the first poll for it, and between two such polls.
    static let due = Duration.seconds(10)
    static let again = Duration.seconds(4)
  }

  /// The play by the last word about it, from a message or an answer.
  private struct Stage: Equatable, Sendable {
    private enum Kind { case count, due, between, pause }

    private var kind = Kind.pause
    /// Stamp of that word.
    private var stamp: Timestamp?
    /// Time when a result was first known to be due; nil if none is.
    private(set) var dueSince: Timestamp?

    /// Wait after that word.
    var wait: Duration {
      switch kind {
      case .count: Table.count
      case .due: Table.due
      case .between: Table.between
      case .pause: Table.pause
      }
    }

    mutating func take(_ message: PushMessage, at now: Timestamp) {
      guard stamp.map({ message.stamp >= $0 }) ?? true else { return }
      switch message.kind {
      case .ending, .scoring: (kind, dueSince) = (.due, now)
      case .pitch: (kind, dueSince) = (.count, nil)
      case .batter: (kind, dueSince) = (.between, nil)
      case .news, .idle: return
      }
      stamp = message.stamp
    }

    mutating func take(_ hints: PollHints, at now: Timestamp) {
      guard stamp.map({ hints.revision >= $0 }) ?? true else { return }
      stamp = hints.revision
      switch hints.situation {
      case .count: kind = .count
      case .due: kind = .due
      case .between: kind = .between
      case .pause, .change: kind = .pause
      }
      dueSince = kind == .due ? dueSince ?? now : nil
    }
  }

  /// Time of the next poll if no message comes.
  private var net: Timestamp {
    guard let since = stage.dueSince else { return lastWord + min(stage.wait / speed, bounds.liveMax * 2) }
    // `Cadence` lengthens its waits once the feed has stopped.
    let again = situation.isDue ? max(Table.again / speed, wait) : Table.again / speed
    return max(since + Table.due / speed, answeredAt + again)
  }
}

extension Situation {
  /// True if a play is in progress, decided or not.
  fileprivate var isPlay: Bool {
    switch self {
    case .count, .due: true
    case .between, .pause, .change: false
    }
  }
}
