internal import CLinux
internal import Glibc
package import LiveModel

extension Fault.Code {
  /// The program could not be started.
  static let childProcess = Fault.Code("platform.child-process")
}

/// A program to run once, in a process group of its own. When the run is over, every process of that group is dead.
///
/// The program reads `input` from its standard input. The first `longestComplaint` bytes of its standard error are kept
/// and the rest of its output is discarded, unless it shares our output. Only a process that leaves the group on
/// purpose, for example with `setsid`, outlives the run.
package struct ChildProcess: Equatable, Sendable {
  /// The program and its arguments. A program name without a slash is looked up in `PATH`.
  package var arguments: [String]
  /// The complete environment of the program.
  package var environment: [String: String]
  /// Bytes for the standard input. The program may ignore them.
  package var input: [UInt8]
  /// Longest run time; nil for no limit.
  package var timeout: Duration?
  /// Time between SIGTERM and SIGKILL.
  package var grace: Duration = .seconds(2)
  /// True to let the program write to our own standard output and standard error.
  package var sharesOutput = false
  /// Soft limit of open files. The program can raise it.
  package var openFiles = OpenFiles.inherited

  package init(
    arguments: [String], environment: [String: String], input: [UInt8], timeout: Duration? = nil,
    grace: Duration = .seconds(2), sharesOutput: Bool = false, openFiles: Int = OpenFiles.inherited
  ) {
    self.arguments = arguments
    self.environment = environment
    self.input = input
    self.timeout = timeout
    self.grace = grace
    self.sharesOutput = sharesOutput
    self.openFiles = openFiles
  }

  /// Bytes of standard error that are kept. The rest is read and discarded, so that the program never blocks on the
  /// pipe.
  static let longestComplaint = 4096

  package struct Ending: Equatable, Sendable {
    package var way: Way
    /// The beginning of the standard error.
    package var complaint: [UInt8] = []
  }

  package enum Way: Equatable, Sendable {
    case exited(Int)
    /// Killed by a signal that we did not send.
    case killed(signal: Int)
    /// Ended by us after `timeout`.
    case timedOut
    /// Ended by us because the task was cancelled.
    case cancelled
    /// The exit status is lost: another part of the process has reaped the child.
    case unknown
  }

  /// Runs the program on a thread of its own. Returns after at most `timeout` plus `grace`, and within `grace` after
  /// the task is cancelled. Throws `platform.child-process` when the program cannot be started.
  package func run() async throws(Fault) -> Ending {
    let cancel: Doorbell
    do { cancel = try Doorbell() } catch { throw fault(error) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Ending, Fault>, Never>) in
        do throws(Fault) {
          _ = try DedicatedThread(name: "livegamed-exec") { continuation.resume(returning: attempt(until: cancel)) }
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    } onCancel: {
      cancel.ring()
    }
    return try result.get()
  }

  private func attempt(until cancel: Doorbell) -> Result<Ending, Fault> {
    do throws(SystemError) {
      return .success(try ChildProcessLoop(self, cancel: cancel).run())
    } catch {
      return .failure(fault(error))
    }
  }

  /// Names the program only: its arguments may hold secrets.
  private func fault(_ failure: SystemError) -> Fault {
    let hint: String? =
      switch failure.kind {
      case .missing: "install it, with the interpreter that its first line names"
      case .denied: "make it executable for the user of the daemon"
      default:
        failure.number == ENOEXEC ? "its first line must name its interpreter, as in '#!/bin/sh'" : nil
      }
    return Fault(.childProcess, "cannot run '\(arguments.first ?? "")': \(failure)", hint: hint)
  }
}

extension ChildProcess {
  /// Starts the program as the leader of a new process group, with default signal handling. Its standard input is
  /// `input`, its standard output `/dev/null`, its standard error `errors` (or it has our own 1 and 2). All other
  /// descriptors are closed. Blocks until the program is loaded.
  ///
  /// The caller must wait for the process.
  func start(input: Descriptor, errors: Descriptor) throws(SystemError) -> pid_t {
    guard let name = arguments.first else { throw SystemError(number: EINVAL) }
    _ = Self.restoresChildSignal
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let process = Self.withCStrings(Self.paths(of: name)) { paths in
      Self.withCStrings(arguments) { arguments in
        Self.withCStrings(variables) { variables in
          var program = clinux_program(
            paths: paths, arguments: arguments, variables: variables, input: input.number,
            complaints: sharesOutput ? -1 : errors.number, limit: Int32(RLIMIT_NOFILE.rawValue),
            open_files: UInt64(openFiles))
          return clinux_start(&program)
        }
      }
    }
    guard process > 0 else { throw SystemError(number: -process) }
    return process
  }

  /// Returns the paths to try, in the order of `posix_spawnp(3)`.
  private static func paths(of name: String) -> [String] {
    guard !name.isEmpty, !name.contains("/") else { return [name] }
    let places = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    return places.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? name : "\($0)/\(name)" }
  }

  /// Restores the default action of SIGCHLD. A parent may have left it ignored, and then `waitpid` returns no exit
  /// status.
  private static let restoresChildSignal: Void = { signal(SIGCHLD, SIG_DFL) }()

  /// Calls `use` with the texts as a null-terminated array of C strings, which are valid during the call only.
  private static func withCStrings<Result>(
    _ texts: [String], _ use: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let strings = texts.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    return use(strings)
  }
}
