@testable import LiveCore
@testable import LiveModel

/// A sequence of steps on the facts of an evening, two sinks, their receivers and the daemon.
struct DeliveryHistory: Equatable, Sendable, CustomStringConvertible {
  /// The first form of each sink.
  var sinks: [SinkName: SinkForm]
  var steps: [Step]

  enum SinkName: String, CaseIterable, Sendable { case den, tick }

  /// A step takes no time, except `pass`.
  enum Step: Equatable, Sendable {
    /// Logs and routes the next revision of a fact, or its first one.
    case log(fact: Int, Revision, to: Set<SinkName>)
    /// Lets time pass, in seconds.
    case pass(Int)
    /// Reloads the configuration: a sink has this form from now on, or is removed.
    case configure(SinkName, SinkForm?)
    /// Sets the behaviour of a place.
    case place(Place, Behaviour)
    /// Deletes the newest message of a place, as a person does.
    case delete(Place)
    case order(Order, SinkName)
    /// The operator pauses a sink for so many seconds, or until it is resumed.
    case pause(SinkName, Int?)
    /// The operator ends the pause of a sink, with or without dropping what was held.
    case resume(SinkName, dropping: Bool)
    /// Stops the daemon and starts it again at once.
    case restart
    /// Sets the wall clock by so many hours.
    case clock(Int)
  }

  /// The change of a revision.
  enum Revision: Equatable, Sendable {
    case plays, isFinal, takenBack
    /// The fact was seen so many seconds after it happened.
    case late(Int)
    /// No route matches the revision.
    case unwanted
  }

  enum Order: String, CaseIterable, Sendable { case retry, drop, dropDead, enable }

  /// Where messages can be read: a channel, chat, topic, application or webhook. `den` has the places 0 and 1, `tick`
  /// 2 and 3.
  struct Place: Hashable, Sendable, CustomStringConvertible {
    var kind: Kind
    var number: Int

    var description: String { "\(kind)\(number)" }
  }

  enum Kind: String, CaseIterable, Sendable { case discord, slack, telegram, ntfy, gotify, webhook }

  /// The configuration of a sink.
  struct SinkForm: Equatable, Sendable {
    var place: Place
    /// Unit: seconds.
    var delay = 0
    /// Unit: seconds.
    var expires = 600
    /// Nothing is sent from 02:00 to 04:00 UTC.
    var isQuietAtNight = false
    /// Whether each play is a reply, if the kind has threads.
    var hasThreads = false

    var isForPeople: Bool { place.kind != .webhook }
    /// Whether the sink gets every revision: a program without a delay and without quiet hours.
    var sendsEach: Bool { !isForPeople && delay == 0 && !isQuietAtNight }
  }

  enum Behaviour: Equatable, Sendable {
    /// Accepts valid messages.
    case works
    /// Answers 503 or similar.
    case fails
    /// Accepts valid messages, but its answers are lost.
    case answersAreLost
    /// Asks for a pause of so many seconds after the next message.
    case limits(Int)
    /// Refuses every message for now: rights were revoked, or the place is archived.
    case isClosed
    /// Refuses every message for good, and says so.
    case isGone
  }

  var description: String {
    (sinks.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key): \($0.value)" } + steps.map { "\($0)" })
      .joined(separator: "\n")
  }
}

extension DeliveryHistory {
  /// Facts belong to three games in turn.
  static func game(of fact: Int) -> Int { fact % 3 + 1 }

  /// The start of an evening, two hours before quiet hours.
  static let start = Timestamp(seconds: 1_783_555_200)

  /// Draws a history of about twenty steps from a seed.
  init(seed: UInt64) {
    var random = RandomHistory(seed: seed)
    self = random.next()
  }

  /// Shorter variants of the history, each with a part left out, from large parts to single steps.
  var shorter: [DeliveryHistory] {
    var (found, size) = ([DeliveryHistory](), steps.count / 2)
    while size > 0 {
      for first in stride(from: 0, to: steps.count, by: size) {
        var copy = self
        copy.steps.removeSubrange(first..<min(first + size, steps.count))
        found.append(copy)
      }
      size /= 2
    }
    return found
  }
}

/// Draws histories. Steps that are common in real life are common here: facts, corrections, time.
private struct RandomHistory {
  private var dice: SplitMix
  private var known: [Int: Bool] = [:]
  /// A history has either clock steps or quiet hours: the model has no calendar.
  private let hasQuietHours: Bool

  init(seed: UInt64) {
    dice = SplitMix(seed: seed)
    hasQuietHours = seed % 2 == 0
  }

  mutating func next() -> DeliveryHistory {
    let sinks = Dictionary(uniqueKeysWithValues: DeliveryHistory.SinkName.allCases.map { ($0, form($0, nil)) })
    var forms = sinks.mapValues(Optional.some)
    let steps = (0..<Int.random(in: 8...30, using: &dice)).map { _ in step(&forms) }
    return DeliveryHistory(sinks: sinks, steps: steps)
  }

  private mutating func step(
    _ forms: inout [DeliveryHistory.SinkName: DeliveryHistory.SinkForm?]
  ) -> DeliveryHistory.Step {
    let sink = DeliveryHistory.SinkName.allCases.randomElement(using: &dice) ?? .den
    switch Int.random(in: 0..<100, using: &dice) {
    case ..<45: return log()
    case ..<68: return .pass([1, 5, 30, 90, 700, 1500, 4000, 8000].randomElement(using: &dice) ?? 1)
    case ..<76:
      let next = configure(sink, forms[sink] ?? nil)
      forms[sink] = next
      return .configure(sink, next)
    case ..<80: return pause(sink)
    case ..<88: return .place(place(forms), behaviour())
    case ..<90: return .delete(place(forms))
    case ..<96: return .order(DeliveryHistory.Order.allCases.randomElement(using: &dice) ?? .retry, sink)
    case ..<98: return .restart
    default: return hasQuietHours ? .restart : .clock([-2, 2, -960, 960].randomElement(using: &dice) ?? 2)
    }
  }

  /// A pause with an end follows the wall clock, which some histories set.
  private mutating func pause(_ sink: DeliveryHistory.SinkName) -> DeliveryHistory.Step {
    let spans = hasQuietHours ? [60, 1500, 8000, nil] : [nil]
    guard Int.random(in: 0..<5, using: &dice) < 2 else {
      return .resume(sink, dropping: Int.random(in: 0..<4, using: &dice) == 0)
    }
    return .pause(sink, spans.randomElement(using: &dice) ?? nil)
  }

  private mutating func log() -> DeliveryHistory.Step {
    let fact = Int.random(in: 0...min(known.count, 8), using: &dice)
    let isNew = known.updateValue(true, forKey: fact) == nil
    let names = DeliveryHistory.SinkName.allCases.filter { _ in Int.random(in: 0..<5, using: &dice) > 0 }
    let revision: DeliveryHistory.Revision =
      switch Int.random(in: 0..<20, using: &dice) {
      case 0..<2: .isFinal
      case 2..<4: isNew ? .plays : .takenBack
      case 4: .late(5000)
      case 5: isNew ? .plays : .unwanted
      default: .plays
      }
    return .log(fact: fact, revision, to: Set(names))
  }

  private mutating func place(
    _ forms: [DeliveryHistory.SinkName: DeliveryHistory.SinkForm?]
  ) -> DeliveryHistory.Place {
    let places = forms.values.compactMap { $0?.place }.sorted { "\($0)" < "\($1)" }
    return places.randomElement(using: &dice) ?? DeliveryHistory.Place(kind: .discord, number: 0)
  }

  private mutating func behaviour() -> DeliveryHistory.Behaviour {
    switch Int.random(in: 0..<12, using: &dice) {
    case 0..<5: .works
    case 5..<7: .fails
    case 7: .answersAreLost
    case 8: .limits([3, 60, 3600].randomElement(using: &dice) ?? 3)
    case 9..<11: .isClosed
    default: .isGone
    }
  }

  private mutating func configure(
    _ sink: DeliveryHistory.SinkName, _ form: DeliveryHistory.SinkForm?
  ) -> DeliveryHistory.SinkForm? {
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: return nil
    case 1..<3: return self.form(sink, form?.place.kind)
    case 3..<5: return self.form(sink, nil)
    default:
      var next = form ?? self.form(sink, nil)
      next.place.number ^= 1
      return next
    }
  }

  private mutating func form(
    _ sink: DeliveryHistory.SinkName, _ kind: DeliveryHistory.Kind?
  ) -> DeliveryHistory.SinkForm {
    let kind = kind ?? DeliveryHistory.Kind.allCases.randomElement(using: &dice) ?? .discord
    let first = sink == .den ? 0 : 2
    return DeliveryHistory.SinkForm(
      place: DeliveryHistory.Place(kind: kind, number: Int.random(in: first...first + 1, using: &dice)),
      delay: [0, 0, 0, 40, 900].randomElement(using: &dice) ?? 0,
      expires: [600, 600, 1800].randomElement(using: &dice) ?? 600,
      isQuietAtNight: hasQuietHours && Int.random(in: 0..<2, using: &dice) == 0,
      hasThreads: kind == .slack && Bool.random(using: &dice))
  }
}
