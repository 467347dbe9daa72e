import LiveCore
import LiveModel

/// The test message of `livegamed setup`.
struct SetupTestMessage {
  let config: Config
  let environment: [String: String]
  let sink: String
  let place: SetupPlace

  /// Sends a test message if the user wants it. Returns false if it was not accepted and the user wants to answer again,
  /// which is offered with `canCorrect`. Throws `setup.test` if nothing is to be written.
  func isSettled(canCorrect: Bool, _ dialog: SetupDialog) async throws -> Bool {
    if Terminal.isInputTerminal, try await !dialog.confirms("Send a test message now?", standard: true) {
      try Terminal.say("No test message was sent; '\(command)' sends one.")
      return true
    }
    let result = try await SinkTest(config: config, environment: environment).run(sink)
    try Task.checkCancellation()
    try Terminal.say("test message to \(sink): \(result.answer)")
    if let note = result.note { try Terminal.say(note) }
    if result.accepted { return true }
    if Terminal.isInputTerminal {
      if canCorrect, try await dialog.confirms("Correct the answers and try again?", standard: true) { return false }
      if try await dialog.confirms("Write the configuration all the same?", standard: false) { return true }
    }
    throw Fault(
      .setupTest, "the test message was not accepted, and nothing was written",
      hint: advice(on: result))
  }

  /// The command that sends a test message later.
  private var command: String {
    place.isService ? "sudo livegamed sink test \(sink)" : "livegamed sink test \(sink) --config \(place.main)"
  }

  private func advice(on result: SinkTestResult) -> String {
    switch result.type {
    case "exec": "correct the program, or write it without a test: --no-test"
    case "webhook":
      "correct the address; or, if the receiver does not know the secret yet, run this again with --no-test, give the "
        + "receiver the secret that it prints, and run '\(command)'"
    default: "correct the address or the token, or write it without a test: --no-test"
    }
  }
}
