import ArgumentParser
import LiveCore

/// Exit codes of `sysexits.h`, as `docs/operations.md` lists them.
enum ExitStatus {
  /// The configuration is wrong.
  static let config = ExitCode(78)
  /// The state folder or the socket cannot be made.
  static let cannotCreate = ExitCode(73)
  /// Something that the command needs is not there now.
  static let unavailable = ExitCode(69)

  /// The exit code for an error that ended a command.
  static func of(_ fault: Fault) -> ExitCode {
    switch fault.code.rawValue.prefix(while: { $0 != "." }) {
    case "config": config
    case "socket" where ["socket.no-daemon", "socket.not-allowed"].contains(fault.code.rawValue): unavailable
    case "log", "state", "socket": cannotCreate
    default: .failure
    }
  }
}
