internal import CLinux
internal import Glibc

extension Fault.Code {
  /// The system would not run a program.
  static let childProcess = Fault.Code("platform.child-process")
}

/// A program to be run once, in a process group of its own of which nobody is left when the run is over.
///
/// It gets its input. The beginning of what it complains of is kept and what else it says is thrown away, unless it
/// shares our output. Only a program that leaves its group on purpose, as by `setsid`, outlives the run.
struct ChildProcess: Equatable, Sendable {
  /// The program, which is looked for in `PATH` when it has no slash, and what it is called with.
  var arguments: [String]
  /// The whole of its environment.
  var environment: [String: String]
  /// The bytes for its standard input. The program may leave them unread.
  var input: [UInt8]
  /// Nil lets it run for as long as it likes.
  var timeout: Duration?
  /// How long it has to end by itself, after it was asked to by SIGTERM and before SIGKILL.
  var grace: Duration = .seconds(2)
  /// It writes to our own standard output and standard error.
  var sharesOutput = false
  /// How many files it may have open, until it asks for more.
  var openFiles = OpenFiles.inherited

  /// Of what it writes to its standard error; the rest is read and thrown away, so that it never waits.
  static let longestComplaint = 4096

  struct Ending: Equatable, Sendable {
    var way: Way
    /// The beginning of what it wrote to its standard error.
    var complaint: [UInt8] = []
  }

  enum Way: Equatable, Sendable {
    case exited(Int)
    /// By a signal that was not ours.
    case killed(signal: Int)
    /// It was ended, having run too long.
    case timedOut
    /// It was ended, the task being cancelled.
    case cancelled
    /// Another part of the process has taken the exit status.
    case unknown
  }

  /// Runs it on a thread of its own, for as long as it takes: at most `timeout` and `grace`, or `grace` from when the
  /// task is cancelled. Throws when it cannot be started.
  func run() async throws(Fault) -> Ending {
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
    do throws(SocketFailure) {
      return .success(try ChildProcessLoop(self, cancel: cancel).run())
    } catch {
      return .failure(fault(error))
    }
  }

  /// The arguments may hold secrets; the program's name does not.
  private func fault(_ failure: SocketFailure) -> Fault {
    let hint: String? =
      switch failure.kind {
      case .missing: "install it, with the interpreter that its first line names"
      case .denied: "make it executable for the user of the daemon"
      default: nil
      }
    return Fault(.childProcess, "cannot run '\(arguments.first ?? "")': \(failure)", hint: hint)
  }
}

extension ChildProcess {
  /// Starts it as the leader of a new process group, with `input` as its 0, nothing as its 1, `complaints` as its 2 (or
  /// our own 1 and 2) and no other descriptor, all signals as they are by default. Blocks until the program is loaded.
  ///
  /// Who calls it must wait for the process.
  func start(input: Descriptor, complaints: Descriptor) throws(SocketFailure) -> pid_t {
    guard let name = arguments.first else { throw SocketFailure(number: EINVAL) }
    _ = Self.keepsExitStatuses
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let process = Self.withCStrings(Self.paths(of: name)) { paths in
      Self.withCStrings(arguments) { arguments in
        Self.withCStrings(variables) { variables in
          var program = clinux_program(
            paths: paths, arguments: arguments, variables: variables, input: input.number,
            complaints: sharesOutput ? -1 : complaints.number, limit: Int32(RLIMIT_NOFILE.rawValue),
            open_files: UInt64(openFiles))
          return clinux_start(&program)
        }
      }
    }
    guard process > 0 else { throw SocketFailure(number: -process) }
    return process
  }

  /// Where it may be, the first place first; as `posix_spawnp(3)` looks for it.
  private static func paths(of name: String) -> [String] {
    guard !name.isEmpty, !name.contains("/") else { return [name] }
    let places = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    return places.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? name : "\($0)/\(name)" }
  }

  /// The parent process may have left SIGCHLD ignored. Then no exit status of a child could be read.
  private static let keepsExitStatuses: Void = { signal(SIGCHLD, SIG_DFL) }()

  /// For as long as `use` runs: the texts as C has them, and nil at the end.
  private static func withCStrings<Result>(
    _ texts: [String], _ use: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let strings = texts.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    return use(strings)
  }
}
