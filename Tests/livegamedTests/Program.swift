import Foundation

/// The built program, run to its end.
enum Program {
  typealias Ending = (status: Int32, output: String, error: String)

  static func run(_ arguments: [String]) throws -> Ending {
    let process = Process()
    let (output, error) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: RunningDaemon.program)
    process.arguments = arguments
    (process.standardOutput, process.standardError) = (output, error)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complained = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said, complained)
  }
}
