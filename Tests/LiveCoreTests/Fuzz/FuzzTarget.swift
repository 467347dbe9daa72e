/// A part of the daemon that reads foreign bytes, as the fuzzer and the tests of its corpus run it.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// A live feed.
  case feed
  /// The input of a socket client.
  case socket
  /// The head of a response of the source or of a receiver.
  case headers
  /// The body of a receiver's response.
  case answers
  case schedule
  /// The state of a game as the log stores it.
  case checkpoint
  case configuration
  /// A recording, as a user sends one.
  case recording

  /// Runs the target on an input, and returns the violations.
  func faults(of input: [UInt8]) -> [String] {
    switch self {
    case .feed: FeedTrial.faults(of: input)
    case .socket: SocketDialogue(input).faults
    case .headers: HeaderTrial.faults(of: input)
    case .answers: AnswerTrial.faults(of: input)
    case .schedule: ScheduleTrial.faults(of: input)
    case .checkpoint: CheckpointTrial.faults(of: input)
    case .configuration: ConfigurationTrial.faults(of: input)
    case .recording: RecordingTrial.faults(of: input)
    }
  }
}
