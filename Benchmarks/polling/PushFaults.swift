@testable import LiveModel

/// What is wrong with a push service in a simulation.
struct PushFaults {
  /// Share of the messages that do not come.
  var lost = 0.0
  /// Times a game when no message comes for five minutes, although the connection is open.
  var hangs = 0
  /// Share of the answers that show the feed of up to three seconds before, as a cache does.
  var stale = 0.0
  /// Share of the messages that are false.
  var lies = 0.0

  init() {}

  /// Reads `lost=0.05,hangs=3`; nil for another text.
  init?(_ text: String) {
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1)
      guard words.count == 2, let number = Double(words[1]), number >= 0 else { return nil }
      switch words[0] {
      case "lost" where number <= 1: lost = number
      case "hangs" where number <= 20: hangs = Int(number)
      case "stale" where number <= 1: stale = number
      case "lies" where number <= 1: lies = number
      default: return nil
      }
    }
  }

  /// A message on its way.
  struct Delivery {
    var time: Int64
    var text: [UInt8]
  }

  private static let hang: Int64 = 300_000

  /// Returns the messages that come, `delay` milliseconds after their revisions can be read.
  func deliveries(of script: PushScript, delay: Int64, _ dice: inout Dice) -> [Delivery] {
    guard let first = script.messages.first?.time, let last = script.messages.last?.time else { return [] }
    let silences = (0..<hangs).map { _ in first + Int64(dice.unit() * Double(last - first)) }
    var deliveries: [Delivery] = []
    for message in script.messages {
      let time = message.time + delay
      guard dice.unit() >= lost, !silences.contains(where: { ($0..<$0 + Self.hang).contains(time) }) else { continue }
      deliveries += dice.unit() < lies ? untrue(message, at: time, &dice) : [Delivery(time: time, text: message.text)]
    }
    return deliveries.sorted { $0.time < $1.time }
  }

  /// Returns a false message in place of a true one: of another instant, without its names, or with invented ones; or
  /// the true one among others about nothing.
  private func untrue(_ message: PushScript.Message, at time: Int64, _ dice: inout Dice) -> [Delivery] {
    var other = message
    switch Int(dice.unit() * 4) {
    case 0: other.stamp = message.stamp + .seconds((dice.unit() * 60 - 30).rounded())
    case 1: (other.gameEvents, other.logicalEvents) = ([], [])
    case 2: other.gameEvents = ["home_run"]
    default:
      return (0..<3).map { number in
        other.stamp = message.stamp + .seconds(number)
        return Delivery(time: time + Int64(number) * 1500, text: (number == 0 ? message : other).text)
      }
    }
    return [Delivery(time: time, text: other.text)]
  }
}
