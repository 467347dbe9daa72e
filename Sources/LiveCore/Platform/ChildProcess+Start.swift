internal import CLinux
internal import Glibc

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

  /// Whoever started the daemon may have left SIGCHLD ignored: then nobody learns how a child ended.
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
