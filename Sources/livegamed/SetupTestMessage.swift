import LiveCore
import LiveModel

/// The test message of `livegamed setup`.
struct SetupTestMessage {
  let config: Config
  let environment: [String: String]

  /// Sends a test message if the user wants it. Returns false if it was not accepted and the user wants to answer again.
  /// Throws `setup.test` if nothing is to be written.
  func isSettled(to name: String, _ dialog: SetupDialog) async throws -> Bool {
    if Terminal.isInputTerminal, try await !dialog.confirms("Send a test message now?", standard: true) {
      try Terminal.say("No test message was sent; 'livegamed sink test \(name)' sends one.")
      return true
    }
    let result = try await SinkTest(config: config, environment: environment).run(name)
    try Task.checkCancellation()
    try Terminal.say("test message to \(name): \(result.answer)")
    if let note = result.note { try Terminal.say(note) }
    if result.accepted { return true }
    if Terminal.isInputTerminal {
      if try await dialog.confirms("Correct the answers and try again?", standard: true) { return false }
      if try await dialog.confirms("Write the configuration all the same?", standard: false) { return true }
    }
    throw Fault(
      .setupTest, "the test message was not accepted, and nothing was written",
      hint: Self.advice(on: result))
  }

  private static func advice(on result: SinkTestResult) -> String {
    switch result.type {
    case "exec": "correct the program, or write it without a test: --no-test"
    case "webhook":
      "correct the address; or, if the receiver does not know the secret yet, run this again with --no-test, give the "
        + "receiver the secret that it prints, and run 'livegamed sink test \(result.sink)'"
    default: "correct the address or the token, or write it without a test: --no-test"
    }
  }
}
