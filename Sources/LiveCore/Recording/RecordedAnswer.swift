package import LiveModel
package import LivePlatform

/// One answer of a league's source, with the time of its arrival.
package struct RecordedAnswer: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    /// A response with its whole body, decompressed.
    case response(HTTPResponseHead, body: [UInt8])
    /// No complete response.
    case fault(HTTPFault)
  }

  package var subject: PollSubject
  package var time: PollTime
  package var outcome: Outcome

  package init(_ subject: PollSubject, at time: PollTime, _ outcome: Outcome) {
    (self.subject, self.time, self.outcome) = (subject, time, outcome)
  }
}

/// The first line of a recording.
package struct RecordingHeader: Codable, Equatable, Sendable {
  /// The version of the format.
  package var recording = Self.version
  /// The version of livegamed that wrote it.
  package var livegamed: String
  /// The numbers of the recorded games; nil for all followed games.
  package var games: [Int]?
  /// The time of its beginning.
  package var since: Timestamp

  /// The version of the format that this program writes, and the newest that it reads.
  package static let version = 1

  package init(games: [Int]?, since: Timestamp) {
    (self.games, self.since, livegamed) = (games, since, Version.current)
  }
}

/// A line after the first: one answer. Every body but the first of its kind is stored as its difference from the one
/// before, because most of a feed stays as it is.
struct RecordingLine: Codable, Equatable {
  enum Kind: String, Codable { case schedule, feed }

  /// The time of arrival by the wall clock.
  var at: Timestamp
  /// How far the clock for intervals was ahead of the wall clock, in milliseconds; nil for zero.
  var ahead: Int?
  var kind: Kind
  /// The number of the game of a feed.
  var game: Int?
  /// The status of a response; nil after a fault.
  var status: Int?
  /// The headers that the polls use.
  var headers: [String: String]?
  /// A body that is text.
  var body: String?
  /// Any other body, in Base64.
  var base64: String?
  /// Whether the body is that of the last response of this kind and game.
  var same: Bool?
  /// The pieces of the body, from the last one of this kind and game.
  var change: [BodyChange.Piece]?
  /// The kind of a fault, as in the codes `feed.timeout` and so on.
  var fault: String?
  /// The fault in words.
  var reason: String?

  init(_ answer: RecordedAnswer) {
    at = answer.time.wall
    let ahead = (answer.time.monotonic - answer.time.wall).wholeMilliseconds
    self.ahead = ahead == 0 ? nil : ahead
    switch answer.subject {
    case .schedule: kind = .schedule
    case .game(let number): (kind, game) = (.feed, number)
    }
  }

  /// The subject; nil for a feed without a game.
  var subject: PollSubject? {
    switch kind {
    case .schedule: .schedule
    case .feed: game.map { .game($0) }
    }
  }

  /// The time of arrival.
  var time: PollTime { PollTime(wall: at, monotonic: at + .milliseconds(ahead ?? 0)) }
}
