/// A part of the daemon that reads what others have written, as the fuzzer and the tests of its corpus try it.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// What a client says to the socket.
  case socket
  /// The head of an answer, by the source or by a receiver.
  case headers
  /// The body of a receiver's answer.
  case answers
  case schedule
  /// A game's state as the log keeps it.
  case checkpoint
  case configuration

  /// Gives it the bytes, and says what does not hold of what comes out.
  func faults(of input: [UInt8]) -> [String] {
    switch self {
    case .socket: SocketDialogue(input).faults
    case .headers: HeaderTrial.faults(of: input)
    case .answers: AnswerTrial.faults(of: input)
    case .schedule: ScheduleTrial.faults(of: input)
    case .checkpoint: CheckpointTrial.faults(of: input)
    case .configuration: ConfigurationTrial.faults(of: input)
    }
  }
}
