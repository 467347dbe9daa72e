import Foundation
import Glibc
import Testing

/// The terminal's settings, and output that is not read, when the program is terminated or stopped.
@Suite(.timeLimit(.minutes(3))) struct TerminalTests {
  private static let board = #"{"op":"scoreboard","games":[]}"# + "\n"
  private static let (entering, leaving) = ("\u{1b}[?1049h\u{1b}[?25l", "\u{1b}[?25h\u{1b}[?1049l")

  private let socket = NSTemporaryDirectory() + "livegamed-screen-\(UUID().uuidString.prefix(8)).sock"

  /// Runs the board on a terminal, with a daemon that answers and disconnects each time.
  private func withBoard(
    answering answer: String = board, _ body: (StartedProgram, PseudoTerminal) async throws -> Void
  ) async throws {
    let daemon = try ScriptedDaemon(socket, Array(repeating: [.hello(), .hear, .say(answer)], count: 2000))
    defer {
      daemon.stop()
      unlink(socket)
    }
    let terminal = try PseudoTerminal()
    let program = try StartedProgram(["watch", "--board", "--socket", socket], output: terminal.back)
    try await body(program, terminal)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 0), (SIGQUIT, 131), (SIGHUP, 129)] as [(Int32, Int32)])
  func theTerminalIsRestoredAtTheEnd(signal: Int32, status: Int32) async throws {
    try await withBoard { program, terminal in
      try await terminal.expect(Self.entering)
      try await terminal.expect("no games yet")
      program.signal(signal)
      try await terminal.expect(Self.leaving)
      try await program.expect(.exited(status))
    }
  }

  @Test func theTerminalIsRestoredWhileTheProgramIsStopped() async throws {
    try await withBoard { program, terminal in
      try await terminal.expect(Self.entering)
      try await terminal.expect("no games yet")
      for _ in 1...2 {
        program.signal(SIGTSTP)
        try await terminal.expect(Self.leaving)
        try await program.expect(.stopped)
        program.signal(SIGCONT)
        try await terminal.expect(Self.entering)
        try await terminal.expect("no games yet")
      }
      program.signal(SIGINT)
      try await terminal.expect(Self.leaving)
      try await program.expect(.exited(130))
    }
  }

  @Test func anUnreadableAnswerIsNotShownAsAnEmptyBoard() async throws {
    try await withBoard(answering: #"{"op":"scoreboard","games":7}"# + "\n") { program, terminal in
      try await terminal.expect("[socket.bad-answer]")
      try await program.expect(.exited(69))
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 0), (SIGHUP, 129)] as [(Int32, Int32)])
  func unreadOutputDoesNotBlockTheEnd(signal: Int32, status: Int32) async throws {
    let daemon = try ScriptedDaemon(socket, [[.hear, .hello(newest: 20)] + (1...20).map { .event($0) } + [.stay]])
    defer {
      daemon.stop()
      unlink(socket)
    }
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    // One page, which is less than twenty events. Swift does not import F_SETPIPE_SZ.
    let setPipeSize: Int32 = 1031
    #expect(fcntl(ends[1], setPipeSize, 4096) == 4096 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0)
    let arguments = ["watch", "--since", "oldest", "--json", "--exec", "true", "--socket", socket]
    let program = try StartedProgram(arguments, output: ends[1])
    try await whenFull(ends[0])
    program.signal(signal)
    try await program.expect(.exited(status))
  }

  /// Returns when there was output, and then none for half a second.
  private func whenFull(_ reading: Int32) async throws {
    var (held, looks) = (Int32(0), 0)
    while looks < 25 {
      var now: Int32 = 0
      #expect(ioctl(reading, UInt(FIONREAD), &now) == 0)
      (held, looks) = (now, now > 0 && now == held ? looks + 1 : 0)
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
