import Foundation
import Glibc
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct ChildProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    Signals.ignoreHangUps()
  }

  private func shell(
    _ script: String, input: [UInt8] = [], environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    timeout: Duration = .seconds(60), grace: Duration = .milliseconds(50)
  ) -> ChildProcess {
    ChildProcess(
      arguments: ["/bin/sh", "-c", script, "sh", folder.path], environment: environment, input: input,
      timeout: timeout, grace: grace)
  }

  private func complaint(_ ending: ChildProcess.Ending) -> String { String(decoding: ending.complaint, as: UTF8.self) }

  @Test(arguments: [0, 1, 65, 75, 255]) func reportsTheExitStatus(_ status: Int) async throws {
    #expect(try await shell("exit \(status)").run().way == .exited(status))
  }

  /// Signals that are ignored or blocked here are not in the program; sh cannot reset them by itself.
  @Test(arguments: ["PIPE", "TERM", "HUP", "USR1"]) func startsWithDefaultSignals(_ name: String) async throws {
    let numbers = ["PIPE": SIGPIPE, "TERM": SIGTERM, "HUP": SIGHUP, "USR1": SIGUSR1]
    let ending = try await shell("kill -\(name) $$; exit 0").run()
    #expect(ending.way == .killed(signal: Int(try #require(numbers[name]))))
  }

  @Test func getsItsArgumentsUnchanged() async throws {
    let process = ChildProcess(
      arguments: ["/bin/sh", "-c", "printf '%s|' \"$@\" >&2", "sh", "a b", "$HOME", "'", "*"], environment: [:],
      input: [], timeout: .seconds(60))
    #expect(complaint(try await process.run()) == "a b|$HOME|'|*|")
  }

  @Test func aNameWithoutASlashIsSearchedInThePath() async throws {
    let process = ChildProcess(arguments: ["true"], environment: [:], input: [], timeout: .seconds(60))
    #expect(try await process.run().way == .exited(0))
  }

  @Test func getsOnlyItsOwnEnvironment() async throws {
    let process = shell("tr '\\0' '\\n' < /proc/$$/environ >&2", environment: ["PATH": "/usr/bin:/bin", "A": "b=c d"])
    #expect(complaint(try await process.run()) == "A=b=c d\nPATH=/usr/bin:/bin\n")
  }

  @Test func inheritsNoDescriptor() async throws {
    let stray = fcntl(STDERR_FILENO, F_DUPFD, 100)
    defer { close(stray) }
    // The last descriptor is the folder that ls reads.
    let ending = try await shell("[ /proc/$$/fd/1 -ef /dev/null ] && echo null >&2; exec ls /proc/self/fd >&2").run()
    #expect(complaint(ending) == "null\n0\n1\n2\n3\n")
  }

  /// The limit holds from the first instruction on, however many files this process may open; the program may raise
  /// it to our hard limit.
  @Test func startsWithTheGivenLimitOfOpenFiles() async throws {
    _ = OpenFiles.raiseLimit()
    var process = shell("ulimit -Sn >&2; ulimit -Sn \"$(ulimit -Hn)\" && ulimit -Sn >&2; ulimit -Hn >&2")
    #expect(complaint(try await process.run()).hasPrefix("\(OpenFiles.inherited)\n"))
    process.openFiles = 60
    let lines = complaint(try await process.run()).split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "60" && lines[1] == lines[2])
    #expect(OpenFiles.raiseLimit() >= 60 && lines[2] != "60")
  }

  /// The search follows the rules of a shell.
  @Test func aProgramThatCannotBeRunIsNotReportedAsMissing() async throws {
    let text = "\(folder.path)/text"
    try Data("#!/nowhere/sh\n".utf8).write(to: URL(fileURLWithPath: text))
    let process = ChildProcess(arguments: [text], environment: [:], input: [], timeout: .seconds(60))
    await #expect(throws: process.fault("Permission denied (errno 13)", Self.allow)) { try await process.run() }
    chmod(text, 0o700)
    await #expect(throws: process.fault("No such file or directory (errno 2)", Self.install)) {
      try await process.run()
    }
    let empty = ChildProcess(arguments: [""], environment: [:], input: [], timeout: .seconds(60))
    await #expect(throws: empty.fault("No such file or directory (errno 2)", Self.install)) { try await empty.run() }
  }

  /// The input is larger than any pipe buffer.
  @Test func readsAllOfItsInput() async throws {
    let input = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let ending = try await shell("exec cat > \"$1/input\"", input: input).run()
    #expect(ending == ChildProcess.Ending(way: .exited(0)))
    #expect(FileManager.default.contents(atPath: "\(folder.path)/input") == Data(input))
  }

  @Test(arguments: ["exec 0<&-; exit 3", "exit 3", "read line; exit 3"]) func needNotReadItsInput(_ script: String)
    async throws
  {
    let ending = try await shell(script, input: [UInt8](repeating: 0x0a, count: 1 << 20)).run()
    #expect(ending == ChildProcess.Ending(way: .exited(3)))
  }

  @Test func excessErrorOutputIsReadAndDiscarded() async throws {
    let ending = try await shell("head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 3").run()
    #expect(ending.way == .exited(3))
    #expect(ending.complaint == [UInt8](repeating: UInt8(ascii: "x"), count: ChildProcess.longestComplaint))
  }

  @Test func aClosedStandardErrorDoesNotEndTheRun() async throws {
    let ending = try await shell("echo so far >&2; exec 2>&-; read line; exit 4", input: Array("x\n".utf8)).run()
    #expect(ending == ChildProcess.Ending(way: .exited(4), complaint: Array("so far\n".utf8)))
  }

  @Test func endlessErrorOutputEndsAtTheTimeout() async throws {
    let ending = try await shell("exec cat /dev/zero >&2", timeout: .milliseconds(200)).run()
    #expect(ending.way == .timedOut)
    #expect(ending.complaint.count == ChildProcess.longestComplaint)
  }

  @Test func aProgramThatNeverReadsEndsAtTheTimeout() async throws {
    let input = [UInt8](repeating: 0x41, count: 1 << 20)
    #expect(try await shell("sleep 600", input: input, timeout: .milliseconds(200)).run().way == .timedOut)
  }

  @Test func mayEndByItselfAfterSIGTERM() async throws {
    let script =
      "trap 'echo ended in order >&2; exit 0' TERM; echo up > \"$1/fifo\"; while :; do sleep 600 & wait; done"
    let fifo = try Fifo(in: folder)
    let process = shell(script, timeout: .seconds(2), grace: .seconds(60))
    async let ending = process.run()
    #expect(await fifo.line() == "up")
    #expect(try await ending == ChildProcess.Ending(way: .timedOut, complaint: Array("ended in order\n".utf8)))
  }

  /// A grandchild that ignores SIGTERM is killed too.
  @Test(arguments: ["wait", "exit 0", "trap '' TERM; while :; do wait; done"])
  func noProcessOfItsGroupIsLeft(_ end: String) async throws {
    let fifo = try Fifo(in: folder)
    let script = "exec 9> \"$1/fifo\"; (trap '' TERM; sleep 600) & echo $$ >&9; \(end)"
    let process = shell(script, timeout: .seconds(2))
    async let ending = process.run()
    let number = await fifo.line()
    let way = try await ending.way
    #expect(way == (end == "exit 0" ? .exited(0) : .timedOut))
    #expect(await fifo.isClosed)
    // No zombie is left either.
    #expect(!number.isEmpty && access("/proc/\(number)", F_OK) != 0)
  }

  @Test func isKilledWhenTheTaskIsCancelled() async throws {
    let fifo = try Fifo(in: folder)
    let process = shell("exec 9> \"$1/fifo\"; sleep 600 & echo $$ >&9; wait", timeout: .seconds(600))
    let task = Task { try await process.run() }
    let number = await fifo.line()
    task.cancel()
    #expect(try await task.value.way == .cancelled)
    #expect(await fifo.isClosed)
    #expect(!number.isEmpty && access("/proc/\(number)", F_OK) != 0)
  }

  @Test func endsAtOnceInACancelledTask() async throws {
    let process = shell("sleep 600", timeout: .seconds(600))
    try await withThrowingTaskGroup(of: ChildProcess.Way.self) { group in
      group.cancelAll()
      group.addTask { try await process.run().way }
      let way = try await group.next()
      #expect(way == .cancelled)
    }
  }

  @Test func manyRunConcurrently() async throws {
    let processes = (0..<16).map { shell("read line; exit $line", input: Array("\($0)\n".utf8)) }
    try await withThrowingTaskGroup(of: (Int, ChildProcess.Way).self) { group in
      for (number, process) in processes.enumerated() { group.addTask { (number, try await process.run().way) } }
      for try await (number, way) in group { #expect(way == .exited(number)) }
    }
  }

  @Test func leavesNoDescriptorOpen() async throws {
    for _ in 0..<64 { _ = try await shell("exit 0").run() }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let targets = open.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
    // Tests that run at the same time open and close some too.
    #expect(targets.count { $0.contains("pidfd") } < 64)
  }

  @Test func reportsWhyItCannotBeStarted() async throws {
    let missing = ChildProcess(
      arguments: ["\(folder.path)/none", "secret"], environment: [:], input: [], timeout: .seconds(60))
    await #expect(throws: missing.fault("No such file or directory (errno 2)", Self.install)) {
      try await missing.run()
    }
    let folder = ChildProcess(arguments: [folder.path], environment: [:], input: [], timeout: .seconds(60))
    await #expect(throws: folder.fault("Permission denied (errno 13)", Self.allow)) { try await folder.run() }
    let none = ChildProcess(arguments: [], environment: [:], input: [], timeout: .seconds(60))
    await #expect(throws: none.fault("Invalid argument (errno 22)", nil)) { try await none.run() }
  }

  private static let install = "install it, with the interpreter that its first line names"
  private static let allow = "make it executable for the user of the daemon"
}

extension ChildProcess {
  fileprivate func fault(_ why: String, _ hint: String?) -> Fault {
    Fault(.childProcess, "cannot run '\(arguments.first ?? "")': \(why)", hint: hint)
  }
}
