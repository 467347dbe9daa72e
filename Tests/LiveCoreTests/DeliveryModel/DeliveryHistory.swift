@testable import LiveCore

/// What happens to the facts of an evening, to two sinks, to their receivers and to the daemon, in this order.
struct DeliveryHistory: Equatable, Sendable, CustomStringConvertible {
  /// The first form of each sink.
  var sinks: [SinkName: SinkForm]
  var steps: [Step]

  enum SinkName: String, CaseIterable, Sendable { case den, tick }

  /// A step takes no time, but for `pass`.
  enum Step: Equatable, Sendable {
    /// The next revision of a fact is logged and routed. A fact that is not known yet is logged for the first time.
    case log(fact: Int, Revision, to: Set<SinkName>)
    /// Time passes, in seconds.
    case pass(Int)
    /// The configuration is read again: a sink has this form from now on, or is gone.
    case configure(SinkName, SinkForm?)
    /// A place behaves like this from now on.
    case place(Place, Behaviour)
    /// Somebody deletes the newest message in a place.
    case delete(Place)
    case order(Order, SinkName)
    /// The daemon ends, and starts again at once.
    case restart
    /// The wall clock is set, in hours.
    case clock(Int)
  }

  /// What a revision says.
  enum Revision: Equatable, Sendable {
    case plays, isFinal, takenBack
    /// It was seen so many seconds after it happened.
    case late(Int)
    /// No route wants it as it is now.
    case unwanted
  }

  enum Order: String, CaseIterable, Sendable { case retry, drop, dropDead, enable }

  /// Where messages can be read: a channel, chat, topic, application or web hook. Those of `den` have the numbers 0 and
  /// 1, those of `tick` 2 and 3.
  struct Place: Hashable, Sendable, CustomStringConvertible {
    var kind: Kind
    var number: Int

    var description: String { "\(kind)\(number)" }
  }

  enum Kind: String, CaseIterable, Sendable { case discord, slack, telegram, ntfy, gotify, webhook }

  /// How a sink is configured.
  struct SinkForm: Equatable, Sendable {
    var place: Place
    /// In seconds.
    var delay = 0
    /// In seconds.
    var expires = 600
    /// Nothing is sent from 02:00 to 04:00 UTC.
    var isQuietAtNight = false
    /// A reply a play, where the kind has threads.
    var hasThreads = false

    var isForPeople: Bool { place.kind != .webhook }
    /// A program that waits for nothing gets every revision.
    var sendsEach: Bool { !isForPeople && delay == 0 && !isQuietAtNight }
  }

  enum Behaviour: Equatable, Sendable {
    /// It takes what is right.
    case works
    /// It answers 503, or the like.
    case fails
    /// It takes what is right, and its answers are lost.
    case answersAreLost
    /// It wants nothing for so many seconds after the next message.
    case limits(Int)
    /// It refuses everybody for now: rights are taken away, or it is archived.
    case isClosed
    /// It will never take a message again, and says so.
    case isGone
  }

  var description: String {
    (sinks.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key): \($0.value)" } + steps.map { "\($0)" })
      .joined(separator: "\n")
  }
}

extension DeliveryHistory {
  /// Facts belong to three games, in turn.
  static func game(of fact: Int) -> Int { fact % 3 + 1 }

  /// When an evening begins: two hours before quiet hours.
  static let start = Timestamp(seconds: 1_783_555_200)

  /// A history from a seed: some twenty steps.
  init(seed: UInt64) {
    var random = RandomHistory(seed: seed)
    self = random.next()
  }

  /// The same history with a part left out, from large parts to single steps.
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

/// Draws histories. What is common in real life is common here: facts, corrections, time.
private struct RandomHistory {
  private var dice: SplitMix
  private var known: [Int: Bool] = [:]
  /// Either the wall clock is set, or there are quiet hours: the model has no calendar.
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
    case ..<88: return .place(place(forms), behaviour())
    case ..<90: return .delete(place(forms))
    case ..<96: return .order(DeliveryHistory.Order.allCases.randomElement(using: &dice) ?? .retry, sink)
    case ..<98: return .restart
    default: return hasQuietHours ? .restart : .clock([-2, 2, -960, 960].randomElement(using: &dice) ?? 2)
    }
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
