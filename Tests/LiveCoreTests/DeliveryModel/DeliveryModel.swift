@testable import LiveCore
@testable import LiveModel

/// The specification of delivery: what each receiver must have got in the end, and what must be counted as lost.
/// - A revision is due `delay` after it was logged, and after quiet hours if it is due in them.
/// - A reachable sink gets each due fact once, as its newest revision.
/// - The next revision corrects a delivered one. A fact that is retracted, or no longer routed, before it was
///   delivered is never delivered; neither is one that was first seen long after it happened.
/// - A fact that could not be delivered in its time is a dead letter, and counted.
/// - A new address is a new receiver: neither a pause nor a refusal of the old one holds for it.
/// - While the operator pauses a sink, nothing is sent to it, and what comes is due at the end of the pause. What is
///   dropped then is never delivered, and neither is a later revision of a fact that the receiver does not have.
/// The model knows no attempts. Where the outcome depends on them, as at the edge of an outage, it allows several
/// outcomes.
struct DeliveryModel: Sendable {
  typealias History = DeliveryHistory

  /// One possible state of a fact at a sink.
  struct Standing: Hashable, Sendable {
    /// The last delivered revision; nil for none.
    var delivered: Int?
    var wait: DeliveryWait?
    /// Whether a revision was given up and no command retried it since.
    var isDead = false
    /// Whether the fact was settled without being delivered.
    var isAside = false
    /// Whether the operator dropped the fact at the end of a pause before any revision was delivered.
    var isWithheld = false
  }

  struct Sink: Sendable {
    /// Nil while the daemon does not serve the sink.
    var form: History.SinkForm?
    /// Whether the receiver may have reported that it is gone.
    var mayBeDisabled = false
    /// The latest end of a pause that the receiver may have asked for.
    var maySilentUntil = 0
    /// The operator's last pause.
    var pause: OrderedPause?
    /// Whether answers were lost, so that people may have seen facts that count as undelivered, or seen facts twice.
    var mayHaveSeenMore = false
    /// Whether the receiver failed, so that a message may have been composed long before it was accepted.
    var mayHaveComposed = false
    /// Whether a retry command or a deleted message may have delivered a fact twice.
    var mayRepeat = false
    /// Possible states by fact.
    var facts: [Int: Set<Standing>] = [:]
    /// Facts whose newest revision is routed to this sink.
    var wanted: Set<Int> = []
    /// The newest revision of each fact that was routed to this sink.
    var newest: [Int: Int] = [:]
  }

  /// A logged fact.
  private struct Fact: Sendable {
    var happened: Int
    var revisions: [History.Revision] = []
    /// The time at which each revision was logged.
    var logged: [Int] = []
    var isFinal: Bool { revisions.contains(.isFinal) }
  }

  private enum Reach { case sure, unsure, none }

  private(set) var now = 0
  var sinks: [History.SinkName: Sink]
  private var facts: [Int: Fact] = [:]
  private var places: [History.Place: History.Behaviour] = [:]
  /// The place that each sink sent to when it was last served.
  private var lastPlace: [History.SinkName: History.Place]

  /// The longest time between two attempts: five minutes for a message with a deadline of a day, and a margin.
  static let maxWait = 400

  init(_ history: History) {
    sinks = history.sinks.mapValues { Sink(form: $0) }
    lastPlace = history.sinks.mapValues(\.place)
  }

  mutating func take(_ step: History.Step) {
    switch step {
    case .log(let fact, let revision, let names): log(fact, revision, to: names)
    case .pass(let seconds): pass(seconds)
    case .configure(let name, let form): configure(name, form)
    case .place(let place, let behaviour): places[place] = behaviour
    case .order(let order, let name): take(order, name)
    case .pause(let name, let seconds): pause(name, for: seconds)
    case .resume(let name, let dropping): resume(name, dropping: dropping)
    case .delete(let place):
      for (name, sink) in sinks where sink.form?.place == place { sinks[name]?.mayRepeat = true }
    case .restart, .clock: break
    }
    for (name, sink) in sinks { tellAtOnce(name, sink) }
  }

  /// A due fact may be delivered, skipped or refused before any time passes.
  private mutating func tellAtOnce(_ name: History.SinkName, _ sink: Sink) {
    guard let form = sink.form, !isQuiet(sink) else { return }
    let canTell = reach(of: sink) != .none
    for (fact, standings) in sink.facts {
      for standing in standings {
        guard let wait = standing.wait, wait.ready <= now else { continue }
        let delivered = settled(standing, fact, sink)
        if canTell || delivered.isAside { sinks[name]?.facts[fact]?.insert(delivered) }
        guard case .limits(let seconds) = places[form.place], now + seconds + Self.maxWait >= wait.earliestEnd else {
          continue
        }
        var dead = standing
        (dead.wait, dead.isDead) = (nil, true)
        sinks[name]?.facts[fact]?.insert(dead)
      }
    }
    note(name, sink, until: now)
  }

  /// Records what the receiver may have answered to an attempt by `end`.
  private mutating func note(_ name: History.SinkName, _ sink: Sink, until end: Int) {
    guard let place = sink.form?.place, !sink.facts.isEmpty else { return }
    switch places[place] ?? .works {
    case .isGone: sinks[name]?.mayBeDisabled = true
    case .answersAreLost: sinks[name]?.mayHaveSeenMore = true
    case .limits(let seconds):
      sinks[name]?.maySilentUntil = max(sink.maySilentUntil, end + seconds)
      // The place asks for its pause once, and only if there was an attempt.
      if hasTried(sink, until: end) { places[place] = .works }
    case .works: return
    case .fails, .isClosed: break
    }
    sinks[name]?.mayHaveComposed = true
  }

  private mutating func log(_ fact: Int, _ revision: History.Revision, to names: Set<History.SinkName>) {
    let late = if case .late(let seconds) = revision { seconds } else { 0 }
    facts[fact, default: Fact(happened: now - late)].revisions.append(revision)
    facts[fact]?.logged.append(now)
    let newest = facts[fact]?.revisions.count ?? 1
    for (name, sink) in sinks {
      guard let form = sink.form else { continue }
      let isWanted = names.contains(name) && revision != .unwanted
      guard isWanted || sink.facts[fact] != nil else { continue }
      sinks[name]?.newest[fact] = newest
      if isWanted { sinks[name]?.wanted.insert(fact) } else { sinks[name]?.wanted.remove(fact) }
      let wait = wait(for: newest, of: fact, logged: now, form, sink.pause)
      sinks[name]?.facts[fact] = Set(
        (sink.facts[fact] ?? [Standing()]).map { standing in
          var standing = standing
          if standing.wait == nil || form.sendsEach { standing.wait = wait }
          return standing
        })
    }
  }

  func wait(
    for revision: Int, of fact: Int, logged: Int, _ form: History.SinkForm, _ pause: OrderedPause?
  ) -> DeliveryWait {
    DeliveryWait(first: revision, logged: logged, isFinal: facts[fact]?.isFinal == true, form, pause)
  }

  /// Whether quiet hours or the operator's pause forbid sending now.
  private func isQuiet(_ sink: Sink) -> Bool {
    let isNight = sink.form?.isQuietAtNight == true && DeliveryWait.quietEnd(at: now) != nil
    return isNight || sink.pause?.isInForce(at: now) == true
  }

  private mutating func pass(_ seconds: Int) {
    let end = now + seconds
    while now < end {
      // The current state holds until the next edge of quiet hours or of a pause.
      let time = now % DeliveryWait.day
      let edges = [DeliveryWait.night.from, DeliveryWait.night.to, DeliveryWait.day].map { $0 - time }.filter { $0 > 0 }
      let resumed = sinks.values.map { $0.maySilentUntil - now }.filter { $0 > 0 }
      let paused = sinks.values.compactMap { $0.pause?.until.map { $0 - now } }.filter { $0 > 0 }
      let next = min(end, now + ((edges + resumed + paused).min() ?? seconds))
      for (name, sink) in sinks { evolve(name, sink, until: next) }
      now = next
    }
  }

  /// Returns whether some fact was due in every possible state.
  private func hasTried(_ sink: Sink, until end: Int) -> Bool {
    !isQuiet(sink) && !sink.mayBeDisabled && sink.maySilentUntil <= now
      && sink.facts.values.contains { $0.allSatisfy { $0.wait.map { $0.ready <= now } ?? false } }
  }

  private mutating func evolve(_ name: History.SinkName, _ sink: Sink, until end: Int) {
    let reach = reach(of: sink)
    for (fact, standings) in sink.facts {
      let next = standings.map { after($0, fact, sink, reach, until: end) }
      sinks[name]?.facts[fact] = next.reduce(into: []) { $0.formUnion($1) }
    }
    note(name, sink, until: end)
  }

  private func reach(of sink: Sink) -> Reach {
    guard let form = sink.form else { return .none }
    if isQuiet(sink) { return .none }
    switch places[form.place] ?? .works {
    case .fails, .isClosed, .isGone: return .none
    case .answersAreLost, .limits: return .unsure
    case .works: return sink.mayBeDisabled || sink.maySilentUntil > now ? .unsure : .sure
    }
  }

  private func after(
    _ standing: Standing, _ fact: Int, _ sink: Sink, _ reach: Reach, until end: Int
  ) -> Set<Standing> {
    guard let wait = standing.wait else { return [standing] }
    let (start, delivered) = (max(now, wait.ready), settled(standing, fact, sink))
    if reach == .sure, start + Self.maxWait <= min(end, wait.earliestEnd) { return [delivered] }
    var dead = standing
    (dead.wait, dead.isDead) = (nil, true)
    let canSettle = start < end && start < wait.latestEnd
    // A fact that is not to be delivered needs no receiver.
    var possible: Set<Standing> = canSettle && (reach != .none || delivered.isAside) ? [delivered] : []
    if end >= wait.earliestEnd - Self.maxWait {
      possible.insert(dead)
      // A message with only the first revisions is given up alone.
      if let form = sink.form, let newest = sink.newest[fact], wait.first < newest, let known = facts[fact] {
        var rest = dead
        rest.wait = self.wait(for: newest, of: fact, logged: known.logged[newest - 1], form, sink.pause)
        possible.formUnion(after(rest, fact, sink, reach, until: end))
      }
    }
    // Expired messages are not looked at while nothing can be sent.
    if reach != .sure || end < start + Self.maxWait { possible.insert(standing) }
    return possible.isEmpty ? [delivered, dead, standing] : possible
  }

  /// Returns the state after its revisions were processed: delivered as the newest one, or skipped.
  private func settled(_ standing: Standing, _ fact: Int, _ sink: Sink) -> Standing {
    var settled = standing
    settled.wait = nil
    if let wait = standing.wait, isTold(standing, wait, fact, sink) {
      settled.delivered = sink.newest[fact]
    } else {
      settled.isAside = true
    }
    return settled
  }

  /// Returns whether there is something to send once the receiver can be reached.
  private func isTold(_ standing: Standing, _ wait: DeliveryWait, _ fact: Int, _ sink: Sink) -> Bool {
    guard let known = facts[fact], let form = sink.form, standing.delivered == nil else { return true }
    if standing.isWithheld { return false }
    if form.sendsEach { return true }
    guard known.revisions[(sink.newest[fact] ?? 1) - 1] != .takenBack, sink.wanted.contains(fact) else { return false }
    guard form.isForPeople, !known.isFinal else { return true }
    let wasSeenLate = known.logged[wait.first - 1] - known.happened > form.expires
    let isLate = if case .late = known.revisions[wait.first - 1] { true } else { false }
    return !(wasSeenLate && (wait.first > 1 || isLate))
  }

  private mutating func configure(_ name: History.SinkName, _ form: History.SinkForm?) {
    guard var sink = sinks[name] else { return }
    let old = sink.form
    sink.form = form
    sinks[name] = sink
    guard let form else { return }
    if lastPlace[name] != form.place { (sink.mayBeDisabled, sink.maySilentUntil) = (false, 0) }
    lastPlace[name] = form.place
    guard old != form else { return sinks[name] = sink }
    for (fact, standings) in sink.facts {
      sink.facts[fact] = Set(
        standings.map { standing in
          guard var wait = standing.wait else { return standing }
          let anew = self.wait(for: wait.first, of: fact, logged: wait.logged, form, sink.pause)
          wait.ready = anew.ready
          (wait.earliestEnd, wait.latestEnd) = (
            min(wait.earliestEnd, anew.earliestEnd), max(wait.latestEnd, anew.latestEnd)
          )
          var standing = standing
          standing.wait = wait
          return standing
        })
    }
    sinks[name] = sink
  }
}
