import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel

extension WireFormat {
  /// The media type with which a webhook sends an event.
  static let mediaType = "application/cloudevents+json"

  /// Checks a line against the wire format. Every line that a test sees being sent passes through here.
  @discardableResult
  static func check(_ line: [UInt8]) -> [UInt8] {
    let faults = faults(in: line)
    if !faults.isEmpty {
      let text = (faults + [String(decoding: line, as: UTF8.self)]).joined(separator: "\n")
      Issue.record("a line violates the wire format\n\(text)")
    }
    return line
  }

  /// Checks all events of a short game, and every tenth of a long one: a line costs half a millisecond in a debug
  /// build.
  static func check(_ events: [Event]) throws {
    for position in events.indices where events.count < 50 || position.isMultiple(of: 10) {
      _ = try line(of: events[position], sequence: position + 1)
    }
  }

  /// Returns the checked line of an event, as the log would hold it.
  static func line(of event: Event, sequence: Int = 1, logID: String = "9f2c61aa") throws -> [UInt8] {
    check(try CloudEvent(event: event, sequence: sequence, logID: LogID(rawValue: logID)).line())
  }
}
