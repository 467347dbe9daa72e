package import LiveModel
internal import LivePlatform

/// A recording that has been read to its end once, so that its faults are known before it is played.
package struct Recording: Sendable {
  package let header: RecordingHeader
  private let path: String
  /// The number of answers.
  package private(set) var count = 0
  /// Numbers of the games that have feeds, in the order of their first ones.
  package private(set) var feeds: [Int] = []
  /// Time of the first and of the last answer; nil without answers.
  package private(set) var first: PollTime?
  package private(set) var last: PollTime?
  /// Whether the end of the file is missing, as after a crash.
  package private(set) var isCutOff = false

  /// Reads a file. Throws the faults of `RecordingReader`.
  package init(path: String) throws(Fault) {
    self.path = path
    var reader = try RecordingReader(path: path)
    header = reader.header
    while let answer = try reader.next() {
      count += 1
      first = first ?? answer.time
      last = answer.time
      if case .game(let number) = answer.subject, !feeds.contains(number) { feeds.append(number) }
    }
    isCutOff = reader.isCutOff
    guard count > 0 else {
      throw Fault(.recordingEmpty, "the recording has no answer", at: .path(path), hint: "record the game again")
    }
  }

  /// Returns the answers from the beginning. Throws the faults of `RecordingReader`.
  func answers() throws(Fault) -> RecordingReader { try RecordingReader(path: path) }
}

extension Fault.Code {
  static let recordingEmpty = Fault.Code("recording.empty")
}
