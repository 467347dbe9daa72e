import ArgumentParser
import Glibc
import LiveCore

/// Exit codes of `sysexits.h`, as `docs/operations.md` lists them.
enum ExitStatus {
  /// The configuration is wrong.
  static let config = ExitCode(78)
  /// The state folder or the socket cannot be made.
  static let cannotCreate = ExitCode(73)
  /// Something that the command needs is not there now.
  static let unavailable = ExitCode(69)
  /// The command line is wrong.
  static let usage = ExitCode(64)
  /// A named file or game does not exist.
  static let noInput = ExitCode(66)
  /// The daemon does not let this user do that.
  static let noPermission = ExitCode(77)

  /// A result cannot be written: the disk is full, standard output is closed.
  static let notWritten = ExitCode(74)

  /// The status of a program that SIGPIPE ended, as a shell reports it.
  static let nobodyReads = ExitCode(141)

  /// After what had to be put right: as a shell says it of Ctrl-C and its like, and a clean end for a service manager's
  /// SIGTERM.
  static func ended(by signal: Int32) -> ExitCode { signal == SIGTERM ? .success : ExitCode(128 + signal) }

  /// The exit code for an error of a command that only asks a daemon.
  static func ofClient(_ fault: Fault) -> ExitCode {
    switch fault.code.rawValue {
    case "socket.forbidden": noPermission
    case "socket.unknown-sink", "socket.unknown-name": usage
    case "socket.no-message": noInput
    case "socket.bad-answer", "socket.failed", "socket.refused", "socket.silent": unavailable
    default: of(fault)
    }
  }

  /// The exit code for an error that ended a command.
  static func of(_ fault: Fault) -> ExitCode {
    switch fault.code.rawValue.prefix(while: { $0 != "." }) {
    case "sink" where fault.code.rawValue == "sink.unknown": usage
    case "config", "sink": config
    case "socket" where ["socket.no-daemon", "socket.not-allowed"].contains(fault.code.rawValue): unavailable
    case "log", "state", "socket": cannotCreate
    default: .failure
    }
  }
}
