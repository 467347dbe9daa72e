package import LiveModel
internal import LivePlatform

/// The answers of a recording as the source gave them: to each request the newest one of that time.
package final class RecordedSource: Sendable {
  private struct State {
    var answers: RecordingReader
    var next: RecordedAnswer?
    var newest: [PollSubject: RecordedAnswer.Outcome] = [:]
  }

  /// The time of the answer at which it begins.
  package let start: Timestamp
  private let state: Locked<State>

  /// Opens a recording. Fails if it has no answer to begin with.
  ///
  /// - Parameters:
  ///   - recording: the answers.
  ///   - begin: returns whether an answer is the first one; nil for that of the recording.
  /// - Throws: the faults of reading the recording.
  package init?(_ recording: Recording, from begin: ((RecordedAnswer) -> Bool)? = nil) throws(Fault) {
    var answers = try recording.answers()
    var newest: [PollSubject: RecordedAnswer.Outcome] = [:]
    var next = try answers.next()
    if let begin {
      while let answer = next, !begin(answer) {
        newest[answer.subject] = answer.outcome
        next = try answers.next()
      }
    }
    guard let first = next else { return nil }
    start = first.time.wall
    state = Locked(State(answers: answers, next: next, newest: newest))
  }

  /// Returns the answer of this time; nil if there was none of this subject yet. Times must not go back. Throws the
  /// faults of reading the recording.
  package func answer(to subject: PollSubject, at time: Timestamp) throws(Fault) -> RecordedAnswer.Outcome? {
    try state.withLock { state throws(Fault) in
      while let answer = state.next, answer.time.wall <= time {
        state.newest[answer.subject] = answer.outcome
        state.next = try state.answers.next()
      }
      return state.newest[subject]
    }
  }
}
