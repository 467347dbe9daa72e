/// What the daemon counts and times while it runs, for whoever scrapes it. What stands somewhere anyway is not counted here
/// but looked up when somebody asks: see `DaemonMonitor`.
///
/// Bound: some 80 series beside six for each sink, of two numbers or of a histogram each.
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

  /// All that can be known beforehand stands at 0: to Prometheus a series that begins at 1 has never grown.
  init() {
    expectPolls()
    expectEvents()
    expectJournal()
    expectLog()
  }

  func count(_ metric: Metric, _ labels: [Metric.Label], by amount: Int = 1) {
    state.withLock { $0.counters[Series(metric: metric, labels: labels), default: 0] += amount }
  }

  /// Takes one sample, which is not negative.
  func time(_ metric: Metric, _ labels: [Metric.Label] = [], as span: Duration) {
    state.withLock { $0.histograms[Series(metric: metric, labels: labels), default: Histogram()].observe(span) }
  }

  /// Lets a histogram stand there empty.
  func expect(_ metric: Metric, _ labels: [Metric.Label] = []) {
    state.withLock { state in
      let series = Series(metric: metric, labels: labels)
      state.histograms[series] = state.histograms[series] ?? Histogram()
    }
  }

  /// How many programs are connected to the socket.
  var clients: Int {
    get { state.withLock { $0.clients } }
    set { state.withLock { $0.clients = newValue } }
  }

  /// Everything that was counted and timed.
  func add(to exposition: inout Exposition) {
    let (counters, histograms) = state.withLock { ($0.counters, $0.histograms) }
    for (series, count) in counters { exposition.add(series.metric, series.labels, Double(count)) }
    for (series, histogram) in histograms { exposition.add(series.metric, series.labels, histogram) }
  }
}

extension Meters {
  /// What a source is asked for.
  enum Poll: String, CaseIterable, Sendable { case schedule, game }

  enum PollOutcome: String, CaseIterable, Sendable {
    case answered
    /// It told something older, or less, than was known.
    case refused
    case failed
  }

  func expectPolls() {
    ignored(0)
    for poll in Poll.allCases {
      for outcome in PollOutcome.allCases where poll == .game || outcome != .refused { count(poll, outcome, by: 0) }
      expect(.pollDuration, [.init(.kind, poll.rawValue)])
    }
    for isForeseen in [true, false] { result(isForeseen: isForeseen, by: 0) }
    for kind in ["other", "in_play", "scoring"] { expect(.learntQuiet, [.init(.kind, kind)]) }
    for metric in [Metric.learntNews, .answerAge, .cacheAge, .turnWait] { expect(metric) }
    for metric in [Metric.duePolls, .scheduleRowsUnreadable] { count(metric, [], by: 0) }
  }

  /// Lets the series of all failures stand at 0 that there can be.
  func expectFailures(_ codes: Set<Fault.Code>) {
    for poll in Poll.allCases { for code in codes { count(poll, code, by: 0) } }
  }

  /// An answer held values that could not be used.
  func ignored(_ amount: Int) { count(.ignoredValues, [], by: amount) }

  /// A request was answered, and the answer taken or refused.
  func answered(_ poll: Poll, isRefused: Bool = false) { count(poll, isRefused ? .refused : .answered) }

  /// A request brought nothing.
  func failed(_ poll: Poll, because code: Fault.Code) {
    count(poll, .failed)
    count(poll, code)
  }

  /// How long a request took, whatever it brought.
  func took(_ poll: Poll, _ span: Duration) { time(.pollDuration, [.init(.kind, poll.rawValue)], as: span) }

  /// New results of a live game; foreseen when what decided them was seen before.
  func result(isForeseen: Bool, by amount: Int = 1) {
    count(.results, [.init(.outcome, isForeseen ? "foreseen" : "unforeseen")], by: amount)
  }

  /// A live game was asked for while its result was due.
  func askedWhileDue() { count(.duePolls, [], by: 1) }

  /// What a result has taught: the wait after something new, and for a kind of result the time without a look.
  func learnt(news: Duration, quiet: Duration? = nil, of kind: String? = nil) {
    time(.learntNews, as: news)
    if let quiet, let kind { time(.learntQuiet, [.init(.kind, kind)], as: quiet) }
  }

  /// How old a new answer of a live game was, and how long a cache had kept it. A source whose clock is ahead, and a replay
  /// of an old game, say nothing of it.
  func age(ofAnswer age: Duration?, inCache cached: Duration?) {
    if let age, age >= .zero, age <= .seconds(3600) { time(.answerAge, as: age) }
    if let cached { time(.cacheAge, as: cached) }
  }

  func waitedForTurn(_ span: Duration) { time(.turnWait, as: span) }

  func skippedScheduleRows(_ amount: Int) { count(.scheduleRowsUnreadable, [], by: amount) }

  private func count(_ poll: Poll, _ code: Fault.Code, by amount: Int = 1) {
    count(.pollFailures, [.init(.kind, poll.rawValue), .init(.code, code.rawValue)], by: amount)
  }

  private func count(_ poll: Poll, _ outcome: PollOutcome, by amount: Int = 1) {
    count(.polls, [.init(.kind, poll.rawValue), .init(.outcome, outcome.rawValue)], by: amount)
  }
}

extension Meters {
  /// What a revision is to those before it.
  private enum Change: String, CaseIterable { case first, revision, retraction }

  /// A part of the way from the field to a receiver.
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

    /// A replay of an old game is years behind; a receiver may well be away for a day.
    var most: Duration? {
      switch self {
      case .playToFeed, .feedToSeen: .seconds(3600)
      case .seenToLogged, .loggedToSent: nil
      }
    }
  }

  func expectEvents() {
    for type in EventType.allCases { for change in Change.allCases { count(type, change, by: 0) } }
    for stage in Stage.allCases { discarded(stage, by: 0) }
    for metric in [Metric.playToFeed, .feedToSeen, .seenToLogged] { expect(metric) }
  }

  /// Takes what one answer has brought to the log, at `now`. With `isCatchUp` it is the first answer of its game, and
  /// nobody waited for what had been.
  func logged(_ events: [Event], isCatchUp: Bool, at now: Timestamp) {
    for event in events {
      count(event.type, event.data.retracted ? .retraction : event.data.revision > 1 ? .revision : .first)
      add(now - event.data.observedAt, to: .seenToLogged)
      guard !isCatchUp, event.isFreshPlay else { continue }
      // A provisional one has the time of its beginning.
      if !event.data.provisional { add(event.data.feedAt - event.time, to: .playToFeed) }
      add(event.data.observedAt - event.data.feedAt, to: .feedToSeen)
    }
  }

  /// A receiver has taken at `now` what was due at an earlier time.
  func sent(to sink: String, dueAt due: Timestamp, at now: Timestamp) {
    add(now - due, to: .loggedToSent, [.init(.sink, sink)])
  }

  private func count(_ type: EventType, _ change: Change, by amount: Int = 1) {
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
  /// Told for the first time, and as soon as it was in the feed.
  fileprivate var isFreshPlay: Bool {
    [.play, .action].contains(type) && data.revision == 1 && !data.late
  }
}

extension Meters {
  /// What became of attempts to deliver a message, and of facts that are not told.
  enum Delivery: String, CaseIterable, Sendable {
    case accepted
    /// It is tried again.
    case retried
    /// Counts facts: they are dead letters now.
    case givenUp = "given_up"
    /// Counts facts: the operator ordered it.
    case dropped
    /// What it was to change is gone: it is told anew.
    case retold
    /// The receiver is gone for good.
    case disabled
  }

  enum JournalOutcome: String, CaseIterable, Sendable { case written, failed }

  func expectJournal() {
    for outcome in JournalOutcome.allCases { journal(outcome, by: 0) }
  }

  /// Lets the series of some sinks stand at 0 before anything was sent there.
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
  /// Why an event was removed from the log.
  enum Removal: String, CaseIterable { case age, size }

  func expectLog() {
    for reason in Removal.allCases { removed(0, because: reason) }
    count(.checkpointsRebuilt, [], by: 0)
  }

  func removed(_ events: Int, because reason: Removal) {
    count(.logRemoved, [.init(.reason, reason.rawValue)], by: events)
  }

  /// A game's checkpoint could not be read.
  func rebuiltCheckpoint() { count(.checkpointsRebuilt, []) }
}
