@testable import LiveMLB
@testable import LiveNBA

/// A part of the daemon that reads foreign bytes, as the fuzzer and the tests of its corpus run it.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// A live feed of MLB.
  case feed
  /// A play-by-play or a box score of the NBA.
  case playbyplay
  /// The input of a socket client.
  case socket
  /// The head of a response of the source or of a receiver.
  case headers
  /// The body of a receiver's response.
  case answers
  case schedule
  /// A scoreboard or a season's schedule of the NBA.
  case leagueschedule
  /// The state of a game as the log stores it.
  case checkpoint
  case configuration
  /// A recording, as a user sends one.
  case recording
  /// The answer of a push socket to the handshake, and its frames.
  case websocket
  /// The messages of MLB's push socket.
  case push

  /// Runs the target on an input, and returns the violations.
  func faults(of input: [UInt8]) -> [String] {
    switch self {
    case .feed: [MLBFeedDecoder(), MLBFeedDecoder(.short)].flatMap { FeedTrial.faults(of: input, by: $0) }
    case .playbyplay: FeedTrial.faults(of: input, by: NBAFeedDecoder())
    case .socket: SocketDialogue(input).faults
    case .headers: HeaderTrial.faults(of: input)
    case .answers: AnswerTrial.faults(of: input)
    case .schedule: ScheduleTrial.faults(of: (try? MLBSchedule.games(in: input).games) ?? [])
    case .leagueschedule: ScheduleTrial.faults(of: (try? NBASchedule.games(in: input).games) ?? [])
    case .checkpoint: CheckpointTrial.faults(of: input)
    case .configuration: ConfigurationTrial.faults(of: input)
    case .recording: RecordingTrial.faults(of: input)
    case .websocket: WebSocketTrial.faults(of: input)
    case .push: PushTrial.faults(of: input)
    }
  }
}
