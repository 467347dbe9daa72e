import Foundation
import Glibc
import Testing

/// The built program in its own process group, as a shell starts it, with its output in a given descriptor.
final class StartedProgram {
  private let process: pid_t
  private var isOver = false

  struct CannotStart: Error { let number: Int32 }

  /// Starts the program. `output` becomes its descriptors 0, 1 and 2, and stays open for the caller.
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

  /// How the process ended or that it was stopped.
  enum Change: Equatable {
    case exited(Int32)
    case killed(Int32)
    case stopped
    /// The process ran on for 20 s.
    case none
  }

  /// Waits for the next change and compares it.
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
