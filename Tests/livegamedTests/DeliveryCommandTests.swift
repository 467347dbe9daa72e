import Foundation
import LiveCore
import Testing

/// The operator's commands against the running program, on simulated games whose receiver first refuses everything.
@Suite(.timeLimit(.minutes(5))) struct DeliveryCommandTests {
  /// Refuses messages until the file `works` exists; status 65 makes a dead letter.
  private static let sinks = """
    prog: {type: exec, command: [/bin/sh, -c, 'test -e $FOLDER/works || exit 65; cat >> $FOLDER/received']}
    """

  @Test func deadLettersAreListedRetriedAndDropped() async throws {
    try await SimulatedSource.serve(seed: 3, games: 1) { _, port in
      let daemon = try RunningDaemon(port: port, sinks: Self.sinks)
      try daemon.start()
      try await Self.operate(daemon)
      #expect(daemon.stop() == 0)
    }
  }

  private static func operate(_ daemon: RunningDaemon) async throws {
    func ask(_ arguments: String...) throws -> Program.Ending {
      try Program.run(arguments + ["--socket", daemon.socket])
    }
    func until(_ condition: () throws -> Bool) async throws {
      while try !condition() { try await Task.sleep(for: .milliseconds(50)) }
    }
    try await until { FileManager.default.fileExists(atPath: daemon.socket) }
    try await until { try ask("outbox", "list", "--json").output.contains(#""state":"dead""#) }
    let list = try ask("outbox", "list", "--sink", "prog")
    // The columns are as wide as the longest number and state, and more messages may have come by now.
    #expect(list.output.contains(/^prog\n(.*\n)*? +#1 +dead +.*exit status 65/) && list.error.isEmpty)
    #expect(try ask("sink", "list").output.contains("prog  exec"))
    #expect(try ask("outbox", "drop", "1", "--dead").output == "1 fact dropped, with 1 message\n")
    #expect(try ask("outbox", "drop", "1").status == 66)
    let unknown = try ask("outbox", "retry", "--sink", "porg")
    #expect(unknown.status == 64 && unknown.error.contains("did you mean 'prog'?"))
    let enabled = try ask("sink", "enable", "prog").output
    #expect(enabled == "sink 'prog' was neither disabled nor paused; its messages are sent at once\n")
    #expect(FileManager.default.createFile(atPath: "\(daemon.folder)/works", contents: nil))
    try await until {
      _ = try ask("outbox", "retry", "--all")
      return try ask("sink", "list", "--json").output.contains(#""dead":0"#)
    }
    try await until { FileManager.default.fileExists(atPath: "\(daemon.folder)/received") }
    #expect(try ask("outbox", "drop", "--sink", "prog", "--all").status == 0)
  }
}
