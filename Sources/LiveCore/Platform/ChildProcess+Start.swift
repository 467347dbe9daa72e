internal import CLinux
internal import Glibc

extension ChildProcess {
  /// Starts it as the leader of a new process group, with `input` as its 0, nothing as its 1, `complaints` as its 2 (or
  /// our own 1 and 2) and no other descriptor, all signals as they are by default. Blocks until the program is loaded.
  ///
  /// Who calls it must wait for the process.
  func start(input: Descriptor, complaints: Descriptor) throws(SocketFailure) -> pid_t {
    guard let program = arguments.first else { throw SocketFailure(number: EINVAL) }
    _ = Self.keepsExitStatuses
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    try Self.check(posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO))
    if !sharesOutput {
      try Self.check(posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0))
      try Self.check(posix_spawn_file_actions_adddup2(&actions, complaints.number, STDERR_FILENO))
    }
    try Self.check(clinux_spawn_close_from(&actions, STDERR_FILENO + 1))

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    try Self.setSignalsAndGroup(&attributes)

    var process = pid_t()
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    try Self.check(
      Self.withCStrings(arguments) { arguments in
        Self.withCStrings(variables) { variables in
          posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
        }
      })
    return process
  }

  /// Whoever started the daemon may have left SIGCHLD ignored: then nobody learns how a child ended.
  private static let keepsExitStatuses: Void = { signal(SIGCHLD, SIG_DFL) }()

  private static func setSignalsAndGroup(_ attributes: inout posix_spawnattr_t) throws(SocketFailure) {
    var signals = sigset_t()
    sigemptyset(&signals)
    try check(posix_spawnattr_setsigmask(&attributes, &signals))
    sigfillset(&signals)
    try check(posix_spawnattr_setsigdefault(&attributes, &signals))
    try check(posix_spawnattr_setpgroup(&attributes, 0))
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    try check(posix_spawnattr_setflags(&attributes, Int16(flags)))
  }

  private static func check(_ number: Int32) throws(SocketFailure) {
    guard number == 0 else { throw SocketFailure(number: number) }
  }

  /// For as long as `use` runs: the texts as C has them, and nil at the end.
  private static func withCStrings<Result>(
    _ texts: [String], _ use: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let strings = texts.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    return use(strings)
  }
}
