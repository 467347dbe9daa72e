import Foundation

/// The built program, run to its end.
enum Program {
  typealias Ending = (status: Int32, output: String, error: String)

  static func run(_ arguments: [String]) throws -> Ending { try run(RunningDaemon.program, arguments) }

  /// Runs a shell script with these variables, in `folder` or in ours.
  static func shell(_ script: String, _ variables: [String: String], in folder: String? = nil) throws -> Ending {
    try run("/bin/sh", ["-c", script], variables, in: folder)
  }

  private static func run(
    _ program: String, _ arguments: [String], _ variables: [String: String] = [:],
    in folder: String? = nil
  ) throws -> Ending {
    let process = Process()
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let (output, error) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // Times are shown in the zone of `TZ`.
    process.environment = ProcessInfo.processInfo.environment.merging(["TZ": "UTC"]) { $1 }.merging(variables) { $1 }
    (process.standardOutput, process.standardError) = (output, error)
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complained = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, printed, complained)
  }
}
