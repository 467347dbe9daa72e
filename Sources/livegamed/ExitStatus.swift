import ArgumentParser
import Glibc
import LiveCore
import LiveModel

/// Exit codes of `sysexits.h`, as listed in `docs/livegamed.md`.
enum ExitStatus {
  /// The configuration is wrong.
  static let config = ExitCode(78)
  /// The state folder or the socket cannot be created.
  static let cannotCreate = ExitCode(73)
  /// A service that the command needs is not available now.
  static let unavailable = ExitCode(69)
  /// The command line is wrong.
  static let usage = ExitCode(64)
  /// A file does not have the format that the command reads, such as the log of a newer release.
  static let badData = ExitCode(65)
  /// The named object does not exist.
  static let noInput = ExitCode(66)
  /// The daemon does not allow this user to do that.
  static let noPermission = ExitCode(77)

  /// A result cannot be written, because the disk is full or standard output is closed.
  static let notWritten = ExitCode(74)

  /// The status that a shell reports for a program ended by SIGPIPE.
  static let nobodyReads = ExitCode(141)

  /// Returns the exit code after a signal and clean-up: 0 for SIGTERM, the normal stop by a service manager, else 128
  /// plus the signal, as a shell reports it.
  static func ended(by signal: Int32) -> ExitCode { signal == SIGTERM ? .success : ExitCode(128 + signal) }

  /// Returns the exit code for an error of a client command.
  static func ofClient(_ fault: Fault) -> ExitCode {
    switch fault.code.rawValue {
    case "socket.forbidden", "socket.not-allowed": noPermission
    case "socket.unknown-sink", "socket.unknown-name", "socket.bad-filter", "lookup.unknown-name",
      "follow.refused":
      usage
    case "socket.no-message", "socket.no-event", "lookup.no-game", "log.missing": noInput
    case _ where fault.code.rawValue.hasPrefix("feed."): unavailable
    case "lookup.failed", "lookup.busy", "lookup.not-found", "lookup.no-details", "socket.bad-answer", "socket.failed",
      "socket.refused", "socket.silent":
      unavailable
    default: of(fault)
    }
  }

  /// Returns the exit code for an error that ended a command.
  static func of(_ fault: Fault) -> ExitCode {
    switch fault.code.rawValue {
    case "log.not-readable": return noPermission
    case "backup.no-log", "backup.no-file": return noInput
    case "backup.not-a-log", "backup.damaged", "log.newer": return badData
    case "backup.exists": return cannotCreate
    case "backup.failed": return notWritten
    case "recording.not-a-recording", "recording.damaged", "recording.newer", "recording.empty": return badData
    case "recording.no-game", "recording.too-short", "recording.unreadable": return noInput
    case "recording.exists", "recording.uncreatable": return cannotCreate
    case "recording.failed": return notWritten
    default: break
    }
    return switch fault.code.rawValue.prefix(while: { $0 != "." }) {
    case "sink" where fault.code.rawValue == "sink.unknown": usage
    case "config", "sink": config
    case "socket" where fault.code.rawValue == "socket.not-allowed": noPermission
    case "socket" where fault.code.rawValue == "socket.no-daemon": unavailable
    case "log", "state", "socket": cannotCreate
    default: .failure
    }
  }
}
