import Foundation
import Glibc
import Testing

/// The built program as it runs: a process group of its own, as a shell starts it, with what it prints going where the
/// test says.
final class StartedProgram {
  private let process: pid_t
  private var isOver = false

  struct CannotStart: Error { let number: Int32 }

  /// `output` becomes its 0, 1 and 2, and stays the caller's to close.
  init(_ arguments: [String], output: Int32) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, output, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let words = ([RunningDaemon.program] + arguments).map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process = pid_t()
    let error = posix_spawn(&process, RunningDaemon.program, &actions, &attributes, words, variables)
    guard error == 0 else { throw CannotStart(number: error) }
    self.process = process
  }

  deinit {
    guard !isOver else { return }
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  func signal(_ number: Int32) { Glibc.kill(process, number) }

  /// How it ended, or that it was stopped.
  enum Change: Equatable {
    case exited(Int32)
    case killed(Int32)
    case stopped
    /// It went on for 20 s.
    case none
  }

  /// What becomes of it next.
  func expect(_ expected: Change, at place: SourceLocation = #_sourceLocation) async throws {
    let change = try await change()
    #expect(change == expected, sourceLocation: place)
  }

  private func change() async throws -> Change {
    var status: Int32 = 0
    for _ in 0..<1000 {
      if waitpid(process, &status, WUNTRACED | WNOHANG) == process { return read(status) }
      try await Task.sleep(for: .milliseconds(20))
    }
    return .none
  }

  private func read(_ status: Int32) -> Change {
    if status & 0xFF == 0x7F { return .stopped }
    isOver = true
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }
}
