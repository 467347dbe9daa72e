import Foundation
import Glibc
import LiveSimulator

/// The built program on a simulated slate, in its own folder.
final class RunningDaemon {
  let folder: String
  var socket: String { "\(folder)/livegamed.sock" }
  private var process: Process?
  /// Nil while it does not run.
  var pid: Int32? { process?.processIdentifier }

  /// The program that was built with the tests.
  static let program: String = {
    let beside = CommandLine.arguments.compactMap { argument -> String? in
      guard let range = argument.range(of: "/livegamedPackageTests.xctest") else { return nil }
      return argument[..<range.lowerBound] + "/livegamed"
    }
    return beside.first { FileManager.default.isExecutableFile(atPath: $0) } ?? ".build/debug/livegamed"
  }()

  /// Its standard output and error since it was started.
  var output: String { (try? String(contentsOfFile: "\(folder)/output", encoding: .utf8)) ?? "" }

  /// Writes the configuration. `sinks` is the inside of `sinks: {…}`, in which `$FOLDER` stands for the daemon's
  /// folder; `more` is further lines.
  init(port: Int, sinks: String = "", more: String = "") throws {
    folder = NSTemporaryDirectory() + "livegamed-run-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let config = """
      source: {mlb: {base_url: "http://127.0.0.1:\(port)"}}
      poll: {live_min: 50ms, live_max: 200ms, idle_max: 500ms, requests_per_second: 100}
      state_directory: \(folder)/state
      socket: {path: \(socket)}
      journal: {events: false}
      sinks: {\(sinks.replacingOccurrences(of: "$FOLDER", with: folder))}
      \(more)
      """
    try config.write(toFile: "\(folder)/livegamed.yaml", atomically: true, encoding: .utf8)
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func start() throws {
    let started = Process()
    // A file instead of the inherited pipe: a daemon that outlives a crash of the tests would keep that pipe open,
    // and `swift test` would wait for its end.
    _ = FileManager.default.createFile(atPath: "\(folder)/output", contents: nil)
    let output = FileHandle(forWritingAtPath: "\(folder)/output")
    (started.standardOutput, started.standardError) = (output, output)
    started.executableURL = URL(fileURLWithPath: Self.program)
    started.arguments = ["run", "--config", "\(folder)/livegamed.yaml"]
    try started.run()
    process = started
  }

  /// Sends SIGKILL, and waits until the process has ended.
  func kill() {
    guard let process else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  /// Sends SIGTERM.
  /// - Returns: the exit code.
  func stop() -> Int32? {
    process?.terminate()
    process?.waitUntilExit()
    defer { process = nil }
    return process?.terminationStatus
  }
}
