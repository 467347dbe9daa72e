import Foundation
import GRDB
import Logging

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Plays a history through the real log, outbox, workers and sinks on simulated services, and compares the result
/// with the model.
final class DeliveryTrial {
  private let history: DeliveryHistory
  private let fixture: ClockFixture
  private let internet: TrialInternet
  private let plan: Reloadable<DeliveryConfig>
  private var forms: [DeliveryHistory.SinkName: DeliveryHistory.SinkForm]
  private var events = TrialEvents()
  /// The number of readable messages in a place when its sink left it.
  private var left: [DeliveryHistory.Place: Int] = [:]
  private var found: [String] = []
  private var model: DeliveryModel

  private init(_ history: DeliveryHistory) throws {
    self.history = history
    fixture = try ClockFixture(start: DeliveryHistory.start)
    internet = TrialInternet(now: fixture.wall)
    forms = history.sinks
    model = DeliveryModel(history)
    plan = Reloadable(DeliveryConfig(sinks: [], hasJournal: false))
    try replacePlan()
  }

  /// Returns differences between the model and what the receivers have seen or the outbox counts; empty if there are
  /// none.
  static func differences(_ history: DeliveryHistory) async throws -> [String] {
    let trial = try DeliveryTrial(history)
    try await trial.play()
    return try await trial.compare()
  }

  private func play() async throws {
    var steps = history.steps[...]
    // In the end all places work, and there is time for every attempt.
    let places = DeliveryHistory.Kind.allCases.flatMap { kind in
      (0..<4).map { DeliveryHistory.Step.place(.init(kind: kind, number: $0), .works) }
    }
    steps += places + [.pass(1000)]
    repeat {
      let service = service()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try? await service.run() }
        while let step = steps.popFirst() {
          model.take(step)
          try await take(step)
          // The simulation took some moments; add them to the model's clock.
          let drift = Int(fixture.clock.now.offset.components.seconds) - model.now
          if drift > 0 { model.take(.pass(drift)) }
          if step == .restart { break }
        }
        group.cancelAll()
      }
      if !steps.isEmpty { try fixture.restart() }
    } while !steps.isEmpty
  }

  private func service() -> DeliveryService<ManualClock> {
    let (log, wall) = (fixture.log, fixture.wall)
    return DeliveryService(
      plan: plan, journal: nil, log: log, clock: fixture.clock, now: { log.outboxTime(at: wall()) }, wall: wall,
      logger: fixture.logged.logger, attempts: InFlightDeadlines(), announce: { _, _ in })
  }

  private func take(_ step: DeliveryHistory.Step) async throws {
    switch step {
    case .log(let fact, let revision, let names): try await log(fact, revision, to: names)
    case .pass(let seconds): return try await pass(seconds)
    case .configure(let name, let form):
      if let old = forms[name]?.place, old != form?.place { left[old] = internet.mentions(in: old).count }
      if let place = form?.place { found += comesTooLate(in: place) }
      forms[name] = form
      try replacePlan()
    case .place(let place, let behaviour): internet.set(place, behaviour)
    case .delete(let place): internet.deleteNewest(in: place)
    case .order(let order, let name): try take(order, name)
    case .pause(let name, let seconds):
      guard forms[name] != nil else { break }
      _ = try fixture.log.pause(name.rawValue, for: seconds.map { .seconds($0) }, at: fixture.wall())
    case .resume(let name, let dropping):
      guard forms[name] != nil else { break }
      _ = try fixture.log.resume(name.rawValue, dropping: dropping, at: fixture.wall())
    case .restart: break
    case .clock(let hours): fixture.step(.seconds(hours * 3600))
    }
    try await settle()
  }

  private func log(
    _ fact: Int, _ revision: DeliveryHistory.Revision, to names: Set<DeliveryHistory.SinkName>
  ) async throws {
    let served = Set(forms.keys.map(\.rawValue))
    let wanted = revision == .unwanted ? [] : names.map(\.rawValue).filter(served.contains)
    // The clock of the feed is right, whatever the machine's clock shows.
    let event = events.next(fact, revision, at: DeliveryHistory.start + fixture.clock.now.offset)
    let entry = LogEntry(event: event, sinks: wanted.sorted(), correctionSinks: served.sorted())
    let game = GameID(league: .mlb, gamePk: DeliveryHistory.game(of: fact))
    let checkpoint = Checkpoint(game: game, state: [], isOver: false)
    try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: fixture.wall())
  }

  private func replacePlan() throws {
    let builder = SinkBuilder(transport: internet, environment: [:])
    let sinks = try forms.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, form in
      try builder.build(TrialInternet.settings(name.rawValue, form))
    }
    plan.replace(with: DeliveryConfig(sinks: sinks, hasJournal: false))
  }

  private func take(_ order: DeliveryHistory.Order, _ name: DeliveryHistory.SinkName) throws {
    let expires = Dictionary(uniqueKeysWithValues: forms.map { ($0.key.rawValue, Duration.seconds($0.value.expires)) })
    switch order {
    case .retry: _ = try fixture.log.retry(.sink(name.rawValue), expires: expires, at: fixture.wall())
    case .drop: _ = try fixture.log.drop(.sink(name.rawValue), onlyDead: false, at: fixture.wall())
    case .dropDead: _ = try fixture.log.drop(.sink(name.rawValue), onlyDead: true, at: fixture.wall())
    case .enable where forms[name] != nil: _ = try fixture.log.enable(name.rawValue, at: fixture.wall())
    case .enable: break
    }
  }

  private func pass(_ seconds: Int) async throws {
    let step = min(max(seconds / 40, 5), 200)
    var rest = seconds
    while rest > 0 {
      fixture.clock.advance(by: .seconds(min(step, rest)))
      rest -= step
      try await settle()
    }
  }

  /// Returns when nothing is left to do at this time. Advances the clock for messages that wait for their rate limit.
  private func settle() async throws {
    var (idle, rounds) = (0, 0)
    while idle < 3 {
      idle = try await isBusy() ? 0 : idle + 1
      rounds += 1
      if rounds.isMultiple(of: 30) { fixture.clock.advance(by: .milliseconds(250)) }
      guard rounds < 40_000 else { throw Unsettled() }
      // On a busy machine a write may take longer than these rounds. Then each round waits, so that there are 20 s for it.
      if rounds > 20_000 { try await Task.sleep(for: .milliseconds(1)) } else { await Task.yield() }
    }
  }

  struct Unsettled: Error {}

  private func isBusy() async throws -> Bool {
    for configured in plan.current.sinks {
      let outbox = Outbox(log: fixture.log, sink: configured.sink.name)
      if configured.options.quiet?.end(at: fixture.wall()) != nil { continue }
      if try await outbox.operatorPause()?.timeLeft(at: fixture.wall()) != nil { continue }
      if let disabled = try await outbox.disabled(), disabled.address == configured.address { continue }
      if let pause = try await outbox.pause(), pause.address == configured.address, pause.until > fixture.now {
        continue
      }
      if let head = try await outbox.heads(lag: configured.options.lag).first, head.due <= fixture.now { return true }
    }
    return false
  }

  /// Reports messages that reach a place after its sink has moved to another one.
  private func comesTooLate(in place: DeliveryHistory.Place) -> [String] {
    guard let count = left.removeValue(forKey: place) else { return [] }
    let newest = internet.mentions(in: place).count
    return newest == count ? [] : ["\(newest - count) facts came to \(place) after its sink had left it"]
  }

  private func compare() async throws -> [String] {
    for place in left.keys { found += comesTooLate(in: place) }
    for (name, sink) in model.sinks {
      if sink.form != nil, !sink.mayBeDisabled,
        let reason = try await Outbox(log: fixture.log, sink: name.rawValue).disabled()?.reason
      {
        found.append("\(name) is disabled: \(reason)")
      }
      let places = DeliveryHistory.Kind.allCases.flatMap { kind in
        (name == .den ? 0...1 : 2...3).map { DeliveryHistory.Place(kind: kind, number: $0) }
      }
      let mentions = places.flatMap(internet.mentions)
      for (fact, standings) in sink.facts {
        let seen = mentions.filter { $0.fact == fact }.map(\.revision).max()
        let counted = try await counts(of: fact, at: name)
        if !standings.contains(where: { isSame($0, fact, seen, counted, sink) }) {
          found.append(
            "\(name) f\(fact): seen \(seen.map { "r\($0)" } ?? "nothing"), \(counted); allowed \(standings)")
        }
      }
      found += disorder(mentions, sink).map { "\(name): \($0)" }
    }
    found += strays()
    return found.sorted()
  }

  private func isSame(
    _ standing: DeliveryModel.Standing, _ fact: Int, _ seen: Int?, _ counted: Counts, _ sink: DeliveryModel.Sink
  ) -> Bool {
    guard counted.waits == (standing.wait != nil), counted.isDead == standing.isDead else { return false }
    if standing.delivered == seen { return true }
    // A message that was composed before the retraction is delivered and then retracted.
    if standing.isAside, sink.mayHaveComposed, seen == sink.newest[fact] { return true }
    return sink.mayHaveSeenMore && seen ?? 0 > standing.delivered ?? 0
  }

  private struct Counts: CustomStringConvertible {
    var waits: Bool
    var isDead: Bool

    var description: String { "\(waits ? "waits" : "settled")\(isDead ? ", dead" : "")" }
  }

  private func counts(of fact: Int, at sink: DeliveryHistory.SinkName) async throws -> Counts {
    let name = SampleEvents.event("f\(fact)", game: DeliveryHistory.game(of: fact)).data.fact.rawValue
    return try await fixture.log.pool.read { database in
      let sql = """
        SELECT state FROM delivery JOIN event USING (sequence) WHERE event.fact = ? AND delivery.sink = ?
        """
      let states = try Int.fetchSet(database, sql: sql, arguments: [name, sink.rawValue])
      return Counts(waits: states.contains(0), isDead: states.contains(2))
    }
  }

  /// Reports revisions of a fact that a place got twice or in the wrong order.
  private func disorder(_ mentions: [TrialInternet.Mention], _ sink: DeliveryModel.Sink) -> [String] {
    guard !sink.mayHaveSeenMore, !sink.mayRepeat else { return [] }
    let deliverables = Dictionary(grouping: mentions) { "\($0.place) f\($0.fact)r\($0.revision)" }
    return deliverables.filter { Set($0.value.map(\.message)).count < $0.value.count || $0.value.count > 1 }
      .map { "\($0.key) was delivered \($0.value.count) times" }
  }

  /// Reports replies that are in the thread of another game.
  private func strays() -> [String] {
    (0..<4).flatMap { number -> [String] in
      let messages = internet.shown(in: .init(kind: .slack, number: number))
      return messages.compactMap { message in
        guard let root = messages.first(where: { $0.id == message.thread }) else { return nil }
        return Self.games(of: message) == Self.games(of: root) ? nil : "'\(message.text)' replies to '\(root.text)'"
      }
    }
  }

  private static func games(of message: ShownMessage) -> Set<Int> {
    Set(message.text.matches(of: /f(\d+)r/).compactMap { Int($0.1) }.map(DeliveryHistory.game))
  }
}
