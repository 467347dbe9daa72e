internal import LiveModel
internal import LivePlatform

/// Counters and histograms that the daemon keeps for Prometheus. Values that other types hold already are read at
/// scrape time instead: see `DaemonMonitor`.
///
/// Bound: about 80 series plus six per sink, each with two numbers or a histogram.
final class Meters: Sendable {
  private struct Series: Hashable {
    var metric: Metric
    var labels: [Metric.Label]
  }

  private struct State {
    var counters: [Series: Int] = [:]
    var histograms: [Series: Histogram] = [:]
    var clients = 0
  }

  private let state = Locked(State())

  /// Creates all series known beforehand with the value 0, those of `eventTypes` among them. Prometheus sees no increase
  /// in a series that starts at 1.
  init(eventTypes: [EventType] = EventType.shared) {
    expectPolls()
    expect(eventTypes)
    expectJournal()
    expectLog()
  }

  /// Adds `amount` to a counter, and creates it if it is missing.
  func count(_ metric: Metric, _ labels: [Metric.Label], by amount: Int = 1) {
    state.withLock { $0.counters[Series(metric: metric, labels: labels), default: 0] += amount }
  }

  /// Adds one sample, which must not be negative, to a histogram.
  private func time(_ metric: Metric, _ labels: [Metric.Label] = [], as span: Duration) {
    state.withLock { $0.histograms[Series(metric: metric, labels: labels), default: Histogram()].observe(span) }
  }

  /// Creates an empty histogram if it is missing.
  private func expect(_ metric: Metric, _ labels: [Metric.Label] = []) {
    state.withLock { state in
      let series = Series(metric: metric, labels: labels)
      state.histograms[series] = state.histograms[series] ?? Histogram()
    }
  }

  /// Number of clients connected to the socket.
  var clients: Int {
    get { state.withLock { $0.clients } }
    set { state.withLock { $0.clients = newValue } }
  }

  /// Adds all counters and histograms to the exposition. Reads them under the lock: ThreadSanitizer does not see that
  /// the release of a copy comes before the next change in place.
  func add(to exposition: inout Exposition) {
    state.withLock { state in
      for (series, count) in state.counters { exposition.add(series.metric, series.labels, Double(count)) }
      for (series, histogram) in state.histograms { exposition.add(series.metric, series.labels, histogram) }
    }
  }
}

extension Meters {
  /// Kind of request to a source.
  enum Poll: String, CaseIterable, Sendable { case schedule, game }

  enum PollOutcome: String, CaseIterable, Sendable {
    case answered
    /// The answer was older than the last accepted one, or lacked plays.
    case refused
    /// The game's file does not exist yet, which is normal before a game.
    case absent
    case failed
  }

  private func expectPolls() {
    ignored(0)
    for poll in Poll.allCases {
      for outcome in PollOutcome.allCases where poll == .game || ![.refused, .absent].contains(outcome) {
        count(poll, outcome, by: 0)
      }
      expect(.pollDuration, [.init(.kind, poll.rawValue)])
    }
    for isForeseen in [true, false] { result(isForeseen: isForeseen, by: 0) }
    for kind in ["other", "in_play", "scoring"] { expect(.learntQuiet, [.init(.kind, kind)]) }
    for metric in [Metric.learntNews, .answerAge, .cacheAge, .turnWait, .pushLateness] { expect(metric) }
    for metric in [Metric.duePolls, .scheduleRowsUnreadable] { count(metric, [], by: 0) }
  }

  /// Creates the failure series of all these codes with the value 0.
  func expectFailures(_ codes: Set<Fault.Code>) {
    for poll in Poll.allCases { for code in codes { count(poll, code, by: 0) } }
  }

  /// Counts values of an answer that were unusable.
  func ignored(_ amount: Int) { count(.ignoredValues, [], by: amount) }

  /// Counts a request whose answer was accepted or refused.
  func answered(_ poll: Poll, isRefused: Bool = false) { count(poll, isRefused ? .refused : .answered) }

  /// Counts a request for the file of a game that does not exist yet.
  func absent() { count(.game, .absent) }

  /// Counts a failed request.
  func failed(_ poll: Poll, because code: Fault.Code) {
    count(poll, .failed)
    count(poll, code)
  }

  /// Records how long a request took, whether it failed or not.
  func took(_ poll: Poll, _ span: Duration) { time(.pollDuration, [.init(.kind, poll.rawValue)], as: span) }

  /// Counts new results of a live game. A result is foreseen if the pitch that decides it was seen in an earlier
  /// answer.
  func result(isForeseen: Bool, by amount: Int = 1) {
    count(.results, [.init(.outcome, isForeseen ? "foreseen" : "unforeseen")], by: amount)
  }

  /// Counts a request for a live game whose result was due.
  func askedWhileDue() { count(.duePolls, [], by: 1) }

  /// Records the learnt waits after a new result: the wait after news, and for its kind of result the quiet time.
  func learnt(news: Duration, quiet: Duration? = nil, of kind: String? = nil) {
    time(.learntNews, as: news)
    if let quiet, let kind { time(.learntQuiet, [.init(.kind, kind)], as: quiet) }
  }

  /// Records the age of a new answer of a live game, and how long a cache had stored it. Discards ages below 0 (the
  /// source's clock is ahead) or above 1 h (a replay of an old game).
  func age(ofAnswer age: Duration?, inCache cached: Duration?) {
    if let age, age >= .zero, age <= .seconds(3600) { time(.answerAge, as: age) }
    if let cached { time(.cacheAge, as: cached) }
  }

  /// Records how long a request waited for its turn under the request budget.
  func waitedForTurn(_ span: Duration) { time(.turnWait, as: span) }

  /// Records how long after its revision could first be read a message arrived. A message may also come before it.
  func announced(after lateness: Duration) { time(.pushLateness, as: max(lateness, .zero)) }

  /// Counts rows of a schedule, or members of rows, that could not be read.
  func skippedScheduleRows(_ amount: Int) { count(.scheduleRowsUnreadable, [], by: amount) }

  private func count(_ poll: Poll, _ code: Fault.Code, by amount: Int = 1) {
    count(.pollFailures, [.init(.kind, poll.rawValue), .init(.code, code.rawValue)], by: amount)
  }

  private func count(_ poll: Poll, _ outcome: PollOutcome, by amount: Int = 1) {
    count(.polls, [.init(.kind, poll.rawValue), .init(.outcome, outcome.rawValue)], by: amount)
  }
}

extension Meters {
  /// Kind of a logged revision.
  /// Stage of the path from the play to the receiver.
  private enum Stage: String, CaseIterable {
    case playToFeed = "play_to_feed"
    case feedToSeen = "feed_to_seen"
    case seenToLogged = "seen_to_logged"
    case loggedToSent = "logged_to_sent"

    var metric: Metric {
      switch self {
      case .playToFeed: .playToFeed
      case .feedToSeen: .feedToSeen
      case .seenToLogged: .seenToLogged
      case .loggedToSent: .loggedToSent
      }
    }

    /// Largest plausible sample: 1 h for the feed, since a replay of an old game lags by years. Delivery has no limit,
    /// since a receiver may be offline for a day.
    var most: Duration? {
      switch self {
      case .playToFeed, .feedToSeen: .seconds(3600)
      case .seenToLogged, .loggedToSent: nil
      }
    }
  }

  private func expect(_ types: [EventType]) {
    for type in types { for change in EventChange.allCases { count(type, change, by: 0) } }
    for stage in Stage.allCases { discarded(stage, by: 0) }
    for metric in [Metric.playToFeed, .feedToSeen, .seenToLogged] { expect(metric) }
  }

  /// Counts the events that one answer added to the log at `now`, and times their stages. With `isCatchUp` the answer
  /// is the first of its game: its plays are old, and their feed stages are not timed.
  func logged(_ events: [Event], isCatchUp: Bool, at now: Timestamp) {
    for event in events {
      count(event.type, event.data.change)
      add(now - event.data.observedAt, to: .seenToLogged)
      guard !isCatchUp, event.isFreshPlay else { continue }
      // The time of a provisional event is the start of its play.
      if !event.data.provisional { add(event.data.feedAt - event.time, to: .playToFeed) }
      add(event.data.observedAt - event.data.feedAt, to: .feedToSeen)
    }
  }

  /// Records that a receiver accepted at `now` a message that was due at `due`.
  func sent(to sink: String, dueAt due: Timestamp, at now: Timestamp) {
    add(now - due, to: .loggedToSent, [.init(.sink, sink)])
  }

  private func count(_ type: EventType, _ change: EventChange, by amount: Int = 1) {
    count(.eventsLogged, [.init(.type, type.rawValue), .init(.change, change.rawValue)], by: amount)
  }

  private func add(_ span: Duration, to stage: Stage, _ labels: [Metric.Label] = []) {
    guard span >= .zero, stage.most.map({ span <= $0 }) ?? true else { return discarded(stage) }
    time(stage.metric, labels, as: span)
  }

  private func discarded(_ stage: Stage, by amount: Int = 1) {
    count(.samplesDiscarded, [.init(.stage, stage.rawValue)], by: amount)
  }
}

extension Event {
  /// First revision of a play or action that was logged as soon as it was in the feed.
  fileprivate var isFreshPlay: Bool {
    [.play, .action].contains(type) && data.change == .new && !data.late
  }
}

extension Meters {
  /// Outcome of an attempt to deliver a message, or of a fact that is not sent.
  enum Delivery: String, CaseIterable, Sendable {
    case accepted
    /// Failed; another attempt follows.
    case retried
    /// Counts facts that became dead letters.
    case givenUp = "given_up"
    /// Counts facts that the operator dropped.
    case dropped
    /// The message to edit no longer exists; the fact is sent as a new message.
    case retold
    /// The receiver is gone permanently.
    case disabled
  }

  enum JournalOutcome: String, CaseIterable, Sendable { case written, failed }

  private func expectJournal() {
    for outcome in JournalOutcome.allCases { journal(outcome, by: 0) }
  }

  /// Creates the series of these sinks with the value 0, before anything is sent.
  func expect(sinks: [String]) {
    for sink in sinks {
      for outcome in Delivery.allCases { delivery(to: sink, outcome, by: 0) }
      expect(.loggedToSent, [.init(.sink, sink)])
    }
  }

  func delivery(to sink: String, _ outcome: Delivery, by amount: Int = 1) {
    count(.deliveries, [.init(.sink, sink), .init(.outcome, outcome.rawValue)], by: amount)
  }

  func journal(_ outcome: JournalOutcome, by amount: Int = 1) {
    count(.journalEntries, [.init(.outcome, outcome.rawValue)], by: amount)
  }
}

extension Meters {
  /// Reason for removing an event from the log.
  enum Removal: String, CaseIterable { case age, size }

  private func expectLog() {
    for reason in Removal.allCases { removed(0, because: reason) }
    count(.checkpointsRebuilt, [], by: 0)
  }

  func removed(_ events: Int, because reason: Removal) {
    count(.logRemoved, [.init(.reason, reason.rawValue)], by: events)
  }

  /// Counts a game whose checkpoint was unreadable and was rebuilt.
  func rebuiltCheckpoint() { count(.checkpointsRebuilt, []) }
}
